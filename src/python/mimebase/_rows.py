"""The types of rows: named tuples that can be asked by the keys of the JSON Lines as well."""

import collections

from ._mimebase import keys

# A key that is no name in Python has another one as an attribute.
ATTRIBUTES = {"from": "from_"}


def _plain(value):
    if isinstance(value, Row):
        return value.asdict()
    return [_plain(each) for each in value] if type(value) is tuple else value


class Row:
    """A named tuple; row["from"] is row.from_."""

    __slots__ = ()

    def __getitem__(self, key):
        if isinstance(key, str):
            try:
                key = self._places[key]
            except KeyError:
                raise KeyError(key) from None
        return tuple.__getitem__(self, key)

    def keys(self):
        """The keys of the JSON Lines, in their order."""
        return self._keys

    def asdict(self):
        """The row as an object of the JSON Lines: a dict, with lists and dicts in it."""
        return dict(zip(self._keys, map(_plain, self)))


def _row_type(name, told):
    names = keys(name)
    base = collections.namedtuple(name, [ATTRIBUTES.get(key, key) for key in names])
    return type(name, (Row, base), {
        "__slots__": (), "__doc__": told, "__module__": __package__, "_keys": names,
        "_places": {key: place for place, key in enumerate(names)},
    })


Link = _row_type("Link", "One occurrence of a reference: a row of links().")
UniqueLink = _row_type("UniqueLink", "A resolved URL with the first of its occurrences, and how many there are.")
Entity = _row_type("Entity", "An entity of a message: a row of tree(). `chain` holds a Candidate for each base.")
Candidate = _row_type("Candidate", "What might have been the base of an entity, and what became of it.")
Diagnostic = _row_type("Diagnostic", "What is wrong at some place: a row of check().")
Summary = _row_type("Summary", "A code, and where domains differ a pair of them, with a count and the first of them.")
