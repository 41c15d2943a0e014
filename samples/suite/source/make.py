#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The cases of the suite.

    make.py --write     writes ../cases from the modules of areas/
    make.py             prints how they differ, and exits with 1 if they do"""

import importlib
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parent / "cases"
sys.path[:0] = [str(HERE), str(CASES.parent)]

import case  # noqa: E402


def areas():
    return sorted(path.stem for path in (HERE / "areas").glob("*.py") if path.stem != "__init__")


def files():
    """The content of each file, by its path below CASES."""
    made = {}
    for area in areas():
        cases = list(importlib.import_module(f"areas.{area}").cases())
        case.check(area, cases)
        for one in cases:
            made[f"{area}/{one.name}.{one.ending}"] = one.content
            made[f"{area}/{one.name}.json"] = case.written(area, one).encode()
    return made


def differences():
    """The paths whose files are missing, superfluous or different."""
    made = files()
    there = {str(path.relative_to(CASES)): path for path in CASES.rglob("*") if path.is_file()}
    return sorted(name for name in {*made, *there} if name not in made or name not in there or there[name].read_bytes() != made[name])


def main():
    if sys.argv[1:] == ["--write"]:
        made = files()  # before anything is removed: a case may be wrong
        shutil.rmtree(CASES, ignore_errors=True)
        for name, content in made.items():
            path = CASES / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return
    differ = differences()
    print("\n".join(differ), end="\n" * bool(differ))
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
