"""stream: which records, in which order, and what damage does."""

import os
import unittest

from support import CliTest, lines, make_id, record_line


def numbers(done):
    return [int(line.rpartition(b'"n":')[2].rstrip(b"}")) for line in done.stdout.splitlines()]


class StreamTest(CliTest):
    def setUp(self):
        super().setUp()
        self.text = lines(100)
        self.storh("import", stdin=self.text)

    def stream(self, *arguments, **how):
        return self.storh("stream", *arguments, **how)

    def test_all_records_come_as_they_are_exported(self):
        self.assertEqual(self.stream().stdout, self.text)

    def test_a_limit_and_the_last_id_give_the_pages_of_a_collection(self):
        self.assertEqual(numbers(self.stream("--limit", "3")), [0, 1, 2])
        self.assertEqual(numbers(self.stream("--limit", "3", "--after", make_id(2))), [3, 4, 5])
        self.assertEqual(numbers(self.stream("--after", make_id(99))), [])
        self.assertEqual(numbers(self.stream("--limit", "0")), [])

    def test_reverse_comes_from_the_newest(self):
        self.assertEqual(numbers(self.stream("--reverse", "--limit", "2")), [99, 98])
        self.assertEqual(numbers(self.stream("--reverse", "--after", make_id(2))), [1, 0])

    def test_times_bound_the_ids(self):
        time = int(make_id(0).replace("-", "")[:12], 16)
        self.assertEqual(len(numbers(self.stream("--since", str(time)))), 100)
        self.assertEqual(numbers(self.stream("--since", str(time + 1))), [])
        self.assertEqual(numbers(self.stream("--until", str(time - 1))), [])
        self.assertEqual(len(numbers(self.stream("--until", str(time)))), 100)

    def test_conditions_compare_type_and_value_and_all_have_to_hold(self):
        self.assertEqual(numbers(self.stream("--where", "n=7")), [7])
        for absent in ("n=7.0", 'n="7"', "m=7", "n=null"):
            self.assertEqual(numbers(self.stream("--where", absent)), [])
        self.storh("import", stdin=record_line(200, text="a=b", n=1).encode())
        self.assertEqual(numbers(self.stream("--where", 'text="a=b"', "--where", "n=1")), [1])
        self.assertEqual(numbers(self.stream("--where", 'text="a=b"', "--where", "n=2")), [])

    def test_a_damaged_record_ends_the_stream_behind_those_before_it(self):
        self.path_of(make_id(50)).write_text("{")
        done = self.stream(code=1)
        self.assertEqual(numbers(done), list(range(50)))
        self.assertIn(f"{self.path_of(make_id(50))}: record file is damaged", done.err)

    def test_damaged_records_may_be_skipped_and_the_first_are_named(self):
        damaged = list(range(40, 48))
        for number in damaged:
            self.path_of(make_id(number)).write_text("{")
        done = self.start("stream", "--skip-damaged")
        out, err = done.communicate()
        self.assertEqual(done.returncode, 0)
        self.assertEqual(out.count(b"\n"), 92)
        told = err.decode().splitlines()
        self.assertEqual(len(told), 6)
        self.assertTrue(told[0].startswith(f"storh: {self.path_of(make_id(40))}: skipped: "), told)
        self.assertEqual(told[5], "storh: 8 damaged records skipped in all")

    def test_a_mistyped_collection_is_not_found_and_not_made(self):
        self.root = self.directory / "other"
        self.assertIn("no such collection", self.stream(code=4).err)
        self.assertFalse(self.root.exists())

    def test_output_that_cannot_be_written_is_an_error(self):
        with open("/dev/full", "wb") as full:
            done = self.stream(code=1, stdout=full)
        self.assertIn("standard output: No space left", done.err)

    def test_a_reader_that_goes_away_ends_the_stream_without_a_word(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as output:
            self.stream(stdout=output)


if __name__ == "__main__":
    unittest.main(verbosity=2)
