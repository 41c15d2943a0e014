"""Finds `office` and `pdf`, which write documents. They are a part of the suite of cases, whose folder can be copied alone: import this
module before them."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "samples" / "suite" / "source"))
