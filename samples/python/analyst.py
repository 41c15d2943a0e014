#!/usr/bin/env python3
"""A starting point for analysts: what an archive links to, and what in it deserves attention.

    analyst.py [ARCHIVE...]

Each cell can be run on its own after the first two.
"""

# %% Setup
import sys

import mimebase
import pandas as pd

pd.set_option("display.width", 160, "display.max_columns", 12, "display.max_colwidth", 60, "display.max_rows", 40)
ARCHIVES = sys.argv[1:] or ["samples"]


def show(title, table):
    print(f"\n== {title}\n{table.to_string() if len(table) else 'none'}")


# %% All references. What could not be read has no row, and does not stop the script.
rows = mimebase.links(ARCHIVES)
links = pd.DataFrame(rows.columns())
print(f"{rows.messages} messages, {len(links)} references")
for problem in rows.problems:
    print("not read:", problem)

# %% Linked hosts, and how many messages link to each
named = links[links.host.notna()]
hosts = pd.DataFrame({
    "references": named.host.value_counts(),
    "messages": named.drop_duplicates(["source", "message", "host"]).host.value_counts(),
    "first": named.drop_duplicates("host").set_index("host").date,
})
show("hosts", hosts.sort_values(["messages", "references"], ascending=False).head(20))

# %% Status of the references, by the layer of their base (RFC 1808 section 3)
show("status by layer", links.pivot_table(index="base_by", columns="status", values="start", aggfunc="size", fill_value=0))

# %% Hidden references: in comments, in templates, or hidden by styles
show("hidden", links[links.hidden.notna()][["source", "message", "context", "hidden", "reference"]].head(20))

# %% Links whose text names a different domain: one line per pair of domains
pairs = pd.DataFrame(mimebase.check(ARCHIVES, code="text-differs", summary=True).columns())
show("text differs from target", pairs[["domain", "other_domain", "count", "source", "message", "part"]])

# %% The same, one line per reference: what a reader sees, and where a click leads
found = pd.DataFrame(mimebase.check(ARCHIVES, code="text-differs").columns())
place = ["source", "message", "part", "start", "end"]
show("text, and where it leads", found[place].merge(links, on=place)[["from", "subject", "text", "resolved"]].head(20))

# %% Relative bases: they depend on the enclosing layers, and a mail reader that ignores these opens something else
declares = links.context.str.fullmatch(r"header:(?:base|content-base|content-location)|base@href|\w+@codebase|xml:base")
relative = links[declares & links.status.isin(["resolved", "unresolved", "part"])]
show("relative bases", relative[["source", "message", "part", "context", "reference", "resolved"]])
