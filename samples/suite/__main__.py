# SPDX-License-Identifier: MIT
"""The command `run` of the folder, for an installed package."""

import pathlib
import runpy
import sys


def main():
    here = pathlib.Path(__file__).resolve().parent
    # Its modules are those of a folder that is used without a package.
    sys.path.insert(0, str(here))
    sys.argv[0] = str(here / "run")
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
