"""The filters of samples/gateway, each in a program that delivers mail, with all files in one folder.

A filter is set up from the sample as it is, except for its paths and users. deliver() passes messages through it, tries again where
a mail server would, and returns every message that was delivered.
"""

import concurrent.futures
import email
import os
import pathlib
import pwd
import re
import shutil
import smtplib
import socket
import subprocess
import time

GATEWAY = pathlib.Path(os.environ.get("MIMEBASE_SOURCE_ROOT", pathlib.Path(__file__).parents[2])) / "samples" / "gateway"
INSTALLED = "/usr/local/lib/mimebase"
AT_ONCE = 2
TRIES = 8
DEADLINE_SECONDS, DEADLINE_SECONDS_EACH = 10, 2
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# Who reads mail, if the test is root: no program delivers as root.
READER = "nobody"
NO_ROOT = "only root can give a mail server an /etc of its own"


class NotHere(Exception):
    """The filter cannot be run on this machine, and why."""


def needs(*programs):
    missing = [program for program in programs if not shutil.which(program, path=SYSTEM_PATH)]
    if missing:
        raise NotHere(f"{', '.join(missing)} not installed")


def is_root():
    return os.geteuid() == 0


def files_of(maildir):
    return [path.read_bytes() for path in sorted(maildir.glob("new/*"))]


class Filter:
    """The folder of a filter: lib/mimebase-filter and bin/mimebase are what recipes run. Put the program into bin/mimebase."""

    recipe = ""

    def __init__(self, folder, seconds=60):
        self.folder = pathlib.Path(folder)
        self.lib, self.bin, self.spool = (self.folder / name for name in ("lib", "bin", "spool"))
        self.box = self.folder / "Maildir"
        for path in (self.folder, self.lib, self.bin, self.spool):
            path.mkdir(exist_ok=True)
            path.chmod(0o777 if path == self.spool else 0o755)
        script = (GATEWAY / "mimebase-filter").read_text()
        for name, value in (("MIMEBASE", self.bin / "mimebase"), ("SPOOL", self.spool), ("TIMEOUT", seconds)):
            script, count = re.subn(rf'\$\{{{name}:=(\$\{{[^}}]*\}}|[^}}]*)\}}', f"${{{name}:={value}}}", script)
            assert count == 1, name
        self.script = self.write(self.lib / "mimebase-filter", script, 0o755)
        self.set_up()

    def write(self, path, text, mode=0o644):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path

    # How long a process that rewrites a message may take here.
    longest_seconds = 0.06
    # What may be killed: mimebase is the parent of workers that read the message; its own parents are timeout and the script.
    victims = ("nobody", "program", "worker", "all", "timeout", "filter")

    def program(self, exe):
        """The command that bin/mimebase stands for."""
        return [exe]

    def put_program(self, exe):
        path = self.bin / "mimebase"
        path.unlink(missing_ok=True)
        path.symlink_to(exe)

    def sample(self, name=None):
        """A recipe that runs the script in the folder."""
        return (GATEWAY / (name or self.recipe)).read_text().replace(INSTALLED, str(self.lib))

    def run(self, *command, input=b"", timeout=120, **environment):
        return subprocess.run([os.fspath(word) for word in command], input=input, capture_output=True, timeout=timeout, cwd=self.folder,
                              env={"PATH": f"{self.bin}:{SYSTEM_PATH}", "HOME": str(self.folder), **environment})

    def as_reader(self):
        """The beginning of a command that must not run as root."""
        return ["setpriv", f"--reuid={READER}", "--regid=65534", "--clear-groups"] if is_root() else []

    def submit(self, message):
        """Runs the delivery of one message: true if it was delivered, else a mail server would try again."""
        raise NotImplementedError

    def try_until_delivered(self, message):
        for _ in range(TRIES):
            if self.submit(message):
                return
        raise AssertionError("the delivery failed again and again")

    def deliver(self, messages):
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(self.try_until_delivered, messages))
        return self.take_delivered()

    def take_delivered(self):
        found = files_of(self.box)
        for path in self.box.glob("new/*"):
            path.unlink()
        return found

    def make_box(self, owner=None):
        for path in (self.box, *(self.box / name for name in ("tmp", "new", "cur"))):
            path.mkdir()
            if owner and is_root():
                shutil.chown(path, owner)

    def as_delivered(self, message):
        """What the program makes of a message without a filter."""
        return message

    def set_up(self):
        pass

    def close(self):
        pass


