"""Schemas: printed, checked against records and lines, and kept by the commands that write."""

import json
import unittest

from support import PROGRAM, CliTest, make_id, record_line

SCHEMA = """{"fields": [ // of a page
    {"name": "slug", "type": "string", "required": true, "unique": true},
    {"name": "n", "type": "int"},
]}"""


class SchemaTest(CliTest):
    def setUp(self):
        super().setUp()
        self.schema = self.directory / "pages.json"
        self.schema.write_text(SCHEMA)

    def schema_command(self, name, *arguments, **how):
        return self.run_raw([PROGRAM, "schema", name, *(str(a) for a in arguments)], **how)

    def check(self, *arguments, **how):
        return self.schema_command("check", self.root, "places", "--schema", self.schema,
                                   *arguments, **how)

    def check_lines(self, text, *arguments, **how):
        return self.schema_command("check-lines", "-", "--schema", self.schema, *arguments,
                                   stdin=text, **how)

    def test_a_schema_is_printed_in_full(self):
        text = self.schema_command("print", self.schema).stdout.decode()
        self.assertEqual(json.loads(text)["fields"][0],
                         {"name": "slug", "type": "string", "required": True, "indexed": True,
                          "unique": True, "range": False})
        again = self.directory / "again.json"
        again.write_text(text)
        self.assertEqual(self.schema_command("print", again).stdout.decode(), text)

    def test_a_file_that_is_no_schema_is_told_with_its_place(self):
        for text, part in (("{", "not valid JSON"), ('{"fields":[{"name":1}]}', "fields[0].name"),
                           ('{"fields":[{"name":"a","type":"text"}]}', "fields[0].type"),
                           ("x" * 2000000, "1 MiB")):
            self.schema.write_text(text)
            told = self.schema_command("print", self.schema, code=1).err
            self.assertIn(str(self.schema), told)
            self.assertIn(part, told)
        self.schema.unlink()
        self.assertIn("No such file", self.schema_command("print", self.schema, code=1).err)
        self.assertIn(str(self.directory),
                      self.schema_command("print", self.directory, code=1).err)

    def test_a_put_has_to_be_as_the_schema_says(self):
        told = self.storh("put", "--schema", self.schema, stdin=b'{"n":1}', code=1).err
        self.assertIn("required field slug is missing", told)
        self.assertFalse(self.root.exists())
        self.storh("put", "--schema", self.schema, stdin=b'{"slug":"a"}')
        self.assertEqual(len(self.record_files()), 1)

    def test_an_import_stops_at_a_line_that_breaks_it_or_skips_it(self):
        text = b'{"slug":"a"}\n{"slug":"b","n":1.5}\n{"slug":"c"}\n'
        told = self.storh("import", "--schema", self.schema, stdin=text, code=1).err
        self.assertIn("standard input:2: document breaks the schema: field n has to be int", told)
        done = self.start("import", "--schema", str(self.schema), "--skip-bad", "--json")
        out, err = done.communicate(text)
        self.assertEqual(done.returncode, 0)
        self.assertEqual((json.loads(out)["records"], json.loads(out)["bad"]), (2, 1))
        self.assertIn(b"field n has to be int", err)

    def test_records_that_break_it_are_printed(self):
        self.storh("import", stdin="".join(row + "\n" for row in (
            record_line(1, slug="a"), record_line(2, slug=2), record_line(3, n=1),
            record_line(4, slug="d", n=None))).encode())
        self.assertEqual(self.check(code=3).stdout.decode().splitlines(),
                         [f"{make_id(2)}: field slug has to be string",
                          f"{make_id(3)}: required field slug is missing",
                          "4 records checked, 2 break the schema"])
        shown = [json.loads(line) for line in self.check("--json", code=3).stdout.splitlines()]
        self.assertEqual(shown[0], {"id": make_id(2), "field": "slug",
                                    "detail": "field slug has to be string"})
        self.assertEqual(shown[2], {"checked": 4, "broken": 2})
        for number in (2, 3):
            self.storh("remove", make_id(number))
        self.assertEqual(self.check().stdout, b"2 records checked, 0 break the schema\n")

    def test_lines_that_break_it_are_printed(self):
        text = f'{{"slug":"a"}}\n\n{{"slug":1}}\n{record_line(1, slug="b")}\n{{"id":"x"}}\nno\n'
        told = self.check_lines(text.encode(), code=3).stdout.decode().splitlines()
        self.assertEqual(told[0], "3: field slug has to be string")
        self.assertEqual(told[1], "5: required field slug is missing")
        self.assertTrue(told[2].startswith("6: "))
        self.assertEqual(told[3], "5 lines checked, 3 break the schema")
        self.assertEqual(self.check_lines(b'{"slug":"no line feed"}').stdout,
                         b"1 line checked, 0 break the schema\n")
        shown = self.check_lines(text.encode(), "--json", code=3).stdout.splitlines()
        self.assertEqual(json.loads(shown[0])["line"], 3)
        missing = self.directory / "missing"
        self.assertIn("No such file", self.schema_command(
            "check-lines", missing, "--schema", self.schema, code=1).err)

    def test_a_mistyped_collection_is_not_found(self):
        self.assertIn("no such collection", self.check(code=4).err)


if __name__ == "__main__":
    unittest.main(verbosity=2)
