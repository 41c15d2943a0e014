#!/usr/bin/env python3
"""Where an analyst would start from: what an archive links to, and what in it deserves a look.

    analyst.py [ARCHIVE...]

Each cell stands for itself once the first two have run.
"""

# %% What is needed
import sys

import mimebase
import pandas as pd

pd.set_option("display.width", 160, "display.max_columns", 12, "display.max_colwidth", 60, "display.max_rows", 40)
ARCHIVES = sys.argv[1:] or ["samples"]


def show(title, table):
    print(f"\n== {title}\n{table.to_string() if len(table) else 'none'}")


# %% All references. What could not be read is no row, and no reason to stop.
rows = mimebase.links(ARCHIVES)
links = pd.DataFrame(rows.columns())
print(f"{rows.messages} messages, {len(links)} references")
for problem in rows.problems:
    print("not read:", problem)

# %% Where they lead: hosts, and how many messages name each
named = links[links.host.notna()]
hosts = pd.DataFrame({
    "references": named.host.value_counts(),
    "messages": named.drop_duplicates(["source", "message", "host"]).host.value_counts(),
    "first": named.drop_duplicates("host").set_index("host").date,
})
show("hosts", hosts.sort_values(["messages", "references"], ascending=False).head(20))

# %% What became of them, by the layer that their base comes from (RFC 1808 section 3)
show("status by layer", links.pivot_table(index="base_by", columns="status", values="start", aggfunc="size", fill_value=0))

# %% Hidden references: in comments, templates, or styled away
show("hidden", links[links.hidden.notna()][["source", "message", "context", "hidden", "reference"]].head(20))

# %% Text that names one domain, and a link that leads to another: one line a pair of domains
pairs = pd.DataFrame(mimebase.check(ARCHIVES, code="text-differs", summary=True).columns())
show("text differs from target", pairs[["domain", "other_domain", "count", "source", "message", "part"]])

# %% The same, reference by reference: what a reader sees, and where a click leads
found = pd.DataFrame(mimebase.check(ARCHIVES, code="text-differs").columns())
place = ["source", "message", "part", "start", "end"]
show("text, and where it leads", found[place].merge(links, on=place)[["from", "subject", "text", "resolved"]].head(20))

# %% Relative bases: they depend on what is around them, and a reader that knows less of it opens something else
declares = links.context.str.fullmatch(r"header:(?:base|content-base|content-location)|base@href|\w+@codebase|xml:base")
relative = links[declares & links.status.isin(["resolved", "unresolved", "part"])]
show("relative bases", relative[["source", "message", "part", "context", "reference", "resolved"]])
