"""By Mailman's own Python: posts go through the pipeline of samples/gateway/mailman, in a Mailman below one folder.

    run_mailman.py FOLDER PYTHON

FOLDER/posts has the posts. FOLDER/sent gets what Mailman passes on to members. PYTHON is what the handler runs as Python. A post with
an X-Fate field puts that into the environment of the handler's process.
"""

import email
import os
import pathlib
import sys

from mailman.app.lifecycle import create_list
from mailman.config import config
from mailman.core.initialize import initialize
from mailman.core.pipelines import process
from mailman.database.transaction import transaction
from mailman.email.message import Message
from mailman.interfaces.domain import IDomainManager
from zope.component import getUtility

folder = pathlib.Path(sys.argv[1])
(folder / "mailman.cfg").write_text(f"""
[mailman]
layout: here
[paths.here]
var_dir: {folder}/var
bin_dir: /usr/lib/mailman3/bin
[mta]
incoming: mailman.mta.null.NullMTA
[logging.error]
path: {folder}/log
""" + (folder / "plugin.cfg").read_text())
initialize(str(folder / "mailman.cfg"))
sys.executable = sys.argv[2]

with transaction():
    getUtility(IDomainManager).add("example.org")
    posts = create_list("list@example.org", style_name="legacy-default")
    posts.posting_pipeline = "mimebase-posting-pipeline"
for path in sorted((folder / "posts").iterdir(), key=lambda path: int(path.name)):
    with transaction():
        post = email.message_from_bytes(path.read_bytes(), Message)
        os.environ["FATE"] = post.get("X-Fate", "")
        process(posts, post, {"listid": posts.list_id, "original_sender": "ada@example.org"}, posts.posting_pipeline)
queue = config.switchboards["out"]
(folder / "sent").mkdir()
for number, name in enumerate(queue.files):
    post, _ = queue.dequeue(name)
    (folder / "sent" / str(number)).write_bytes(post.as_bytes())
    queue.finish(name)
