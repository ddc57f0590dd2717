"""Converts documents with a LibreOffice that listens, one after another, as unoconv and Gotenberg do.

Started with the name of the pipe it listens at; reads lines "INPUT<tab>OUTPUT" with addresses of files, writes "done" or "failed REASON" for each.
"""
import sys
import time

import uno
from com.sun.star.beans import PropertyValue

WAIT_S = 60


def property_of(name, value):
    given = PropertyValue()
    given.Name, given.Value = name, value
    return given


def connected(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    deadline = time.monotonic() + WAIT_S
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


context = connected(sys.argv[1])
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
print("ready", flush=True)
for line in sys.stdin:
    source, target = line.rstrip("\n").split("\t")
    try:
        document = desktop.loadComponentFromURL(source, "_blank", 0, (property_of("Hidden", True),))
        document.storeToURL(target, (property_of("FilterName", "writer_pdf_Export"),))
        document.close(True)
        print("done", flush=True)
    except Exception as problem:
        print(f"failed {problem}".replace("\n", " "), flush=True)
