"""A job for cc-pyspark: how often the pages of WARC files link to each host. Not tried here."""

import json
import subprocess

from sparkcc import CCSparkJob


class LinkedHosts(CCSparkJob):
    name = "LinkedHosts"

    def process_warcs(self, _id, iterator):
        for uri in iterator:
            stream = self.fetch_warc(uri, self.args.input_base_url)
            if not stream:
                continue
            command = ["mimebase", "links", "--format", "jsonl", "-j", "1", "--source-name", uri]
            with subprocess.Popen(command, stdin=stream, stdout=subprocess.PIPE) as run:
                for line in run.stdout:
                    if host := json.loads(line)["host"]:
                        yield host, 1


if __name__ == "__main__":
    LinkedHosts().run()
