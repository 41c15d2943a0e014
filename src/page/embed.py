"""Writes the assets of the report page as C++ source: embed.py OUTPUT STYLE_SHEET EARLY_SCRIPT SCRIPT..."""

import base64
import hashlib
import pathlib
import sys


def definition(name, text):
    for end in ("</script", "</style", "<!--"):
        if end in text.lower():
            sys.exit(f"{name} has {end}, which would end its element")
    data = text.encode()
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
    # Compilers need not accept longer literals.
    pieces = "\n".join(f'  R"asset({text[at:at + 8000]})asset"' for at in range(0, len(text), 8000))
    return f'const Asset {name} = {{\n{pieces},\n  "sha256-{digest}"}};\n'


def main():
    output, style_sheet, early_script, *scripts = map(pathlib.Path, sys.argv[1:])
    script = "'use strict';\n(() => {\n" + "".join(path.read_text() for path in scripts) + "})();\n"
    output.write_text('#include "page/assets.h"\n\nnamespace mimebase::page {\n'
                      + definition("kStyleSheet", style_sheet.read_text())
                      + definition("kEarlyScript", early_script.read_text())
                      + definition("kScript", script)
                      + "}  // namespace mimebase::page\n")


if __name__ == "__main__":
    main()
