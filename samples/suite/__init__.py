# SPDX-License-Identifier: MIT
"""The suite as a package: its cases, and what an answer is worth.

    import base_url_suite as suite
    for case in suite.load():
        rows = my_program(case["path"])  # [{"reference": "ref1.html", "resolved": "http://..."}], as README.md describes them
        for reference, answer in zip(case["references"], suite.answers_of(case, rows)):
            verdict, follows = suite.judge(reference, answer)

`python3 -m base_url_suite PROGRAM` is the command `run` of the folder."""

from .suite import NOTHING, RULES, UNSUPPORTED, VERSION, Answer, answers_of, judge, load, record, recorded, same_url

__all__ = ["NOTHING", "RULES", "UNSUPPORTED", "VERSION", "Answer", "answers_of", "judge", "load", "record", "recorded", "same_url"]
