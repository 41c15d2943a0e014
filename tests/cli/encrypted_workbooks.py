"""Workbooks that are encrypted as Excel does (MS-OFFCRYPTO), with any password and any key."""

import base64
import hashlib
import struct

import outlook_files

EXCELS_PASSWORD = "VelvetSweatshop"


def times(a, b):
    """The product in the field of AES (FIPS 197 section 4.2)."""
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


def boxes():
    box = [0x63]
    for value in range(1, 256):
        inverse = next(other for other in range(1, 256) if times(value, other) == 1)
        turned = inverse
        for shift in range(1, 5):
            turned ^= (inverse << shift | inverse >> (8 - shift)) & 0xFF
        box.append(turned ^ 0x63)
    return box


BOX = boxes()
TWICE, THRICE = [times(value, 2) for value in range(256)], [times(value, 3) for value in range(256)]


def round_keys(key):
    """FIPS 197 section 5.2."""
    words, size, factor = [list(key[i:i + 4]) for i in range(0, len(key), 4)], len(key) // 4, 1
    while len(words) < 4 * (size + 7):
        word = list(words[-1])
        if len(words) % size == 0:
            word = [BOX[value] for value in word[1:] + word[:1]]
            word[0] ^= factor
            factor = times(factor, 2)
        elif size > 6 and len(words) % size == 4:
            word = [BOX[value] for value in word]
        words.append([a ^ b for a, b in zip(word, words[-size], strict=True)])
    return [sum(words[i:i + 4], []) for i in range(0, len(words), 4)]


def aes(keys, block):
    state = [a ^ b for a, b in zip(block, keys[0], strict=True)]
    for number, key in enumerate(keys[1:], 1):
        state = [BOX[state[(i + i % 4 * 4) % 16]] for i in range(16)]
        if number < len(keys) - 1:
            mixed = []
            for i in range(0, 16, 4):
                a, b, c, d = state[i:i + 4]
                mixed += [TWICE[a] ^ THRICE[b] ^ c ^ d, a ^ TWICE[b] ^ THRICE[c] ^ d, a ^ b ^ TWICE[c] ^ THRICE[d], THRICE[a] ^ b ^ c ^ TWICE[d]]
            state = mixed
        state = [a ^ b for a, b in zip(state, key, strict=True)]
    return bytes(state)


def aes_of(key, text, vector=None):
    """In a chain with a vector; else block by block."""
    keys, out, before = round_keys(key), b"", vector
    text += bytes(-len(text) % 16)
    for i in range(0, len(text), 16):
        block = text[i:i + 16]
        if vector is not None:
            block = bytes(a ^ b for a, b in zip(block, before, strict=True))
        before = aes(keys, block)
        out += before
    return out


