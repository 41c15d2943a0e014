"""The tools of the benchmark measure what they claim to measure."""

import pathlib
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "benchmark")]

import make_mbox  # noqa: E402
import measure  # noqa: E402
import memory  # noqa: E402
import report  # noqa: E402

PYTHON = [sys.executable, "-c"]
ROW = '{"source":"a \\\\" b","message":7,"offset":12,"part":"1"}'


class Measure(unittest.TestCase):
    def test_processor_time_and_output(self):
        spin = PYTHON + ["import time\nwhile time.process_time() < 0.3: pass\nprint('x')"]
        done = measure.run(spin, spin)
        self.assertGreaterEqual(done.cpu, 0.6)
        self.assertGreaterEqual(done.wall, 0.3)
        self.assertEqual(done.output, b"x\n")

    def test_a_command_that_fails(self):
        for command in (measure.run, measure.rows, memory.peak):
            with self.assertRaises(measure.Failed):
                command(PYTHON + ["raise SystemExit(1)"])

    def test_the_ratio_is_that_of_the_middle_round(self):
        rounds = [measure.Round((1.0, b), others) for b, others in ((2.0, 0.1), (9.0, 0.0), (3.0, 0.0))]
        found = measure.ratio(rounds, lambda a, b: b / a)
        self.assertEqual((found.median, found.seconds, found.others), (3.0, [1.0, 3.0], 0.1))

    def test_rows_without_their_place(self):
        first = measure.rows(PYTHON + [f"print('''{ROW}''')"])
        self.assertEqual(first.count, 1)
        moved = ROW.replace("a ", "c").replace("7", "8").replace("12", "0")
        self.assertEqual(measure.rows(PYTHON + [f"print('''{moved}''')"]), first)
        other = ROW.replace('"1"', '"2"')
        self.assertNotEqual(measure.rows(PYTHON + [f"print('''{other}''')"]), first)


class Memory(unittest.TestCase):
    def test_the_peak_and_not_the_end(self):
        size = 60_000_000
        hold = f"import time\nx = bytearray(b'x') * {size}\ntime.sleep(0.3)\ndel x\ntime.sleep(0.2)\ninput()"
        most, samples = memory.peak(PYTHON + [hold], feed=["echo"])
        self.assertGreater(samples, 5)
        self.assertGreater(most, size)
        self.assertLess(most, 2 * size)


class Report(unittest.TestCase):
    def test_limits_hold_where_they_are_met(self):
        made = report.Report()
        for add, value, holds in ((made.at_most, 2, True), (made.at_most, 2.01, False), (made.at_least, 2, True),
                                  (made.at_least, 1.99, False)):
            add("name", "what", value, 2)
            self.assertEqual(made.figures[-1].holds, holds)
        made.told("name", "what", measure.Ratio(1.5, [], 0.5))
        self.assertEqual((made.figures[-1].value, made.figures[-1].holds), ("1.50", None))
        self.assertIn("others took 50%", report.line_of(made.figures[-1]))
        table = report.markdown(made.figures, "a machine")
        self.assertIn("| what | 2.01 | at most 2 | no |", table.splitlines())
        made.check("name", "wrong", False)
        made.check("name", "right", True)
        self.assertEqual(made.faults, ["name: wrong"])


class Mail(unittest.TestCase):
    def test_the_same_messages_every_time(self):
        messages = make_mbox.synthetic_messages(20)
        self.assertEqual(messages, make_mbox.synthetic_messages(20))
        self.assertEqual(len(set(messages)), 20)


if __name__ == "__main__":
    unittest.main(buffer=True)
