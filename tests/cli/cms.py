"""Writes CMS (RFC 5652) in the forms of BER that programs use. Signatures are missing: their content needs no key."""

DATA = "2a864886f70d010701"
SIGNED = "2a864886f70d010702"
ENVELOPED = "2a864886f70d010703"
COMPRESSED = "2a864886f70d0109100109"


def element(tag, content, indefinite=False):
    if indefinite:
        return bytes([tag, 0x80]) + content + b"\0\0"
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    digits = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(digits)]) + digits + content


def octets(content, piece=0, indefinite=False):
    """An OCTET STRING, in pieces of so many bytes if `piece` is not 0."""
    if not piece:
        return element(0x04, content)
    return element(0x24, b"".join(element(0x04, content[at:at + piece]) for at in range(0, len(content), piece)), indefinite)


def encapsulated(kind, content, indefinite=False):
    """EncapsulatedContentInfo; `content` is an element, or None."""
    explicit = b"" if content is None else element(0xA0, content, indefinite)
    return element(0x30, element(0x06, bytes.fromhex(kind)) + explicit, indefinite)


def signed_data(content, kind=DATA, indefinite=False):
    inner = element(0x02, b"\1") + element(0x31, b"", indefinite) + encapsulated(kind, content, indefinite) + element(0x31, b"")
    return element(0x30, inner, indefinite)


def compressed_data(packed, kind=DATA):
    return element(0x30, element(0x02, b"\0") + element(0x30, element(0x06, bytes.fromhex("2a864886f70d0109100308"))) + encapsulated(kind, octets(packed)))


def info(kind, content, indefinite=False):
    """ContentInfo."""
    return element(0x30, element(0x06, bytes.fromhex(kind)) + element(0xA0, content, indefinite), indefinite)


def signed(content, piece=0, indefinite=False):
    return info(SIGNED, signed_data(octets(content, piece, indefinite), indefinite=indefinite), indefinite)
