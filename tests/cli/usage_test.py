"""Command lines that are wrong, and the help."""

import unittest

from support import ABSENT_ID, PROGRAM, CliTest

COMMANDS = ("put", "get", "remove", "import", "export", "stream", "query", "stats", "verify", "repair")


class UsageTest(CliTest):
    def check_usage(self, words, *expected):
        done = self.run_raw([PROGRAM, *words], code=2)
        self.assertEqual(done.stdout, b"")
        for part in expected:
            self.assertIn(part, done.err)
        self.assertFalse(self.root.exists())

    def check_place(self, name, *words, expected):
        self.check_usage([name, str(self.root), "places", *words], *expected)

    def test_the_version_is_printed(self):
        done = self.run_raw([PROGRAM, "--version"])
        self.assertRegex(done.stdout.decode(), r"^storh \d+\.\d+\.\d+\n$")

    def test_the_help_names_every_command_and_exit_code(self):
        text = self.run_raw([PROGRAM, "--help"]).stdout.decode()
        for part in (*COMMANDS, "Examples:", "Exit codes:", "3 damage", "4 no such record"):
            self.assertIn(part, text)

    def test_the_help_of_every_command_has_examples_and_the_common_options(self):
        for name in COMMANDS:
            text = self.run_raw([PROGRAM, name, "--help"]).stdout.decode()
            for part in ("Examples:\n", f"  storh {name} var/app ", "--backend", "--rings",
                         "--durability", "--json", "Common options:"):
                self.assertIn(part, text if name != "put" else text.replace("| ", "  "))

    def test_no_command_is_wrong(self):
        self.check_usage([], "no command", "storh --help")

    def test_a_mistyped_command_is_told_what_was_meant(self):
        self.check_usage(["improt", "a", "b"], "unknown command 'improt'", "did you mean import?")
        self.check_usage(["exp"], "did you mean export?")

    def test_a_command_like_no_other_is_told_where_the_help_is(self):
        self.check_usage(["frobnicate"], "unknown command 'frobnicate'", "see storh --help")

    def test_a_mistyped_option_is_told_what_was_meant(self):
        self.check_usage(["--vresion"], "unknown option '--vresion'", "did you mean --version?")
        self.check_place("import", "--skip-bda", expected=("import:", "did you mean --skip-bad?"))
        self.check_place("get", "--bakend=sync", expected=("'--bakend'", "did you mean --backend?"))

    def test_a_mistyped_option_is_named_even_if_an_argument_is_missing(self):
        self.check_place("get", "--jsno", expected=("'--jsno'", "did you mean --json?"))

    def test_a_mistyped_choice_is_told_what_was_meant(self):
        self.check_place("get", ABSENT_ID, "--backend", "urng",
                         expected=("--backend", "'urng'", "did you mean uring?"))
        self.check_place("put", "--durability", "groop", expected=("did you mean group?",))

    def test_a_missing_or_superfluous_argument_is_named(self):
        self.check_usage(["get"], "ROOT is required", "storh get --help")
        self.check_place("get", expected=("ID is required",))
        self.check_place("export", "a", "b", expected=("unexpected argument 'b'",))
        self.check_place("put", "--id", expected=("--id",))

    def test_numbers_out_of_range_are_refused(self):
        for value in ("0", "1048577", "-1", "many"):
            self.check_place("import", "--in-flight", value, expected=("--in-flight",))
        for option in ("--limit", "--since", "--until"):
            for value in ("-1", "x", "1.5", "99999999999999999999"):
                self.check_place("stream", option, value, expected=(option,))
        for value in ("0", "65", "x"):
            self.check_place("put", "--rings", value, expected=("--rings",))

    def test_ids_and_tags_are_checked(self):
        self.check_place("get", "home", expected=("ID", "'home' is no id"))
        self.check_place("remove", "home", expected=("'home' is no id",))
        self.check_place("put", "--id", "home", expected=("--id", "'home' is no id"))
        self.check_place("remove", ABSENT_ID, "--if-match", "1",
                         expected=("--if-match", "'1' is no tag"))

    def test_a_condition_of_a_stream_is_checked(self):
        for typed in ("n", "n=", "n=x", "n=1 2", "n=1,\"m\":2", "n={"):
            self.check_place("stream", "--where", typed, expected=("--where", f"'{typed}'", "JSON"))
        self.check_place("stream", "--after", "home", expected=("--after", "'home' is no id"))

    def test_a_query_is_checked(self):
        for typed, *parts in (("{", "byte 1"), ('{"group":[]}', "group: is not known"),
                              ('{"groups":[[{"field":"n","op":"is"}]]}', "groups[0][0].op"),
                              ('{"limit":-1}', "limit:")):
            self.check_place("query", "--json", typed, expected=("query --json:", *parts))
        self.check_place("query", "--ids", "--count", expected=("--count", "--ids"))
        self.check_place("query", "--explain", "--count", expected=("--explain", "--count"))
        for value in ("0", "x", "99999999"):
            self.check_place("query", "--sort-memory", value, expected=("--sort-memory",))
        self.check_place("query", "--limit", "-1", expected=("--limit",))

    def test_the_commands_of_schema_are_told(self):
        text = self.run_raw([PROGRAM, "schema", "--help"]).stdout.decode()
        for part in ("Examples:", "print", "check", "check-lines", '"type": "string"'):
            self.assertIn(part, text)
        for name in ("print", "check", "check-lines"):
            text = self.run_raw([PROGRAM, "schema", name, "--help"]).stdout.decode()
            self.assertIn(f"storh schema {name} ", text)
        self.check_usage(["schema"], "schema:", "storh schema --help")
        self.check_usage(["schema", "chekc"], "unknown command 'chekc'", "did you mean check?")
        self.check_usage(["schema", "check", str(self.root), "places"], "--schema is required",
                         "storh schema check --help")
        self.check_usage(["schema", "check-lines", "--shcema", "x"], "schema check-lines:",
                         "did you mean --schema?")

    def test_conditions_need_an_id_and_exclude_each_other(self):
        self.check_place("put", "--if-absent", expected=("--if-absent requires --id",))
        self.check_place("put", "--if-match", "0" * 32, expected=("--if-match requires --id",))
        self.check_place("put", "--id", ABSENT_ID, "--if-absent", "--if-match", "0" * 32,
                         expected=("--if-absent", "--if-match"))

    def test_a_collection_name_that_is_not_allowed_is_wrong_usage(self):
        for name in (".storh", "a/b", "..", "x" * 256, "a b"):
            self.check_usage(["get", str(self.root), name, ABSENT_ID], "name")


if __name__ == "__main__":
    unittest.main(verbosity=2)
