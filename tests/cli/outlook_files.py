"""Writes files of Outlook for tests: compound files (MS-CFB), .msg files (MS-OXMSG) and TNEF (MS-OXTNEF)."""

import struct
import zlib

END, FREE, TABLE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
PS_INTERNET_HEADERS = bytes.fromhex("8603020000000000C000000000000046")


def compound_file(tree, sector=512, order=None):
    """A compound file with the streams (bytes) and storages (dicts) of `tree`. `order` permutes its sectors."""
    shift = sector.bit_length() - 1
    entries, streams = [], []  # entries: [name, type, right, child, start, size]

    def add(name, content):
        index = len(entries)
        entries.append([name, 5 if index == 0 else 1 if isinstance(content, dict) else 2, FREE, FREE, END, 0])
        if isinstance(content, dict):
            last = None
            for inner_name, inner in content.items():
                inner_index = add(inner_name, inner)
                if last is None:
                    entries[index][3] = inner_index
                else:
                    entries[last][2] = inner_index
                last = inner_index
        else:
            streams.append((index, content))
        return index

    add("Root Entry", tree)
    mini, mini_table = b"", []
    chains = []  # (content, what to do with the number of its first sector)
    for index, content in streams:
        entries[index][5] = len(content)
        if 0 < len(content) < 4096:
            first, count = len(mini) // 64, -(-len(content) // 64)
            entries[index][4] = first
            mini_table += [first + i + 1 for i in range(count - 1)] + [END]
            mini += content.ljust(64 * count, b"\0")
        elif content:
            chains.append((content, index))
    chains.append((mini, 0))
    entries[0][5] = len(mini)
    chains.append((struct.pack(f"<{len(mini_table)}I", *mini_table), "mini"))
    chains.append((b"\0" * 128 * len(entries), "directory"))

    counts = [-(-len(content) // sector) for content, _ in chains]
    per_sector = sector // 4
    total = sum(counts)
    table_sectors = 1
    while table_sectors * per_sector < total + table_sectors:
        table_sectors += 1
    assert table_sectors <= 109
    numbers = list(range(total))
    if order:
        order(numbers)
    table = [FREE] * (table_sectors * per_sector)
    sectors = [b""] * total
    starts, at = {}, 0
    for (content, who), count in zip(chains, counts):
        mine = numbers[at:at + count]
        at += count
        starts[who] = mine[0] if mine else END
        for here, after in zip(mine, mine[1:] + [END]):
            table[here] = after
        if who != "directory":
            for i, here in enumerate(mine):
                sectors[here] = content[i * sector:(i + 1) * sector].ljust(sector, b"\0")
        if isinstance(who, int):
            entries[who][4] = starts[who]
        else:
            directory = mine
    records = b""
    for name, kind, right, child, start, size in entries:
        text = name.encode("utf-16-le")
        records += text.ljust(64, b"\0") + struct.pack("<HBBIII", len(text) + 2, kind, 1, FREE, right, child)
        records += b"\0" * 36 + struct.pack("<IQ", start, size)
    for i, here in enumerate(directory):
        sectors[here] = records[i * sector:(i + 1) * sector].ljust(sector, b"\0")
    for i in range(table_sectors):
        table[total + i] = TABLE
    header = bytes.fromhex("D0CF11E0A1B11AE1") + b"\0" * 16
    header += struct.pack("<HHHHH", 0x3E, 3 if shift == 9 else 4, 0xFFFE, shift, 6) + b"\0" * 6
    header += struct.pack("<9I", 0, table_sectors, starts["directory"], 0, 4096, starts["mini"], counts[-2], END, 0)
    header += struct.pack("<109I", *([total + i for i in range(table_sectors)] + [FREE] * (109 - table_sectors)))
    return header.ljust(sector, b"\0") + b"".join(sectors) + struct.pack(f"<{len(table)}I", *table)


def storage(properties, header, **others):
    """A storage of a .msg file. Properties: {tag: value}, such as {0x0037001F: "a subject", 0x37050003: 1}."""
    fixed, streams = b"\0" * header, {}
    for tag, value in properties.items():
        kind = tag & 0xFFFF
        if kind in (0x0002, 0x0003, 0x000B, 0x0014, 0x0040):
            fixed += struct.pack("<IIQ", tag, 6, value)
        else:
            if isinstance(value, str):
                value = value.encode("utf-16-le" if kind == 0x001F else "ascii")
            fixed += struct.pack("<IIQ", tag, 6, 0 if isinstance(value, dict) else len(value))
            streams[f"__substg1.0_{tag:08X}"] = value
    return {**streams, "__properties_version1.0": fixed, **others}


def message(properties, attachments=(), recipients=(), header=32, **others):
    """The storage of a message. Attachments are dicts of properties; a message among them is a storage."""
    for i, attachment in enumerate(attachments):
        others[f"__attach_version1.0_#{i:08X}"] = storage(attachment, 8)
    for i, recipient in enumerate(recipients):
        others[f"__recip_version1.0_#{i:08X}"] = storage(recipient, 8)
    return storage(properties, header, **others)


def nested(*arguments):
    """A message inside a message, for PidTagAttachDataObject."""
    return message(*arguments, header=24)


def named_headers(names):
    """The storage of names of properties, from 0x8000 on, which are header fields."""
    strings, entries = b"", b""
    for i, name in enumerate(names):
        entries += struct.pack("<IHH", len(strings), 3 << 1 | 1, i)
        text = name.encode("utf-16-le")
        strings += struct.pack("<I", len(text)) + text + b"\0" * (-len(text) % 4)
    return {"__substg1.0_00020102": PS_INTERNET_HEADERS, "__substg1.0_00030102": entries, "__substg1.0_00040102": strings}


def msg(properties, attachments=(), recipients=(), names=(), **how):
    tree = message(properties, attachments, recipients)
    return compound_file({"__nameid_version1.0": named_headers(names), **tree}, **how)


def uncompressed_rtf(text):
    return struct.pack("<IIII", len(text) + 12, len(text), 0x414C454D, 0) + text


def compressed_rtf(text):
    """All characters as they are, and the end: a reference to the place that would be written next."""
    body, at = b"", 207
    for i in range(0, len(text), 8):
        part = text[i:i + 8]
        body += bytes([1 << len(part) if len(part) < 8 else 0]) + part
        at += len(part)
        if len(part) < 8:
            body += struct.pack(">H", at % 4096 << 4)
    if len(text) % 8 == 0:
        body += b"\1" + struct.pack(">H", at % 4096 << 4)
    crc = zlib.crc32(body, 0xFFFFFFFF) ^ 0xFFFFFFFF
    return struct.pack("<IIII", len(body) + 12, len(text), 0x75465A4C, crc) + body


def padded(value):
    return value + b"\0" * (-len(value) % 4)


def tnef_properties(properties):
    """Properties: {tag: value}. A name of a header field instead of a tag is a named property, a string."""
    out = struct.pack("<I", len(properties))
    for i, (tag, value) in enumerate(properties.items()):
        if isinstance(tag, str):
            name = tag.encode("utf-16-le") + b"\0\0"
            out += struct.pack("<HH", 0x001F, 0x8000 + i) + PS_INTERNET_HEADERS + struct.pack("<II", 1, len(name)) + padded(name)
            tag = 0x8000001F
        else:
            out += struct.pack("<HH", tag & 0xFFFF, tag >> 16)
        kind = tag & 0xFFFF
        if isinstance(value, int):
            out += struct.pack({0x0002: "<Hxx", 0x000B: "<Hxx", 0x0003: "<I"}.get(kind, "<Q"), value)
            continue
        if isinstance(value, str):
            value = value.encode("utf-16-le") + b"\0\0" if kind == 0x001F else value.encode() + b"\0"
        out += struct.pack("<II", 1, len(value)) + padded(value)
    return out


def attribute(level, number, data, checksum=None):
    total = sum(data) % 65536 if checksum is None else checksum
    return struct.pack("<BII", level, number, len(data)) + data + struct.pack("<H", total)


IID_MESSAGE = bytes.fromhex("0703020000000000C000000000000046")


def tnef(properties, attachments=(), more=b""):
    """Attachments: (properties, data)."""
    out = struct.pack("<IH", 0x223E9F78, 1) + attribute(1, 0x00089006, struct.pack("<I", 0x10000))
    out += attribute(1, 0x00069007, struct.pack("<II", 1252, 0)) + more
    out += attribute(1, 0x00069003, tnef_properties(properties))
    for inner, data in attachments:
        out += attribute(2, 0x00069002, struct.pack("<HIHHI", 1, 0xFFFFFFFF, 0, 0, 0))
        if data:
            out += attribute(2, 0x0006800F, data)
        out += attribute(2, 0x00069005, tnef_properties(inner))
    return out
