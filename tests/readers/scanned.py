"""Shared by the scanners: a script reads file names from standard input and prints what each message contains, in lines
"FILE<tab>name" and "URL<tab>url<tab>...", with backslash escapes."""

import os
import subprocess

from answers import unescape
from setup import without_network

HERE = os.path.dirname(os.path.abspath(__file__))


def lines_of(command, files):
    """Yields (experiment, [columns of each URL])."""
    done = subprocess.run(without_network(command), input="".join(f"{one}\n" for one in files).encode(), check=True, stdout=subprocess.PIPE)
    name, rows = None, []
    for line in done.stdout.decode("utf-8", "backslashreplace").split("\n")[:-1]:
        kind, *columns = line.split("\t")
        if kind == "FILE":
            if name:
                yield name, rows
            name, rows = os.path.basename(columns[0]).removesuffix(".eml"), []
        elif kind == "URL":
            rows.append([unescape(one) for one in columns])
    yield name, rows