class Script(Filter):
    """The script alone. Its caller stores what it prints only if it succeeds."""

    recipe = "mimebase-filter"

    def set_up(self):
        self.stored = []

    def submit(self, message):
        done = self.run(self.script, input=message)
        if done.returncode == 0:
            self.stored.append(done.stdout)
        return done.returncode == 0

    def take_delivered(self):
        found, self.stored = self.stored, []
        return found


class Procmail(Filter):
    recipe = "procmailrc"

    def set_up(self):
        needs("procmail", "timeout")
        self.rc = self.write("procmailrc", f"MAILDIR={self.folder}\nDEFAULT={self.box}/\nLOGFILE={self.folder}/log\n" +
                             self.sample(), 0o600)

    def submit(self, message):
        return self.run("procmail", "-m", self.rc,
                        input=b"From ada@example.org  Thu Jan  1 00:00:00 2004\n" + message).returncode == 0

    def as_delivered(self, message):
        # procmail adds a blank line after a filtered message, as in an mbox, but not after one that it rescued.
        return message.rstrip(b"\n") + b"\n"

    def take_delivered(self):
        return [self.as_delivered(message) for message in super().take_delivered()]


class Maildrop(Filter):
    recipe = "mailfilter"

    def set_up(self):
        needs("maildrop", "timeout")
        self.rc = self.write("mailfilter", self.sample() + f'to "{self.box}/."\n', 0o600)
        self.make_box()

    def submit(self, message):
        return self.run("maildrop", self.rc, input=message).returncode == 0


class Dovecot(Filter):
    recipe = "dovecot/dovecot-2.3.conf"

    def set_up(self):
        needs("dovecot", "setpriv")
        if not pathlib.Path("/usr/lib/dovecot/modules/sieve/lib90_sieve_extprograms_plugin.so").exists():
            raise NotHere("dovecot-sieve not installed")
        user = READER if is_root() else pwd.getpwuid(os.geteuid()).pw_name
        self.folder.chmod(0o777)
        self.write("mimebase.sieve", self.sample("dovecot/mimebase.sieve"))
        self.conf = self.write("dovecot.conf", f"""
            mail_location = maildir:{self.box}
            base_dir = {self.folder}/run
            log_path = {self.folder}/log
            postmaster_address = postmaster@example.org
            hostname = mail.example.org
            first_valid_uid = 1
            mail_uid = {user}
            """ + self.sample().replace("/etc/dovecot", str(self.folder)))

    def submit(self, message):
        user = READER if is_root() else pwd.getpwuid(os.geteuid()).pw_name
        return self.run(*self.as_reader(), "/usr/lib/dovecot/dovecot-lda", "-c", self.conf, "-f", "ada@example.org",
                        input=message, USER=user).returncode == 0

    def take_delivered(self):
        return [re.sub(rb"\AReturn-Path: <[^>]*>\n", b"", message) for message in super().take_delivered()]


