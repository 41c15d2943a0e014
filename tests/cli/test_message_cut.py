"""A message truncated at every byte: the rest is read, and gives valid rows."""

from support import SAMPLES, CliTest, main, rows_of, run

MESSAGES = ("nested.eml", "web-archive.mht", "layers/around-message-base64.eml", "three.mbox")


class Cut(CliTest):
    def assert_read(self, done, sources):
        self.assertIn(done.returncode, (0, 1), done.stderr[:500])
        for row in rows_of(done.stdout):
            self.assertIn(row["source"], sources)
        for line in done.stderr.decode("utf-8").splitlines():
            self.assertTrue(line.startswith("mimebase: "), line)

    def test_cut_at_every_byte(self):
        for name in MESSAGES:
            content = (SAMPLES / name).read_bytes()
            paths = [str(self.write(f"{size}.eml", content[:size])) for size in range(len(content))]
            self.assertGreater(len(paths), 500)
            for command in ("tree", "links"):
                with self.subTest(name, command=command):
                    self.assert_read(run(command, "--format=jsonl", *paths), set(paths))

    def test_begun_at_every_byte(self):
        for name in MESSAGES[:2]:
            content = (SAMPLES / name).read_bytes()
            paths = [str(self.write(f"{size}.eml", content[size:])) for size in range(len(content))]
            for command in ("tree", "links"):
                with self.subTest(name, command=command):
                    self.assert_read(run(command, "--format=jsonl", *paths), set(paths))

    def test_cut_through_a_pipe(self):
        content = (SAMPLES / "nested.eml").read_bytes()
        for size in range(0, len(content), 97):
            self.assert_read(run("links", "--format=jsonl", input=content[:size]), {"-"})

    def test_each_byte_turned(self):
        # Every byte in turn is replaced by one with a meaning to a parser.
        content = bytearray((SAMPLES / "layers" / "html-codebase.eml").read_bytes())
        paths = []
        for at, byte in enumerate(content):
            for other in b"\0\n<\"=":
                content[at] = other
                paths.append(str(self.write(f"{at}-{other}.eml", bytes(content))))
            content[at] = byte
        for command in ("tree", "links"):
            for start in range(0, len(paths), 1000):
                some = paths[start:start + 1000]
                self.assert_read(run(command, "--format=jsonl", *some), set(some))


if __name__ == "__main__":
    main()
