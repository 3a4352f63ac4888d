"""query: which records, in which order, their number, and how they were found."""

import json
import unittest

from support import CliTest, make_id, record_line


def numbers(done):
    return [json.loads(line)["data"]["n"] for line in done.stdout.splitlines()]


def conditions(*all_of_them):
    return {"groups": [[{"field": field, "op": op, "value": value}
                        for field, op, value in all_of_them]]}


class QueryTest(CliTest):
    def setUp(self):
        super().setUp()
        rows = [record_line(number, n=number, rest=number % 10) for number in range(100)]
        self.text = "".join(row + "\n" for row in rows).encode()
        self.storh("import", stdin=self.text)

    def query(self, asked, *arguments, **how):
        return self.storh("query", "--json", json.dumps(asked), *arguments, **how)

    def test_without_a_query_every_record_comes_as_it_is_exported(self):
        self.assertEqual(self.storh("query").stdout, self.text)

    def test_conditions_order_limit_and_cursor_select_records(self):
        asked = conditions(("rest", "in", [3, 4]), ("n", "gte", 50))
        self.assertEqual(numbers(self.query(asked)), [53, 54, 63, 64, 73, 74, 83, 84, 93, 94])
        asked["order"] = {"field": "rest", "direction": "desc"}
        asked["limit"] = 6
        self.assertEqual(numbers(self.query(asked)), [54, 64, 74, 84, 94, 53])
        asked["cursor"] = make_id(80)
        self.assertEqual(numbers(self.query(asked)), [84, 94, 83, 93])
        self.assertEqual(numbers(self.query(asked, "--limit", "1")), [84])

    def test_a_query_may_come_from_standard_input(self):
        asked = json.dumps(conditions(("n", "lt", 3))).encode()
        self.assertEqual(numbers(self.storh("query", "--json", "-", stdin=asked)), [0, 1, 2])

    def test_ids_and_count_are_printed_alone(self):
        asked = conditions(("n", "lt", 3))
        self.assertEqual(self.query(asked, "--ids").stdout.decode().split(),
                         [make_id(0), make_id(1), make_id(2)])
        self.assertEqual(self.query(asked, "--count").stdout, b"3\n")
        self.assertEqual(self.query(asked, "--count", "--limit", "2").stdout, b"2\n")
        self.assertEqual(self.query(conditions(("n", "lt", 0)), "--count").stdout, b"0\n")

    def test_explain_tells_the_steps_and_their_rows(self):
        asked = conditions(("rest", "eq", 3)) | {"order": {"field": "n"}, "limit": 4}
        told = self.query(asked, "--explain").stdout.decode().splitlines()
        self.assertEqual(told, ["scan_ids: 100 rows, expected 100", "filter by 1 condition: 10 rows",
                                "top by n, first 4: 4 rows", "read again, in that order: 4 rows",
                                "limit 4: 4 rows"])

    def test_a_damaged_record_is_an_error_or_skipped(self):
        self.path_of(make_id(5)).write_text("{")
        asked = conditions(("n", "lt", 10))
        for how in ((), ("--count",), ("--explain",)):
            self.assertIn(f"{self.path_of(make_id(5))}: record file is damaged",
                          self.query(asked, *how, code=1).err)
        self.assertEqual(self.query(asked, "--skip-damaged", "--count").stdout, b"9\n")

    def test_sorting_more_than_fits_is_an_error_with_advice(self):
        big = "".join(record_line(1000 + number, big="x" * 30000) + "\n" for number in range(60))
        self.storh("import", stdin=big.encode())
        asked = {"order": {"field": "big"}}
        told = self.query(asked, "--sort-memory", "1", code=1).err
        self.assertIn("too large to be sorted", told)
        self.assertIn("--sort-memory", told)
        self.assertEqual(len(self.query(asked, "--ids").stdout.split()), 160)

    def test_a_mistyped_collection_is_not_found_and_not_made(self):
        self.root = self.directory / "other"
        for how in ((), ("--count",), ("--explain",)):
            self.assertIn("no such collection", self.query({}, *how, code=4).err)
        self.assertFalse(self.root.exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