class PublicInbox(Filter):
    """public-inbox-mda, as a mail server would run it."""

    recipe = "README.md"

    def set_up(self):
        needs("public-inbox-init", "public-inbox-mda", "git")
        self.environment = {"PI_CONFIG": str(self.folder / "config"), "GIT_CONFIG_NOSYSTEM": "1",
                            "ORIGINAL_RECIPIENT": "list@example.org"}
        done = self.run("public-inbox-init", "-V2", "list", self.folder / "inbox", "http://example.org/list", "list@example.org",
                        **self.environment)
        assert done.returncode == 0, done.stderr
        for key, value in (("publicinboxmda.spamcheck", "none"), ("publicinbox.list.filter", "PublicInbox::Filter::Mirror")):
            self.run("git", "config", "-f", self.folder / "config", key, value)
        # The command of the page, from its beginning.
        (self.command,) = re.findall(r"^    (/\S+/mimebase-filter -- public-inbox-mda .*)$", self.sample(), re.M)
        self.taken = set()

    def submit(self, message):
        return self.run("sh", "-c", self.command, input=message, **self.environment).returncode == 0

    def as_delivered(self, message):
        return message.replace(b"\n\n", b"\nList-Id: <list.example.org>\n\n", 1)

    def deliver(self, messages):
        for message in messages:  # the inbox is locked while one is added
            self.try_until_delivered(message)
        return self.take_delivered()

    def take_delivered(self):
        git = ["git", "--git-dir", self.folder / "inbox" / "git" / "0.git"]
        found = []
        for commit in self.run(*git, "rev-list", "--all").stdout.split():
            if commit not in self.taken:
                self.taken.add(commit)
                found.append(self.run(*git, "cat-file", "blob", commit.decode() + ":m").stdout)
        return found


class MailServer(Filter):
    """A mail server that reads its configuration and users below /etc: it gets an /etc of its own, by a mount of its own."""

    def set_up(self):
        if not is_root():
            raise NotHere(NO_ROOT)
        needs("unshare", "mount")
        self.make_box(READER)
        self.etc = self.folder / "etc"
        self.etc.mkdir()
        for name in ("passwd", "group", "nsswitch.conf", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "services", "protocols",
                     "localtime", "alternatives", "ssl", "host.conf", "hosts", "postfix", "resolv.conf"):
            path = pathlib.Path("/etc", name)
            if path.is_dir() and not path.is_symlink():
                shutil.copytree(path, self.etc / name, symlinks=True)
            elif path.exists():
                shutil.copy(path, self.etc / name, follow_symlinks=False)
        if self.inside("true").returncode:
            raise NotHere(NO_ROOT)

    def inside(self, *command, **options):
        return self.run("unshare", "-m", "sh", "-c", 'mount --bind "$0" /etc && exec "$@"', self.etc, *command, **options)

    def settle(self, count):
        """Waits until all messages are delivered."""
        end = time.monotonic() + DEADLINE_SECONDS + count * DEADLINE_SECONDS_EACH
        while self.waiting(count) and time.monotonic() < end:
            time.sleep(0.2)
            self.try_again()

    def waiting(self, count):
        return len(list(self.box.glob("new/*"))) < count or bool(self.queued())


