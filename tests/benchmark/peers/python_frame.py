#!/usr/bin/env python3
"""The links of an mbox in a DataFrame of pandas.

    python_frame.py module FOLDER JOBS MBOX   by the module in that folder: as columns
    python_frame.py rows FOLDER JOBS MBOX     by the module, row by row, without pandas
    python_frame.py library FOLDER JOBS MBOX  by Python's standard library, as python_links.py does
    python_frame.py nothing FOLDER JOBS MBOX  what all need besides: the interpreter and what is imported

Prints how many there are. FOLDER and JOBS are for the module alone.
"""

import mailbox
import sys

import pandas
import python_links


def main():
    how, folder, jobs, path = sys.argv[1:]
    sys.path.insert(0, folder)
    import mimebase

    if how == "module":
        frame = pandas.DataFrame(mimebase.links(path, jobs=int(jobs)).columns())
    elif how == "rows":
        frame = [None for row in mimebase.links(path, jobs=int(jobs))]
    elif how == "library":
        frame = pandas.DataFrame(
            {"message": number, "message_id": message["Message-ID"], "from": message["From"],
             "subject": message["Subject"], "date": message["Date"], "resolved": url}
            for number, message in enumerate(mailbox.mbox(path, create=False), 1)
            for url in python_links.links_of(message))
    else:
        frame = ()
    print(f"links {len(frame)}")


if __name__ == "__main__":
    main()
