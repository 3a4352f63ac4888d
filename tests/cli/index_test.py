"""index, reindex: what they print and which exit code they have."""

import json
import unittest

from support import CliTest, lines


class IndexTest(CliTest):
    def setUp(self):
        super().setUp()
        self.storh("import", stdin=lines(40))

    def test_indexes_are_added_listed_rebuilt_and_dropped(self):
        self.assertEqual(self.storh("index").stdout, b"")
        self.assertEqual(self.storh("index", "--add", "n", "--range").stdout, b"40 records read\n")
        self.storh("index", "--add", "a", "--and", "b")
        self.assertEqual(self.storh("index").stdout.decode(), "n  range  ready\na  b  ready\n")
        first = json.loads(self.storh("index", "--json").stdout.splitlines()[0])
        self.assertEqual(first, {"fields": ["n"], "unique": False, "range": True, "state": "ready"})
        self.assertEqual(json.loads(self.storh("reindex", "--json").stdout), {"records": 40})
        self.storh("verify")
        self.storh("index", "--drop", "n")
        self.storh("index", "--drop", "n", code=4)
        self.assertEqual(self.storh("index").stdout.decode(), "a  b  ready\n")

    def test_a_unique_index_refuses_duplicates_and_names_the_field(self):
        self.storh("index", "--add", "slug", "--unique")
        self.storh("put", stdin=b'{"slug":"home"}')
        told = self.storh("put", stdin=b'{"slug":"home"}', code=1).stderr.decode()
        self.assertIn("unique field slug", told)
        self.storh("index", "--drop", "slug", "--unique")
        self.storh("put", stdin=b'{"slug":"home"}')
        told = self.storh("index", "--add", "slug", "--unique", code=1).stderr.decode()
        self.assertIn("the same value", told)

    def test_options_that_contradict_are_wrong_usage(self):
        self.storh("index", "--add", "a", "--drop", "b", code=2)
        self.storh("index", "--add", "a", "--and", "b", "--unique", code=2)


if __name__ == "__main__":
    unittest.main()