class Postfix(MailServer):
    """The simple content filter."""

    recipe = "postfix-master.cf"
    service = "mimebase"

    MAIN = """
        compatibility_level = 3.6
        queue_directory = {folder}/queue
        data_directory = {folder}/data
        myhostname = mail.example.org
        mydestination =
        inet_interfaces = 127.0.0.1
        inet_protocols = ipv4
        smtpd_relay_restrictions = permit_mynetworks, reject
        smtpd_peername_lookup = no
        virtual_mailbox_domains = example.org
        virtual_mailbox_base = {folder}
        virtual_mailbox_maps = static:Maildir/
        virtual_uid_maps = static:65534
        virtual_gid_maps = static:65534
        virtual_transport = {transport}
        header_checks = regexp:/etc/postfix/received
        queue_run_delay = 1s
        minimal_backoff_time = 1s
        maximal_backoff_time = 1s
        maillog_file = {folder}/log
        maillog_file_prefixes = {folder}
        mimebase_destination_concurrency_limit = 2
        mimebase-deliver_destination_recipient_limit = 1
        """
    MASTER = """
        127.0.0.1:{port} inet n - n - - smtpd {content_filter}
        postlog unix-dgram n - n - 1 postlogd
        pickup unix n - n 1 1 pickup
        cleanup unix n - n - 0 cleanup
        qmgr unix n - n 1 1 qmgr
        rewrite unix - - n - - trivial-rewrite
        bounce unix - - n - 0 bounce
        defer unix - - n - 0 bounce
        trace unix - - n - 0 bounce
        flush unix n - n 1000? 0 flush
        proxymap unix - - n - - proxymap
        error unix - - n - - error
        retry unix - - n - - error
        virtual unix - n n - - virtual
        anvil unix - - n - 1 anvil
        """

    def set_up(self):
        needs("postfix", "postdrop")
        super().set_up()
        for name in ("queue", "data", "queue/pid"):
            (self.folder / name).mkdir()
        shutil.chown(self.folder / "data", "postfix")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.write("etc/postfix/main.cf", self.unindented(self.MAIN.format(folder=self.folder, transport=self.transport())))
        self.write("etc/postfix/received", "/^Received:/ IGNORE\n")
        self.write("etc/postfix/master.cf", self.unindented(self.MASTER.format(port=self.port, content_filter=self.content_filter())) +
                   self.services())
        done = self.inside("postfix", "start")
        assert done.returncode == 0, done.stderr + done.stdout
        self.master = int((self.folder / "queue" / "pid" / "master.pid").read_text())

    @staticmethod
    def unindented(text):
        return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip())

    def services(self):
        return self.sample().replace("user=mimebase", f"user={READER}").replace("user=vmail", f"user={READER}")

    def transport(self):
        return "virtual"

    def content_filter(self):
        return "-o content_filter=mimebase:dummy"

    def deliver(self, messages):
        with smtplib.SMTP("127.0.0.1", self.port, timeout=60) as server:
            for message in messages:
                server.sendmail("ada@example.org", ["list@example.org"], message.replace(b"\n", b"\r\n"))
        self.settle(len(messages))
        return self.take_delivered()

    def queued(self):
        return [path for queue in ("maildrop", "incoming", "active", "deferred") for path in (self.folder / "queue" / queue).rglob("*")
                if path.is_file()]

    def try_again(self):
        if any((self.folder / "queue" / "deferred").rglob("*")):
            self.inside("postqueue", "-f")

    def take_delivered(self):
        own = re.compile(rb"\A(?:(?:Return-Path|X-Original-To|Delivered-To): .*\n)*")
        return [own.sub(b"", message, count=1) for message in super().take_delivered()]

    def close(self):
        self.inside("postfix", "stop")


class PostfixDeliver(Postfix):
    """The pipe in front of the program that delivers; here, maildrop."""

    def set_up(self):
        needs("maildrop")
        plain = self.write("plain", f'to "{self.box}/."\n', 0o600)
        if is_root():
            shutil.chown(plain, READER)
        super().set_up()

    def services(self):
        text, count = re.subn(r"-- /usr/lib/dovecot/dovecot-lda .*", f"-- /usr/bin/maildrop {self.folder}/plain", super().services())
        assert count == 1
        return text

    def transport(self):
        return "mimebase-deliver"

    def content_filter(self):
        return ""


