"""Poppler, through its library for GLib, which Evince and Atril use: [page, rectangle, [kind, URI]] of each link of each file.
    poppler.py FILES..."""

import ctypes
import json
import pathlib
import sys

Double4 = ctypes.c_double * 4
# Types of actions.
KINDS = {3: "file", 4: "file", 5: "url"}


class Action(ctypes.Structure):
    """PopplerAction: for a URI, `first` is it; for a file, `first` is its name."""
    _fields_ = [("type", ctypes.c_int), ("title", ctypes.c_char_p), ("first", ctypes.c_char_p)]


class LinkMapping(ctypes.Structure):
    _fields_ = [("area", Double4), ("action", ctypes.POINTER(Action))]


class FieldMapping(ctypes.Structure):
    _fields_ = [("area", Double4), ("field", ctypes.c_void_p)]


class List(ctypes.Structure):
    pass


List._fields_ = [("data", ctypes.c_void_p), ("next", ctypes.POINTER(List)), ("previous", ctypes.POINTER(List))]


def library():
    made = ctypes.CDLL("libpoppler-glib.so.8")
    for name, result in (("poppler_get_version", ctypes.c_char_p), ("poppler_document_new_from_file", ctypes.c_void_p),
                         ("poppler_document_get_page", ctypes.c_void_p), ("poppler_page_get_link_mapping", ctypes.POINTER(List)),
                         ("poppler_page_get_form_field_mapping", ctypes.POINTER(List)), ("poppler_form_field_get_action", ctypes.POINTER(Action))):
        getattr(made, name).restype = result
    return made


def elements(first, kind):
    while first:
        yield ctypes.cast(first.contents.data, ctypes.POINTER(kind)).contents
        first = first.contents.next


def opened_by(action):
    """[kind, value] of what the action opens. A file is no URL: viewers look for it beside the document."""
    if not action or action.contents.type not in KINDS:
        return None
    return [KINDS[action.contents.type], (action.contents.first or b"").decode("utf-8", "surrogateescape")]


def links_of(poppler, file):
    document = ctypes.c_void_p(poppler.poppler_document_new_from_file(pathlib.Path(file).as_uri().encode(), None, None))
    for number in range(poppler.poppler_document_get_n_pages(document)):
        page = ctypes.c_void_p(poppler.poppler_document_get_page(document, number))
        for one in elements(poppler.poppler_page_get_link_mapping(page), LinkMapping):
            yield number, list(one.area), opened_by(one.action)
        for one in elements(poppler.poppler_page_get_form_field_mapping(page), FieldMapping):
            yield number, list(one.area), opened_by(poppler.poppler_form_field_get_action(ctypes.c_void_p(one.field)))


def main(files):
    poppler = library()
    print(json.dumps(poppler.poppler_get_version().decode()))
    for file in files:
        print(json.dumps(list(links_of(poppler, file))))


main(sys.argv[1:])
