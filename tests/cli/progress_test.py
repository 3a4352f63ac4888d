"""The progress bar, which only a terminal gets to see."""

import os
import signal
import threading
import unittest

from support import CliTest, lines

LINE_REMOVED = "\r\x1b[K"


class ProgressTest(CliTest):
    def slow_pipe(self):
        """A pipe that holds 50 rows and whose writer stays for a while: nothing is done meanwhile."""
        reader, writer = os.pipe()
        os.write(writer, lines(50))
        self.addCleanup(os.close, writer)
        return reader

    def interrupted(self, *arguments, columns=100):
        """An import from a pipe that idles, interrupted after some time; what the terminal saw."""
        def stop_later(process):
            timer = threading.Timer(1.0, process.send_signal, [signal.SIGINT])
            timer.start()
            self.addCleanup(timer.join)

        reader = self.slow_pipe()
        self.addCleanup(os.close, reader)
        return self.run_on_terminal("import", *arguments, columns=columns, code=130, stdin=reader,
                                    started=stop_later)

    def test_without_a_total_count_and_rate_are_shown_and_then_removed(self):
        shown = self.interrupted()
        self.assertRegex(shown, r"\rimporting 50 records, [\d,]+/s\x1b\[K")
        self.assertNotIn("[#", shown)
        before_the_end, _, message = shown.rpartition(LINE_REMOVED)
        self.assertIn("importing", before_the_end)
        self.assertRegex(message, r"^storh: standard input: interrupted \(50 records are durable\)\r?\n$")

    def test_it_is_drawn_at_most_ten_times_a_second(self):
        self.assertLessEqual(self.interrupted().count("importing"), 20)

    def test_it_is_no_wider_than_the_terminal(self):
        shown = self.interrupted(columns=20)
        for drawn in shown.split("\x1b[K")[:-1]:
            self.assertLess(len(drawn.lstrip("\r")), 20)

    def test_a_known_total_gives_a_bar(self):
        path = self.directory / "rows"
        path.write_bytes(lines(4000))
        shown = self.run_on_terminal("import", path, "--in-flight", "8")
        self.assertRegex(shown, r"\r\[#*\.*\] +\d+ % importing [\d,]+ records, [\d,]+/s, \d+:\d\d left")
        self.assertTrue(shown.endswith(LINE_REMOVED), shown[-100:])
        for name, verb, *rest in (("export", "exporting", self.directory / "copy"),
                                  ("verify", "verifying"), ("repair", "repairing")):
            shown = self.run_on_terminal(name, *rest)
            # They may be too fast to be seen, but what is seen is removed.
            if shown:
                self.assertIn(verb, shown)
                self.assertTrue(shown.endswith(LINE_REMOVED), shown[-100:])

    def test_nothing_is_drawn_where_it_would_mix_with_lines(self):
        self.storh("import", stdin=lines(3000))
        terminal, device = os.openpty()
        self.addCleanup(os.close, terminal)
        self.addCleanup(os.close, device)
        # Standard output is a terminal, too; nobody reads it, so few records.
        self.assertEqual(self.run_on_terminal("stream", "--limit", "3", stdout=device), "")


if __name__ == "__main__":
    unittest.main(verbosity=2)