class Exim(MailServer):
    recipe = "exim.conf"

    MAIN = """
        exim_path = {exim}
        spool_directory = {folder}/exim
        log_file_path = {folder}/exim/%slog
        primary_hostname = mail.example.org
        received_header_text =
        keep_environment =
        local_interfaces =
        begin routers
        everyone:
          driver = accept
          transport = mimebase_maildir
          transport_home_directory = {folder}
        begin transports
        {transport}
          user = nobody
          group = nogroup
        begin retry
        * * F,1h,1s
        """

    def set_up(self):
        # Debian's packages of Exim and Postfix exclude each other, so this one may also be unpacked without being installed.
        self.exim = os.environ.get("MIMEBASE_EXIM") or shutil.which("exim4", path=SYSTEM_PATH)
        if not self.exim:
            raise NotHere("exim4 not installed, and MIMEBASE_EXIM does not name it")
        super().set_up()
        with open(self.etc / "passwd", "a", encoding="ascii") as users, open(self.etc / "group", "a", encoding="ascii") as groups:
            if "Debian-exim:" not in (self.etc / "passwd").read_text():
                users.write("Debian-exim:x:64998:64998::/var/spool/exim4:/usr/sbin/nologin\n")
                groups.write("Debian-exim:x:64998:\n")
        self.write("etc/exim4/exim4.conf", "\n".join(
            line[8:] if line.startswith(" " * 8) else line for line in
            self.MAIN.format(exim=self.exim, folder=self.folder, transport=self.sample()).splitlines()) + "\n")
        (self.folder / "exim").mkdir()
        (self.folder / "exim").chmod(0o777)

    def submit(self, message):
        return self.inside(self.exim, "-odi", "-oi", "-f", "ada@example.org", "list@example.org", input=message).returncode == 0

    def deliver(self, messages):
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            assert all(pool.map(self.submit, messages))
        self.settle(len(messages))
        return self.take_delivered()

    def queued(self):
        return list((self.folder / "exim" / "input").rglob("*-H"))

    def try_again(self):
        if self.queued():
            self.inside(self.exim, "-qff")

    def take_delivered(self):
        own = re.compile(rb"\A(?:(?:Return-path|Envelope-to|Delivery-date): .*\n)*")
        return [own.sub(b"", message, count=1) for message in super().take_delivered()]


class Mailman(Filter):
    """The handler, in the pipeline of a list whose runner is run_mailman.py. Mailman adds fields, so contents are compared."""

    recipe = "mailman/mailman.cfg"

    def set_up(self):
        if not pathlib.Path("/usr/lib/mailman3/bin/mailman").exists():
            raise NotHere("mailman3 not installed")
        module = pathlib.Path(os.environ.get("MIMEBASE_PYTHON_FOLDER", "/none"))
        if not any(module.glob("mimebase/_mimebase*.so")):
            raise NotHere("no Python module was built")
        self.write("plugin.cfg", self.sample())
        self.path = f"{GATEWAY / 'mailman'}:{module}"

    longest_seconds = 0.3
    victims = ("nobody", "program")  # Mailman itself runs the program

    def program(self, exe):
        return ["/usr/bin/python3"]

    def put_program(self, exe):
        self.write("bin/mimebase", '#!/bin/sh\nexec /usr/bin/python3 "$@"\n', 0o755)

    def deliver(self, messages):
        for number, message in enumerate(messages):
            path = self.write(f"posts/{number}", "")
            path.write_bytes(message)
        shutil.rmtree(self.folder / "var", ignore_errors=True)
        done = self.run("/usr/bin/python3", pathlib.Path(__file__).with_name("run_mailman.py"), self.folder, self.bin / "mimebase", timeout=3600,
                        PYTHONPATH=self.path, PYTHONDONTWRITEBYTECODE="1", LC_ALL="C.UTF-8")
        assert done.returncode == 0, done.stderr
        found = [path.read_bytes() for path in sorted((self.folder / "sent").iterdir())]
        for name in ("posts", "sent"):
            shutil.rmtree(self.folder / name)
        return [self.as_delivered(message) for message in found]

    def as_delivered(self, message):
        parsed = email.message_from_bytes(message)
        # Python's mailbox module, which collects the digest, changes these lines in the post itself.
        content = re.sub(rb"^>From ", b"From ", parsed.as_bytes().partition(b"\n\n")[2], flags=re.M)
        return f"Message-ID: {parsed['Message-ID']}\n\n".encode() + content


ALL = {
    "script": Script,
    "procmail": Procmail,
    "maildrop": Maildrop,
    "postfix": Postfix,
    "postfix-deliver": PostfixDeliver,
    "dovecot": Dovecot,
    "exim": Exim,
    "public-inbox": PublicInbox,
    "mailman": Mailman,
}
