"""put, get, remove."""

import ctypes
import json
import os
import re
import struct
import unittest

from support import ABSENT_ID, CliTest, PROGRAM

LIBC = ctypes.CDLL(None, use_errno=True)

LINE = re.compile(r'^\{"id":"([0-9a-f-]{36})","data":(.*)\}\n$')


def forbid_io_uring():
    """Makes io_uring_setup fail with EPERM in this process and its children, as containers do."""
    load, equal, answer = 0x20, 0x15, 0x06
    steps = ((load, 0, 0, 0), (equal, 0, 1, 425), (answer, 0, 0, 0x00050001),
             (answer, 0, 0, 0x7fff0000))
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    program = struct.pack("HxxxxxxP", len(steps),
                          ctypes.cast(ctypes.c_char_p(code), ctypes.c_void_p).value)
    no_new_privileges, set_seccomp, filter_mode = 38, 22, 2
    if (LIBC.prctl(no_new_privileges, 1, 0, 0, 0) != 0
            or LIBC.prctl(set_seccomp, filter_mode, program, 0, 0) != 0):
        raise OSError(ctypes.get_errno(), "prctl")


class RecordTest(CliTest):
    def put(self, text='{"slug":"home"}', *arguments):
        line = self.storh("put", *arguments, stdin=text.encode()).stdout.decode()
        return LINE.match(line).group(1)

    def tag_of(self, record_id):
        return json.loads(self.storh("get", record_id, "--json").stdout)["tag"]

    def test_put_prints_the_record_as_its_file_holds_it(self):
        done = self.storh("put", stdin=b' { "slug" : "home", "n": 1.50 } \n')
        record_id, data = LINE.match(done.stdout.decode()).groups()
        self.assertEqual(data, '{"slug":"home","n":1.5}')
        self.assertEqual(self.path_of(record_id).read_bytes(), done.stdout)
        self.assertEqual(self.storh("get", record_id).stdout, done.stdout)

    def test_put_with_an_id_replaces_what_is_there(self):
        self.assertEqual(self.put('{"v":1}', "--id", ABSENT_ID), ABSENT_ID)
        self.put('{"v":2}', "--id", ABSENT_ID.upper())
        self.assertEqual(self.storh("get", ABSENT_ID).stdout.decode(),
                         f'{{"id":"{ABSENT_ID}","data":{{"v":2}}}}\n')

    def test_json_adds_the_tag_of_the_version(self):
        put = json.loads(self.storh("put", "--json", stdin=b'{"a":[]}').stdout)
        self.assertEqual(list(put), ["id", "tag", "data"])
        self.assertRegex(put["tag"], "^[0-9a-f]{32}$")
        self.assertEqual(json.loads(self.storh("get", put["id"], "--json").stdout), put)

    def test_a_record_that_is_there_conflicts_with_if_absent(self):
        self.put('{"v":1}', "--id", ABSENT_ID, "--if-absent")
        done = self.storh("put", "--id", ABSENT_ID, "--if-absent", stdin=b'{"v":2}', code=1)
        self.assertIn(self.tag_of(ABSENT_ID), done.err)
        self.assertIn('{"v":1}', self.storh("get", ABSENT_ID).stdout.decode())

    def test_of_two_writers_of_one_version_the_second_conflicts(self):
        record_id = self.put('{"v":1}')
        tag = self.tag_of(record_id)
        self.put('{"v":2}', "--id", record_id, "--if-match", tag)
        done = self.storh("put", "--id", record_id, "--if-match", tag, stdin=b'{"v":3}', code=1)
        self.assertIn(f"present tag {self.tag_of(record_id)}", done.err)
        self.storh("remove", record_id, "--if-match", tag, code=1)
        self.assertIn('{"v":2}', self.storh("get", record_id).stdout.decode())
        self.storh("remove", record_id, "--if-match", self.tag_of(record_id))

    def test_remove_removes_and_then_finds_nothing(self):
        record_id = self.put()
        self.assertEqual(self.storh("remove", record_id).stdout, b"")
        self.assertFalse(self.path_of(record_id).exists())
        self.assertIn(record_id, self.storh("remove", record_id, code=4).err)
        self.assertIn(record_id, self.storh("get", record_id, code=4).err)

    def test_remove_with_json_says_so(self):
        record_id = self.put()
        self.assertEqual(json.loads(self.storh("remove", record_id, "--json").stdout),
                         {"id": record_id, "removed": True})

    def test_a_mistyped_collection_is_not_found_and_not_made(self):
        for name in ("get", "remove"):
            done = self.storh(name, ABSENT_ID, code=4)
            self.assertIn(f"{self.root}/places: no such collection", done.err)
        self.assertEqual(self.everything(), [])

    def test_text_that_is_no_object_is_refused_with_the_place(self):
        for text, expected in ((b"", "not valid JSON"), (b'{"a":1', "byte 6"), (b"[]", "JSON"),
                               (b'{"a":1}x', "byte 7"), (b'{"a":"\xff"}', "byte 6"),
                               (b'{"a":' * 511 + b"1" + b"}" * 511, "nested too deeply")):
            done = self.storh("put", stdin=text, code=1)
            self.assertIn("standard input: ", done.err)
            self.assertIn(expected, done.err)
        self.assertEqual(self.everything(), [])

    def test_a_document_that_is_too_large_is_refused(self):
        text = b'{"a":"' + b"x" * (17 << 20) + b'"}'
        self.assertIn("larger", self.storh("put", stdin=text, code=1).err)
        self.assertIn("longer", self.storh("put", stdin=text * 3, code=1).err)

    def test_a_damaged_record_is_an_error_that_names_its_file(self):
        record_id = self.put()
        self.path_of(record_id).write_text("{")
        done = self.storh("get", record_id, code=1)
        self.assertIn(str(self.path_of(record_id)), done.err)
        self.assertIn("damaged", done.err)

    def test_every_durability_and_number_of_rings_stores_the_record(self):
        for durability in ("automatic", "record", "group"):
            for rings in (1, 3):
                self.put('{"v":1}', "--durability", durability, "--rings", str(rings))
        self.assertEqual(len(self.record_files()), 6)

    def test_output_that_cannot_be_written_is_an_error(self):
        with open("/dev/full", "wb") as full:
            done = self.storh("put", stdin=b"{}", code=1, stdout=full)
        self.assertIn("standard output: No space left", done.err)

    def test_an_unreadable_root_is_an_error_and_not_an_absence(self):
        record_id = self.put()
        os.chmod(self.root, 0o700)
        if os.geteuid() != 0:
            os.chmod(self.root, 0)
            self.addCleanup(os.chmod, self.root, 0o700)
        for name in ("get", "remove"):
            done = self.storh_as_nobody(name, record_id, code=1)
            self.assertIn("Permission denied", done.err)
            self.assertIn(str(self.root), done.err)

    def test_a_root_that_may_not_be_written_is_an_error(self):
        self.put()
        os.chmod(self.root, 0o555)
        os.chmod(self.root / "places", 0o555)
        self.addCleanup(os.chmod, self.root, 0o755)
        self.addCleanup(os.chmod, self.root / "places", 0o755)
        done = self.storh_as_nobody("put", stdin=b"{}", code=1)
        self.assertIn("Permission denied", done.err)

    def test_a_root_that_is_a_file_is_an_error(self):
        self.root.write_text("")
        for name, *arguments in (("put",), ("get", ABSENT_ID), ("export",)):
            self.assertIn("Not a directory", self.storh(name, *arguments, stdin=b"{}", code=1).err)

    def test_a_path_with_line_feeds_is_told_in_one_line(self):
        self.root = self.directory / "a\nb"
        self.storh("get", ABSENT_ID, code=4)

    def test_a_root_with_special_characters_is_taken_as_it_is(self):
        self.root = self.directory / "[a, b]"
        self.put()
        self.assertEqual(len(self.record_files()), 1)

    def test_a_killed_reader_of_the_output_is_no_error(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as output:
            self.storh("put", stdin=b"{}", stdout=output)
        self.assertEqual(len(self.record_files()), 1)


class BackendTest(CliTest):
    def words(self, name, backend):
        return [PROGRAM, name, str(self.root), "places", "--backend", backend]

    def test_a_backend_that_is_not_available_is_an_error_with_the_reason(self):
        done = self.run_raw(self.words("put", "uring"), b"{}", code=1, preexec_fn=forbid_io_uring)
        self.assertIn("--backend uring: I/O backend is not available here", done.err)
        self.assertIn("use --backend automatic", done.err)
        self.assertEqual(self.everything(), [])

    def test_automatic_uses_threads_where_io_uring_is_forbidden_and_says_why(self):
        done = self.run_raw(self.words("import", "automatic"), b"{}", preexec_fn=forbid_io_uring)
        self.assertRegex(done.stdout.decode(), r"backend threads \(.*io_uring.*\)")


if __name__ == "__main__":
    unittest.main(verbosity=2)
