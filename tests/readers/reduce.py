"""Reduces a message to what a difference needs, and writes it as a row of found.py.

A message is an entity and the names of its damage. A step removes one thing. All readers are slow to start, so every round runs the
candidates of all differences at once: `differs` takes [(key, entity, damage)] and returns the keys of those that still differ."""

import copy
import dataclasses
import os

from message import Entity

FOUND = os.path.join(os.path.dirname(os.path.abspath(__file__)), "found.py")
MAX_ROUNDS = 24
# The greatest number of candidates of one difference in one round.
WIDTH = 12


def paths_of(entity, path=()):
    yield path, entity
    for number, child in enumerate(entity.children):
        yield from paths_of(child, (*path, number))


def steps_of(entity, damage):
    """Everything that can be removed, the largest first."""
    steps = [("damage", one) for one in damage]
    found = list(paths_of(entity))
    steps += [("child", path) for path, _ in found if path]
    steps += [("only", path) for path, one in found if one.children]
    steps += [("field", path, number) for path, one in found for number in range(len(one.fields))]
    steps += [("plain", path) for path, one in found if not one.children and one.encoding not in ("7bit", "")]
    steps += [("utf-8", path) for path, one in found if one.charset != "utf-8"]
    steps += [("line", path, number) for path, one in found if isinstance(one.body, tuple) for number in range(len(one.body))]
    return steps


def without(entity, damage, steps):
    """The message without these things; None if nothing would be left."""
    def visit(one, path):
        if ("child", path) in steps:
            return None
        children = [child for child in (visit(child, (*path, number)) for number, child in enumerate(one.children)) if child]
        if one.children and (not children or ("only", path) in steps):
            return children[0] if len(children) == 1 else None
        fields = tuple(line for number, line in enumerate(one.fields) if ("field", path, number) not in steps)
        body = one.body
        if isinstance(body, tuple):
            body = tuple(line for number, line in enumerate(body) if ("line", path, number) not in steps)
        encoding = ("base64" if body is None else "7bit") if ("plain", path) in steps else one.encoding
        charset = "utf-8" if ("utf-8", path) in steps else one.charset
        return dataclasses.replace(one, fields=fields, body=body, children=tuple(children), encoding=encoding, charset=charset)
    found = visit(entity, ())
    return found and (copy.deepcopy(found), tuple(one for one in damage if ("damage", one) not in steps))


class Reduction:
    """One difference on its way to its smallest message."""

    def __init__(self, key, entity, damage):
        self.key, self.entity, self.damage = key, entity, damage
        self.removed = frozenset()
        self.left = steps_of(entity, damage)
        self.size = max(1, len(self.left) // 2)
        self.tried = {}

    def candidates(self):
        """[(key, entity, damage)] of this round."""
        chunks = [frozenset(self.left[i:i + self.size]) for i in range(0, len(self.left), self.size)][:WIDTH]
        self.tried = {}
        for number, chunk in enumerate(chunks):
            found = without(self.entity, self.damage, self.removed | chunk)
            if found:
                self.tried[(self.key, number)] = (chunk, *found)
        return [(key, entity, damage) for key, (_, entity, damage) in self.tried.items()]

    def take(self, kept):
        """`kept`: the keys of the candidates that still differ. Takes the largest step."""
        good = [self.tried[key][0] for key in self.tried if key in kept]
        seen = len(self.left[:self.size * WIDTH])
        if good:
            best = max(good, key=len)
            self.removed |= best
            # What failed by itself in small steps is needed.
            rest = [one for one in self.left if one not in best]
            others = set().union(*good) if self.size == 1 else set(rest)
            self.left = [one for number, one in enumerate(rest) if one in others or number >= seen] if self.size == 1 else rest
        elif self.size == 1:
            self.left = self.left[seen:]
        else:
            self.size = max(1, self.size // 3)
        self.size = min(self.size, max(1, len(self.left)))

    @property
    def message(self):
        return without(self.entity, self.damage, self.removed)


def reduced(messages, differs):
    """{key: (entity, damage)} of [(key, entity, damage)]."""
    work = [Reduction(*one) for one in messages]
    for number in range(MAX_ROUNDS):
        candidates = [one for reduction in work for one in reduction.candidates()]
        if not candidates:
            break
        print(f"round {number + 1}: {len(candidates)} candidates", flush=True)
        kept = differs(candidates)
        for reduction in work:
            reduction.take(kept)
    return {reduction.key: reduction.message for reduction in work}


# ---- Rows

def expression(entity):
    """The entity as Python."""
    defaults = {field.name: field.default for field in dataclasses.fields(Entity)}
    parts = [repr(entity.type)]
    for name in ("fields", "body", "encoding", "marker", "charset"):
        value = getattr(entity, name)
        if value != defaults[name]:
            parts.append(f"{name}={value!r}")
    if entity.children:
        parts.append(f"children=({', '.join(map(expression, entity.children))},)")
    return f"Entity({', '.join(parts)})"


def row_of(name, why, entity, damage):
    return f"    ({name!r}, {why!r}, {expression(entity)}, {damage!r}),\n"


def add_rows(rows):
    """Appends rows to the table of found.py."""
    with open(FOUND, encoding="utf-8") as file:
        text = file.read()
    end = text.rindex(")\n\n\ndef rows")
    with open(FOUND, "w", encoding="utf-8") as file:
        file.write(text[:end] + "".join(rows) + text[end:])
