"""LibreOffice: [text, URL] of each link of each file, as a click opens it. Run by the Python that has LibreOffice's module uno.
    libreoffice.py FILES..."""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

WAIT_S = 120


def connected(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    end = time.monotonic() + WAIT_S
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            if time.monotonic() > end:
                raise
            time.sleep(0.3)


def elements(container):
    found = container.createEnumeration()
    while found.hasMoreElements():
        yield found.nextElement()


def fields_of(text):
    """The links in a text of Calc or Impress."""
    for paragraph in elements(text):
        for portion in elements(paragraph):
            if portion.TextPortionType == "TextField" and hasattr(portion.TextField, "URL"):
                yield portion.TextField.Representation, portion.TextField.URL


def links_of(document):
    if hasattr(document, "Sheets"):
        sheet = document.Sheets.getByIndex(0)
        for row in range(200):
            cell = sheet.getCellByPosition(0, row)
            yield from fields_of(cell)
            if cell.Formula.startswith("="):
                yield cell.String, cell.Formula
    elif not hasattr(document, "Text"):
        page = document.DrawPages.getByIndex(0)
        for number in range(page.Count):
            yield from fields_of(page.getByIndex(number))
    else:
        for paragraph in elements(document.Text):
            for portion in elements(paragraph):
                if portion.HyperLinkURL:
                    yield portion.String, portion.HyperLinkURL


def main(files):
    with tempfile.TemporaryDirectory() as profile:
        pipe = f"mimebase{pathlib.Path(profile).name}"
        office = subprocess.Popen(["soffice", "--headless", "--norestore", "--nologo", f"-env:UserInstallation={pathlib.Path(profile).as_uri()}",
                                   f"--accept=pipe,name={pipe};urp;"], stdout=subprocess.DEVNULL)
        context = connected(pipe)
        desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        for file in files:
            document = desktop.loadComponentFromURL(pathlib.Path(file).as_uri(), "_blank", 0, (PropertyValue("Hidden", 0, True, 0),))
            print(json.dumps(list(links_of(document)) if document else None), flush=True)
            if document:
                document.close(True)
        desktop.terminate()
        office.wait(WAIT_S)


main(sys.argv[1:])
