"""Signatures, compared with those of OpenSSL and of Python: random keys and texts.

    python3 tests/keys/compare.py build/tests/keys/hmac_lines
"""

import hashlib
import hmac
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

SEED, KEYS, TEXTS = 47, 60, 12


def keys(chance):
    """Keys of all lengths, those of the block of SHA-256 among them, without line ends."""
    for length in [16, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000] + [chance.randrange(16, 300) for _ in range(KEYS - 11)]:
        key = bytes(chance.choice([byte for byte in range(256) if byte not in b"\r\n"]) for _ in range(length))
        yield key


def by_openssl(key, text):
    done = subprocess.run(["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:" + key.hex()], input=text,
                          check=True, stdout=subprocess.PIPE)
    return done.stdout.decode().split()[-1]


def main(program):
    chance, compared, by_others, wrong = random.Random(SEED), 0, 0, []
    has_openssl = shutil.which("openssl") is not None
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "keys")
        for key in keys(chance):
            others = b"other\t" + bytes(chance.randrange(32, 127) for _ in range(20)) + b"\n"
            path.write_bytes(b"k-1\t" + key + chance.choice([b"\n", b"\r\n"]) + others)
            texts = [chance.randbytes(chance.choice([0, 1, 55, 56, 63, 64, 65, 200, 5000])) for _ in range(TEXTS)]
            done = subprocess.run([program, path], input="".join(text.hex() + "\n" for text in texts), check=True,
                                  stdout=subprocess.PIPE, text=True)
            for at, (text, h) in enumerate(zip(texts, done.stdout.splitlines(), strict=True)):
                compared += 1
                if h != hmac.new(key, text, hashlib.sha256).hexdigest():
                    wrong.append((key.hex(), text.hex(), h))
                if has_openssl and at < 3:
                    by_others += 1
                    if h != by_openssl(key, text):
                        wrong.append((key.hex(), text.hex(), h))
    print(f"{compared} signatures compared with Python's, {by_others} with OpenSSL's, {len(wrong)} wrong")
    for row in wrong[:3]:
        print(*row)
    if not has_openssl:
        print("openssl is not installed: compared with Python's alone")
    return 1 if wrong or compared < KEYS * TEXTS else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