def agile(package, password=EXCELS_PASSWORD, algorithm="SHA512", bits=256, spins=1000):
    """Section 2.3.4.10 to 2.3.4.15."""
    def digest(*pieces):
        return hashlib.new(algorithm, b"".join(pieces)).digest()

    def fitted(value, size):
        return value[:size].ljust(size, b"\x36")

    salt, data_salt, secret, verifier = bytes(range(16)), bytes(range(50, 66)), bytes(range(100, 100 + bits // 8)), bytes(range(70, 86))
    key = digest(salt, password.encode("utf-16-le"))
    for i in range(spins):
        key = digest(struct.pack("<I", i), key)

    def encrypted(purpose, value):
        return base64.b64encode(aes_of(fitted(digest(key, bytes.fromhex(purpose)), bits // 8), value, salt)).decode()

    method = 'blockSize="16" keyBits="%d" hashSize="%d" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="%s"' % (
        bits, len(digest()), algorithm)
    info = ('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" '
            'xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData saltSize="16" %s saltValue="%s"/>'
            '<keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="%d" '
            'saltSize="16" %s saltValue="%s" encryptedVerifierHashInput="%s" encryptedVerifierHashValue="%s" encryptedKeyValue="%s"/>'
            '</keyEncryptor></keyEncryptors></encryption>'
            % (method, base64.b64encode(data_salt).decode(), spins, method, base64.b64encode(salt).decode(), encrypted("FEA7D2763B4B9E79", verifier),
               encrypted("D7AA0F6D3061344E", digest(verifier)), encrypted("146E0BE7ABACD0D6", secret)))
    segments = [aes_of(secret, package[i:i + 4096], fitted(digest(data_salt, struct.pack("<I", i // 4096)), 16)) for i in range(0, len(package), 4096)]
    return outlook_files.compound_file({"EncryptionInfo": struct.pack("<HHI", 4, 4, 0x40) + info.encode(),
                                        "EncryptedPackage": struct.pack("<Q", len(package)) + b"".join(segments)})


def provider(salt, cipher, bits, verifier, verifier_hash):
    """Sections 2.3.2 and 2.3.3."""
    header = struct.pack("<8I", 0x24, 0, cipher, 0x8004, bits, 0x18, 0, 0) + "AES\0".encode("utf-16-le")
    return struct.pack("<II", 0x24, len(header)) + header + struct.pack("<I", 16) + salt + verifier + struct.pack("<I", 20) + verifier_hash


def standard(package, password=EXCELS_PASSWORD, bits=128):
    """Section 2.3.4.5 to 2.3.4.9."""
    def digest(*pieces):
        return hashlib.sha1(b"".join(pieces)).digest()

    salt, verifier = bytes(range(16)), bytes(range(70, 86))
    key = digest(salt, password.encode("utf-16-le"))
    for i in range(50_000):
        key = digest(struct.pack("<I", i), key)
    key = digest(key, bytes(4))
    key = b"".join(digest(bytes(fill ^ (key[i] if i < 20 else 0) for i in range(64))) for fill in (0x36, 0x5C))[:bits // 8]
    info = provider(salt, {128: 0x660E, 192: 0x660F, 256: 0x6610}[bits], bits, aes_of(key, verifier), aes_of(key, digest(verifier)))
    return outlook_files.compound_file({"EncryptionInfo": struct.pack("<HH", 4, 2) + info,
                                        "EncryptedPackage": struct.pack("<Q", len(package)) + aes_of(key, package)})


def rc4(key, size):
    """A stream of bytes."""
    box, j = list(range(256)), 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) & 0xFF
        box[i], box[j] = box[j], box[i]
    out, i, j = bytearray(), 0, 0
    for _ in range(size):
        i = (i + 1) & 0xFF
        j = (j + box[i]) & 0xFF
        box[i], box[j] = box[j], box[i]
        out.append(box[(box[i] + box[j]) & 0xFF])
    return bytes(out)


def xls(records, password=EXCELS_PASSWORD, bits=None):
    """A workbook of (type, content) between BOF and EOF. With `bits`, by a provider of cryptography; else as Excel 97 did (section 2.3.6)."""
    salt, verifier, wide = bytes(range(16)), bytes(range(70, 86)), password.encode("utf-16-le")
    if bits is None:
        start = hashlib.md5((hashlib.md5(wide).digest()[:5] + salt) * 16).digest()[:5]

        def key_of(block):
            return hashlib.md5(start + struct.pack("<I", block)).digest()
    else:
        start = hashlib.sha1(salt + wide).digest()

        def key_of(block):
            key = hashlib.sha1(start + struct.pack("<I", block)).digest()[:bits // 8]
            return key.ljust(16, b"\0") if bits == 40 else key
    proof = verifier + (hashlib.md5 if bits is None else hashlib.sha1)(verifier).digest()
    proof = bytes(a ^ b for a, b in zip(proof, rc4(key_of(0), len(proof)), strict=True))
    if bits is None:
        pass_record = struct.pack("<HHH", 1, 1, 1) + salt + proof
    else:
        pass_record = struct.pack("<HHH", 1, 2, 2) + provider(salt, 0x6801, bits, proof[:16], proof[16:])
    plain = [(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 0)), (0x2F, pass_record)]
    stream, keys = b"", b""
    for kind, content in plain + list(records) + [(0x0A, b"")]:
        size = len(stream) + 4 + len(content)
        while len(keys) < size:
            keys += rc4(key_of(len(keys) // 1024), 1024)
        is_plain = kind in (0x809, 0x2F)
        stream += struct.pack("<HH", kind, len(content))
        stream += content if is_plain else bytes(a ^ b for a, b in zip(content, keys[len(stream):], strict=False))
    return outlook_files.compound_file({"Workbook": stream})
