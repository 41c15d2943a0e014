"""Shares with their 95 % intervals: units (texts, messages, documents) are drawn again with replacement, 1,000 times, from a fixed seed.

URLs of one message are not independent, so units are drawn, not URLs. All programs are asked about the same units, so the same draws
give the interval of a difference between two programs."""

import collections
import functools
import random

DRAWS, SEED, TAIL, FEWEST = 1000, 1808, 0.025, 5


@functools.lru_cache(maxsize=None)
def draws(units):
    """For each draw, the numbers of the units in it."""
    source = random.Random(SEED)
    return [source.choices(range(units), k=units) for _ in range(DRAWS)]


def percent(part, whole):
    return round(100 * part / whole, 1) if whole else None


def _middle(values):
    values = sorted(values)
    return [round(100 * values[int(TAIL * len(values))], 1), round(100 * values[int((1 - TAIL) * len(values)) - 1], 1)] if values else None


def interval(pairs):
    """That of a share whose part and whole are known for each unit; None if there are too few units.

    If no unit differs, the exact bound of a binomial share of that many units."""
    pairs = [(part, whole) for part, whole in pairs if whole]
    parts, wholes = sum(part for part, _ in pairs), sum(whole for _, whole in pairs)
    if len(pairs) < FEWEST:
        return None
    bound = TAIL ** (1 / len(pairs))
    if parts == wholes:
        return [round(100 * bound, 1), 100.0]
    if not parts:
        return [0.0, round(100 * (1 - bound), 1)]
    return _middle([sum(pairs[at][0] for at in draw) / sum(pairs[at][1] for at in draw) for draw in draws(len(pairs))])


def difference(ones, others):
    """In points, of two programs that were asked about the same units; and its interval."""
    both = [(*one, *other) for one, other in zip(ones, others, strict=True) if one[1] or other[1]]

    def of(rows):
        sums = [sum(column) for column in zip(*rows)]
        return sums[0] / sums[1] - sums[2] / sums[3] if sums[1] and sums[3] else None

    found = [value for draw in draws(len(both)) if (value := of([both[at] for at in draw])) is not None]
    return round(100 * of(both), 1), _middle(found)


class Tally:
    """Counts by group and unit."""

    def __init__(self, units):
        self.units = list(units)
        self.groups = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))

    def add(self, group, unit, **counts):
        self.groups[group][unit].update(counts)

    def total(self, group):
        return sum(self.groups[group].values(), collections.Counter())

    def pairs(self, group, part, whole):
        """Of each unit, the part and the whole (a sum of counts)."""
        rows = self.groups[group]
        return [(rows[unit][part], sum(rows[unit][one] for one in whole)) if unit in rows else (0, 0) for unit in self.units]

    def share(self, name, group, part, *whole):
        """{name: percentage, name + "_interval": its interval}."""
        pairs = self.pairs(group, part, whole)
        return {name: percent(sum(one for one, _ in pairs), sum(one for _, one in pairs)), name + "_interval": interval(pairs)}
