"""Shared by the readers: packages, and a process without a network."""

import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def is_installed(name):
    """A command of the same name is enough: it may come from elsewhere."""
    done = subprocess.run(["dpkg-query", "-W", "-f=${Status}", name], capture_output=True)
    return done.stdout == b"install ok installed" or shutil.which(name)


def packages(*names):
    """Installs Debian packages that are missing. If all are installed, the network is not used."""
    missing = [name for name in names if not is_installed(name)]
    if not missing:
        return
    print("installing:", *missing, file=sys.stderr)
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    apt = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-o", "DPkg::Lock::Timeout=300"]
    for command in (["update"], ["install", "-y", "--no-install-recommends", *missing]):
        subprocess.run([*apt, *command], check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)


def version_of(package):
    done = subprocess.run(["dpkg-query", "-W", "-f=${Version}", package], check=True, capture_output=True)
    return done.stdout.decode()


def without_network(command):
    """The command in a network namespace of its own, where only loopback exists."""
    if not shutil.which("unshare"):
        raise RuntimeError("unshare (util-linux) is missing")
    flags = ["--net"] if os.geteuid() == 0 else ["--net", "--map-root-user"]
    return ["unshare", *flags, "sh", "-c", 'ip link set lo up && exec "$@"', "sh", *command]


def is_shown(line):
    """False, with a warning, for what a reader printed about a message that it could not show. Its references have no rows."""
    if "error" in line:
        print(f"not shown: {line['file']}: {line['error']}", file=sys.stderr)
    return "error" not in line
