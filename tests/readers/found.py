"""Messages at random on which a profile and its reader once differed, reduced by `random READER --reduce`.

A row is (name, why, entity, names of damage)."""

import random_mail
from message import Entity  # noqa: F401

ROWS = (
)


def rows():
    for name, why, entity, damage in ROWS:
        yield name, why, entity, *(random_mail.DAMAGE[one] for one in damage)
