"""Runs Dovecot and Roundcube over messages. Started by roundcube.py in a network namespace that has only loopback.
    roundcube_inside.py FOLDER FILES...
FOLDER is empty, and receives configuration, mail and database. Prints one JSON line per message: {"file", "page"}, and one at the end: {"sheets"}."""

import base64
import http.cookiejar
import imaplib
import json
import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.parse
import urllib.request

IMAP_PORT = 10143
WEB = "http://127.0.0.1:10080/"
ROUNDCUBE = "/var/lib/roundcube"
SCHEMA = "/usr/share/roundcube/SQL/sqlite.initial.sql"
START_SECONDS = 60

DOVECOT = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/dovecot.log
listen = 127.0.0.1
protocols = imap
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:{folder}/mail
mailbox_list_index = no
passdb {{
  driver = static
  args = nopassword=y
}}
userdb {{
  driver = static
  args = uid=www-data gid=www-data home={folder}/home
}}
service imap-login {{
  inet_listener imap {{
    port = {port}
  }}
}}
"""

CONFIG = """<?php
$config = [
  'db_dsnw' => 'sqlite:///{folder}/roundcube.db?mode=0600',
  'imap_host' => '127.0.0.1:{port}',
  'smtp_host' => '127.0.0.1:1',
  'des_key' => '{key}',
  'log_dir' => '{folder}/logs/',
  'temp_dir' => '{folder}/temp/',
  'plugins' => [],
  'skin' => 'elastic',
  'prefer_html' => true,
  'show_images' => 0,
  'inline_images' => true,
  'enable_installer' => false,
];
"""


def retry(function):
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            return function()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.3)


def write_configuration(folder):
    for name in ("run", "mail", "home", "logs", "temp", "config"):
        os.makedirs(os.path.join(folder, name))
    with open(f"{folder}/dovecot.conf", "w") as file:
        file.write(DOVECOT.format(folder=folder, port=IMAP_PORT))
    for name in ("defaults.inc.php", "mimetypes.php"):
        shutil.copy(f"/etc/roundcube/{name}", f"{folder}/config/{name}")
    with open(f"{folder}/config/config.inc.php", "w") as file:
        file.write(CONFIG.format(folder=folder, port=IMAP_PORT, key=secrets.token_hex(12)))
    with open(SCHEMA) as file, sqlite3.connect(f"{folder}/roundcube.db") as database:
        database.executescript(file.read())
    subprocess.run(["chown", "-R", "www-data:www-data", *(f"{folder}/{name}" for name in ("mail", "home"))], check=True)
    os.chmod(folder, 0o755)


def append(files):
    imap = retry(lambda: imaplib.IMAP4("127.0.0.1", IMAP_PORT))
    imap.login("reader", "any")
    for path in files:
        with open(path, "rb") as file:
            status, answer = imap.append("INBOX", "(\\Seen)", None, file.read())
        if status != "OK":
            raise RuntimeError(f"{path}: {answer}")
    imap.logout()


class Web:
    def __init__(self):
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        page = retry(lambda: self.get("?_task=login"))
        token = re.search(r'name="_token" value="([^"]+)"', page).group(1)
        answer = self.get("?_task=login", {"_task": "login", "_action": "login", "_token": token, "_user": "reader", "_pass": "any", "_timezone": "UTC"})
        if '_task=logout' not in answer:
            raise RuntimeError("Roundcube refuses the login")

    def get(self, query, form=None):
        data = urllib.parse.urlencode(form).encode() if form else None
        with self.opener.open(WEB + query, data, timeout=120) as answer:
            return answer.read().decode("utf-8", "backslashreplace")


def sheets(folder):
    """{name: URL} of the style sheets that Roundcube fetches itself, from its session."""
    with sqlite3.connect(f"{folder}/roundcube.db") as database:
        sessions = [base64.b64decode(row[0]) for row in database.execute("SELECT vars FROM session")]
    found = {}
    for one in re.finditer(rb's:\d+:"(tmp-[0-9a-f]{32}\.css)";s:(\d+):"', b"".join(sessions)):
        found[one.group(1).decode()] = one.string[one.end():one.end() + int(one.group(2))].decode()
    return found


def main(folder, files):
    write_configuration(folder)
    environment = {**os.environ, "ROUNDCUBE_CONFIG_DIR": f"{folder}/config"}
    with open(f"{folder}/web.log", "w") as log:
        processes = [subprocess.Popen(["dovecot", "-F", "-c", f"{folder}/dovecot.conf"], stdout=log, stderr=log),
                     subprocess.Popen(["php", "-S", "127.0.0.1:10080", "-t", ROUNDCUBE], env=environment, stdout=log, stderr=log)]
        try:
            append(files)
            web = Web()
            for uid, path in enumerate(files, 1):
                # Remote content is blocked by default. What would load once the user allows it is what is asked here.
                print(json.dumps({"file": os.path.basename(path), "page": web.get(f"?_task=mail&_mbox=INBOX&_uid={uid}&_action=show&_safe=1")}), flush=True)
            print(json.dumps({"sheets": sheets(folder)}))
        finally:
            for process in processes:
                process.terminate()
                process.wait()


main(sys.argv[1], sys.argv[2:])
