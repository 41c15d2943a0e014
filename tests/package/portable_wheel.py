"""Writes the wheel of tests/package/portable.

    python3 tests/package/portable_wheel.py VERSION MODULE PROGRAM DOCUMENTS FOLDER

MODULE is linked with all libraries but the C library, PROGRAM with that too. DOCUMENTS has their licences and sources.
"""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# pip puts the interpreter into its first line.
COMMAND = """#!python
import importlib.util
import os
import sys

package = os.path.dirname(importlib.util.find_spec("mimebase").origin)
os.execv(os.path.join(package, "mimebase-read-rows"), ["mimebase", *sys.argv[1:]])
"""


def newest_glibc(module):
    """The version of glibc that a module asks for, such as (2, 34)."""
    symbols = subprocess.run(["objdump", "-T", str(module)], stdout=subprocess.PIPE, text=True, check=True).stdout
    return max(tuple(map(int, version.split("."))) for version in re.findall(r"\(?GLIBC_([0-9.]+)\)?", symbols))


def metadata(version):
    project = (ROOT / "src" / "python" / "pyproject.toml").read_text()
    wanted = {name: re.search(rf'^{name} = "(.*)"$', project, re.MULTILINE)[1] for name in ("name", "description", "requires-python")}
    return (f"Metadata-Version: 2.1\nName: {wanted['name']}\nVersion: {version}\nSummary: {wanted['description']}\n"
            f"Requires-Python: {wanted['requires-python']}\nDescription-Content-Type: text/markdown\n\n"
            + (ROOT / "README.md").read_text())


def main():
    version, module, program, documents, folder = sys.argv[1], *map(pathlib.Path, sys.argv[2:])
    python = re.search(r"\.cpython-(\d+)-", module.name)[1]
    tag = f"cp{python}-cp{python}-manylinux_%d_%d_x86_64" % newest_glibc(module)[:2]
    info = f"mimebase-{version}.dist-info"
    wheel = f"Wheel-Version: 1.0\nGenerator: mimebase\nRoot-Is-Purelib: false\nTag: {tag}\n"
    package = {f"mimebase/{path.name}": path.read_bytes() for path in sorted((ROOT / "src" / "python" / "mimebase").iterdir())
               if path.is_file() and path.name != "meson.build"}
    programs = {f"mimebase/{module.name}": module.read_bytes(), "mimebase/mimebase-read-rows": program.read_bytes(),
                f"mimebase-{version}.data/scripts/mimebase": COMMAND.encode()}
    about = {f"{info}/METADATA": metadata(version).encode(), f"{info}/WHEEL": wheel.encode(),
             **{f"{info}/licenses/{path.relative_to(documents)}": path.read_bytes() for path in sorted(documents.rglob("*")) if path.is_file()}}
    record = []
    path = folder / f"mimebase-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        def add(name, content):
            entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if name in programs else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
        for name, content in {**package, **programs, **about}.items():
            add(name, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(content)}\n")
        add(f"{info}/RECORD", "".join([*record, f"{info}/RECORD,,\n"]))
    print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
