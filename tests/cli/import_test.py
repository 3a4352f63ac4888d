"""import: rows in, acknowledgements, what stops it."""

import json
import os
import signal
import subprocess
import unittest

from support import BACKEND, CliTest, lines, make_id, record_line, wait_until


class ImportTest(CliTest):
    def write(self, text, name="rows.jsonl"):
        path = self.directory / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def acked(self, path):
        text = path.read_text() if path.exists() else ""
        self.assertTrue(text == "" or text.endswith("\n"), text[-80:])
        return text.split()

    def test_rows_come_from_a_file_or_standard_input(self):
        self.storh("import", self.write(lines(10)))
        self.storh("import", stdin=lines(20))
        self.storh("import", "-", stdin=lines(30))
        self.assertEqual(self.record_files(), [make_id(n) for n in range(30)])

    def test_a_record_is_stored_as_its_line_is(self):
        line = f'{{ "id" : "{make_id(1)}" , "data":{{"a":1.50,"a" :2}} }}'
        self.storh("import", stdin=line.encode() + b"\r\n")
        self.assertEqual(self.path_of(make_id(1)).read_bytes(), line.encode() + b"\n")

    def test_any_other_object_is_the_data_of_a_new_record(self):
        self.storh("import", stdin=b'{"id":7,"name":"x"}\n\n  \r\n{"data":{}}')  # no end of line
        found = [json.loads(line)["data"] for line in self.storh("export").stdout.splitlines()]
        self.assertEqual(found, [{"id": 7, "name": "x"}, {"data": {}}])

    def test_the_summary_says_records_time_rate_and_backend(self):
        done = self.storh("import", stdin=lines(3))
        self.assertRegex(done.stdout.decode(),
                         rf"^3 records in \d+\.\d+ s, [\d,]+ records/s, backend {BACKEND} \(.+\)\n$")

    def test_json_prints_the_summary_for_programs(self):
        shown = json.loads(self.storh("import", "--json", "--skip-bad", stdin=lines(3)).stdout)
        self.assertEqual((shown["records"], shown["bad"], shown["backend"]), (3, 0, BACKEND))
        self.assertGreater(shown["seconds"], 0)
        self.assertTrue(shown["backend_reason"])

    def test_nothing_to_import_is_fine(self):
        self.assertIn("0 records", self.storh("import", stdin=b"").stdout.decode())

    def test_a_bad_line_stops_the_import_after_the_lines_before_it(self):
        path = self.write(lines(16) + b'{"n":\n' + lines(40))
        done = self.storh("import", path, code=1)
        self.assertIn(f"{path}:17: not valid JSON", done.err)
        self.assertIn("16 records are durable", done.err)
        self.assertIn("--skip-bad", done.err)
        self.assertEqual(self.record_files(), [make_id(n) for n in range(16)])

    def test_every_kind_of_bad_line_is_named(self):
        bad = (("nonsense", "not valid JSON"), ("[1]", "not a JSON object"), ("17", "not a JSON"),
               ('{"a":"\\ud800"}', "not valid JSON"), ('{"a":1}{"a":2}', "byte 7"),
               ('{"id":"x","data":{}}', "not a UUIDv7"),
               (f'{{"id":"{make_id(1)}","data":[1]}}', "list"),
               ('{"a":' * 511 + "1" + "}" * 511, "nested too deeply"),
               ('{"a":"' + "x" * (17 << 20) + '"}', "larger"))
        for text, expected in bad:
            done = self.storh("import", stdin=f"\n{text}\n".encode(), code=1)
            self.assertIn("standard input:2: ", done.err)
            self.assertIn(expected, done.err)
        self.assertEqual(self.record_files(), [])

    def test_skip_bad_passes_over_bad_lines_counts_them_and_names_the_first(self):
        text = b"".join(b"bad %d\n" % n + record_line(n).encode() + b"\n" for n in range(8))
        done = subprocess.run(self.command("import", "--skip-bad", "--json"), input=text,
                              capture_output=True)
        self.assertEqual(done.returncode, 0)
        shown = json.loads(done.stdout)
        self.assertEqual((shown["records"], shown["bad"]), (8, 8))
        named = done.stderr.decode().splitlines()
        self.assertEqual(len(named), 5)
        self.assertIn("standard input:3: not valid JSON", named[1])
        done = subprocess.run(self.command("import", "--skip-bad"), input=text, capture_output=True)
        self.assertIn("8 bad lines skipped", done.stdout.decode())

    def test_a_line_without_end_is_a_bad_line_and_takes_no_memory(self):
        process = self.start("import", "--skip-bad", "--json")
        process.stdin.write(lines(1) + b'{"a":"')
        for _ in range(512):
            process.stdin.write(b"x" * (1 << 20))
        self.check_memory(process, 64)
        process.stdin.write(b'"}\n' + record_line(1).encode())
        process.stdin.close()
        self.assertEqual(json.loads(process.stdout.read())["bad"], 1)
        self.assertEqual(process.wait(), 0)
        self.assertEqual(self.record_files(), [make_id(0), make_id(1)])

    def test_acks_list_each_id_once_its_record_is_there(self):
        acks = self.directory / "acks"
        process = self.start("import", "--acks", acks, "--in-flight", "16")
        for begin in range(0, 200, 50):
            for number in range(begin, begin + 50):
                process.stdin.write(record_line(number).encode() + b"\n")
            process.stdin.flush()
            # All of them, although no more input and no end of it has come.
            wait_until(lambda: len(self.acked(acks)) == begin + 50)
            for record_id in self.acked(acks):
                self.assertTrue(self.path_of(record_id).exists())
        process.stdin.close()
        self.assertEqual(process.wait(), 0)
        self.assertEqual(sorted(self.acked(acks)), [make_id(n) for n in range(200)])

    def test_acks_of_a_killed_import_are_records(self):
        acks = self.directory / "acks"
        process = self.start("import", self.write(lines(1000)), "--acks", acks)
        wait_until(lambda: acks.exists() and acks.stat().st_size > 0)
        process.kill()
        process.wait()
        for record_id in acks.read_text().split("\n")[:-1]:
            self.assertIn(record_id, self.path_of(record_id).read_text())

    def test_acks_are_appended(self):
        acks = self.write("before\n", "acks")
        self.storh("import", "--acks", acks, stdin=lines(2))
        self.assertEqual(acks.read_text().split(), ["before", make_id(0), make_id(1)])

    def test_acks_that_cannot_be_written_stop_the_import(self):
        process = self.start("import", "--acks", "/dev/full", "--in-flight", "8")
        with self.assertRaises(BrokenPipeError):
            for number in range(10 ** 7):
                process.stdin.write(record_line(number).encode() + b"\n")
                process.stdin.flush()
        self.assertEqual(process.wait(), 1)
        error = process.stderr.read()
        self.check_one_line(error)
        self.assertIn(b"/dev/full: No space left on device", error)
        self.assertIn(b"durable", error)

    def test_acks_that_cannot_be_opened_are_an_error_before_anything_is_stored(self):
        done = self.storh("import", "--acks", self.directory / "no" / "acks", stdin=lines(2), code=1)
        self.assertIn("no/acks: No such file", done.err)
        self.assertFalse(self.root.exists())

    def test_input_that_cannot_be_read_is_an_error_and_nothing_is_made(self):
        self.assertIn("absent: No such file",
                      self.storh("import", self.directory / "absent", code=1).err)
        self.assertIn("Is a directory", self.storh("import", self.directory, code=1).err)
        self.assertEqual(self.everything(), [])

    def check_signal(self, number, code):
        acks = self.directory / "acks"
        process = self.start("import", "--acks", acks, "--json")
        process.stdin.write(lines(50) + b'{"half":')
        process.stdin.flush()
        wait_until(lambda: len(self.acked(acks)) == 50)
        process.send_signal(number)
        self.assertEqual(process.wait(timeout=60), code)  # although the input is still open
        self.assertEqual(json.loads(process.stdout.read())["records"], 50)
        error = process.stderr.read()
        self.check_one_line(error)
        self.assertIn(b"interrupted (50 records are durable)", error)
        self.assertEqual(len(self.record_files()), 50)

    def test_an_interrupt_ends_the_import_with_what_is_in_flight(self):
        self.check_signal(signal.SIGINT, 130)

    def test_a_request_to_terminate_does_the_same(self):
        self.check_signal(signal.SIGTERM, 143)

    def test_an_interrupt_amid_a_file_keeps_acks_and_records_equal(self):
        acks = self.directory / "acks"
        process = self.start("import", self.write(lines(100000)), "--acks", acks)
        wait_until(lambda: acks.exists() and acks.stat().st_size > 0)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertEqual(sorted(self.acked(acks)), self.record_files())

    def test_standard_input_keeps_its_flags(self):
        reader, writer = os.pipe()
        os.write(writer, lines(3))
        os.close(writer)
        before = os.get_blocking(reader)
        done = subprocess.run(self.command("import"), stdin=reader, capture_output=True)
        self.assertEqual((done.returncode, os.get_blocking(reader)), (0, before))
        os.close(reader)

    def test_a_collection_that_may_not_be_written_is_an_error(self):
        self.root.mkdir()
        os.chmod(self.root, 0o555)
        self.addCleanup(os.chmod, self.root, 0o755)
        done = self.storh_as_nobody("import", stdin=lines(3), code=1)
        self.assertIn("Permission denied", done.err)
        self.assertIn("0 records are durable", done.err)


if __name__ == "__main__":
    unittest.main(verbosity=2)
