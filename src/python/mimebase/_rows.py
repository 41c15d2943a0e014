"""The types of rows: named tuples that can be asked by the keys of the JSON Lines as well."""

import collections
import functools

from ._mimebase import keys

# A key that is no name in Python has another one as an attribute.
ATTRIBUTES = {"from": "from_"}


def _plain(value):
    if isinstance(value, Row):
        return value.asdict()
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
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

    @property
    def fields(self):
        """The header fields that `fields` names, in a dict, which the rows of a message share. None without `fields`."""
        return None


def _fields_of(name, names):
    return collections.namedtuple(name, [ATTRIBUTES.get(key, key) for key in names])


def _members(told, names):
    return {"__slots__": (), "__doc__": told, "__module__": __package__, "_keys": names,
            "_places": {key: place for place, key in enumerate(names)}}


def _row_type(name, told, of=None, **more):
    """`of` is the type to which --as adds keys."""
    names = keys(of or name, of is not None)
    return type(name, (Row, _fields_of(name, names)), {**_members(told, names), **more})


@functools.cache
def with_fields(row_type):
    """The subtype of the rows that have the key "fields" too."""
    name = row_type.__name__
    names = keys(name.replace("Reader", ""), "Reader" in name, True)
    return type(name, (_fields_of(name, names), row_type), {
        **_members(row_type.__doc__, names), "__reduce__": lambda row: (_restored, (row_type, tuple(row))),
    })


def _restored(row_type, values):
    return with_fields(row_type)._make(values)


Link = _row_type("Link", "One occurrence of a reference: a row of links().")
UniqueLink = _row_type("UniqueLink", "A resolved URL with the first of its occurrences, and how many there are.")
ReaderLink = _row_type("ReaderLink", "A Link, and what the reader that `as_` names would open: `opens` is an Opens or None.", "Link")
UniqueReaderLink = _row_type("UniqueReaderLink", "A UniqueLink, and what the reader that `as_` names would open.", "UniqueLink")
Opens = _row_type("Opens", "What a reader opens: the URL as it has it, or a part of the message. The other is None.",
                  asdict=lambda self: {key: value for key, value in zip(self._keys, self) if value is not None})
Entity = _row_type("Entity", "An entity of a message: a row of tree(). `chain` holds a Candidate for each base.")
Candidate = _row_type("Candidate", "What might have been the base of an entity, and what became of it.")
Comparison = _row_type("Comparison", "A reference that readers disagree about: a row of compare(). `opens` is a dict from the "
                       "names of readers to an Opens, or None for a reader that opens nothing.")
Diagnostic = _row_type("Diagnostic", "What is wrong at some place: a row of check().")
Summary = _row_type("Summary", "A code, and where domains differ a pair of them, with a count and the first of them.")
