"""What the other half leaves to Python: bytes that are no UTF-8, dates, and columns of numbers."""

import codecs
import datetime
import re

# A backslash that would be taken for one of source_text()'s.
BACKSLASH = re.compile(rb"\\(?=x[0-9A-F]{2})")


def _windows_1252(error):
    bad = error.object[error.start:error.end]
    return "".join(_character(bytes([byte])) for byte in bad), error.end


def _character(byte):
    try:
        return byte.decode("windows-1252")
    except UnicodeDecodeError:
        return byte.decode("latin-1")


def _escaped(error):
    return "".join(f"\\x{byte:02X}" for byte in error.object[error.start:error.end]), error.end


codecs.register_error("mimebase.windows-1252", _windows_1252)
codecs.register_error("mimebase.escaped", _escaped)


def source_text(name):
    """The name of a source, from which its bytes can be had back: a byte that is no UTF-8 is "\\xE9"."""
    return BACKSLASH.sub(rb"\\x5C", name).decode("utf-8", "mimebase.escaped")


def moment(date):
    """The date of a row as a datetime in UTC; None for a year that datetime does not have."""
    try:
        return datetime.datetime.fromisoformat(date.replace("Z", "+00:00")).astimezone(datetime.timezone.utc)
    except (OverflowError, ValueError):
        return None


def column(values):
    """A list of texts, or a bytearray of numbers of 64 bits, as numpy has them, where it is there."""
    try:
        import numpy
    except ImportError:
        return memoryview(values).cast("q") if isinstance(values, bytearray) else values
    if isinstance(values, bytearray):
        return numpy.frombuffer(values, dtype="int64")
    return numpy.array(values, dtype=object)
