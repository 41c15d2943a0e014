"""System calls that go wrong, one after the other: what can be read is there, and what is not is told."""

import gzip
import io
import lzma
import tarfile
import unittest
import zipfile

from support import HAS_FAULTS, NO_FAULTS, CliTest, main, run


def message(number, size=200):
    return (f"Message-ID: <{number}@example.org>\nFrom: a@example.org\nSubject: message {number}\n"
            f"Base: <URL:http://example.org/{number}/>\n\n<URL:../up/{number}>\n" + ("x" * 60 + "\n") * (size // 61))


def make_mbox(count, size=200):
    return "".join(f"From a@example.org Thu Jan  1 00:00:{n % 60:02} 2004\n{message(n, size)}\n"
                   for n in range(count)).encode()


@unittest.skipUnless(HAS_FAULTS, NO_FAULTS)
class FaultsTest(CliTest):
    pass


class Shim(FaultsTest):
    """The module itself: a fault that is none would let every test pass."""

    def test_a_rule_that_means_nothing_is_refused(self):
        for rule in ("read", "read:", "read:ENOTHING", "read:EIO#", "read:EIO@x", "read:short=0"):
            with self.subTest(rule), self.assertRaises(AssertionError):
                run("links", faults=rule)

    def test_a_fault_that_does_not_strike_fails_the_test(self):
        with self.assertRaises(AssertionError):
            run("links", input=message(1).encode(), faults="read:EIO@5000000")


class Reading(FaultsTest):
    """Reads that give less, or are interrupted, change nothing."""

    def setUp(self):
        super().setUp()
        mbox = make_mbox(40)
        self.inputs = {
            "message": self.write("one.eml", message(1)),
            "mbox": self.write("small.mbox", mbox),
            "large mbox, which is mapped": self.write("large.mbox", make_mbox(1200, 1000)),
            "gzip": self.write("a.gz", gzip.compress(mbox)),
            "xz": self.write("a.xz", lzma.compress(mbox)),
            "tar": self.make_tar("a.tar"),
            "zip": self.make_zip("a.zip"),
            "Maildir": self.make_maildir("mail"),
        }

    def make_tar(self, name):
        with tarfile.open(self.folder / name, "w") as tar:
            for number in range(20):
                member = tarfile.TarInfo(f"mail/{number}")
                member.size = len(message(number))
                tar.addfile(member, io.BytesIO(message(number).encode()))
        return self.folder / name

    def make_zip(self, name):
        with zipfile.ZipFile(self.folder / name, "w", zipfile.ZIP_DEFLATED) as file:
            for number in range(20):
                file.writestr(f"mail/{number}.eml", message(number))
        return self.folder / name

    def make_maildir(self, name):
        for number in range(20):
            (self.folder / name / "cur").mkdir(parents=True, exist_ok=True)
            self.write(f"{name}/cur/{1000000000 + number}.x:2,S", message(number))
        return self.folder / name

    def assert_the_same(self, faults, **options):
        for what, path in self.inputs.items():
            # What has to be read in any case, also where the file could be mapped.
            rules = faults + (" mmap:ENODEV" if "mapped" in what else "")
            with self.subTest(what, faults=faults):
                wanted = self.run_ok("links", "--format=jsonl", path)
                done = run("links", "--format=jsonl", path, faults=rules, faults_path=f"{path}*", **options)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.assertEqual(done.stdout, wanted)

    def test_short_reads(self):
        self.assert_the_same("read:short=7")
        self.assert_the_same("read:short=1000")

    def test_reads_that_are_interrupted(self):
        self.assert_the_same("read:EINTR%2")

    def test_both(self):
        self.assert_the_same("read:EINTR%3 read:short=11")

    def test_pipes(self):
        for what, path in self.inputs.items():
            if path.is_dir():
                continue
            for faults in ("read:short=13", "read:EINTR%2"):
                with self.subTest(what, faults=faults):
                    content = path.read_bytes()
                    wanted = run("links", "--format=jsonl", input=content)
                    done = run("links", "--format=jsonl", input=content, faults=faults, faults_path="pipe:*")
                    self.assertEqual((done.returncode, done.stderr, wanted.returncode), (0, b"", 0))
                    self.assertEqual(done.stdout, wanted.stdout)


if __name__ == "__main__":
    main()
