"""export: order, and that a file is replaced whole or not at all."""

import json
import os
import pathlib
import random
import resource
import signal
import stat
import subprocess
import tempfile
import unittest

from support import BACKEND, PROGRAM, CliTest, lines, make_id, wait_until


def limit_file_size():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))


class ExportTest(CliTest):
    @classmethod
    def setUpClass(cls):
        """Imports 600 records in random order: more than one window, and more than a pipe holds."""
        cls.shared = tempfile.TemporaryDirectory(prefix="storh-cli-")
        cls.addClassCleanup(cls.shared.cleanup)
        cls.text = lines(600, text="x" * 200)
        shuffled = cls.text.splitlines(keepends=True)
        random.Random(7).shuffle(shuffled)
        words = [PROGRAM, "import", cls.shared.name + "/root", "places"]
        subprocess.run(words, input=b"".join(shuffled), stdout=subprocess.DEVNULL, check=True)

    def use_shared(self):
        """Works on the shared records, which stay as they are; gives their lines in order."""
        self.root = pathlib.Path(self.shared.name) / "root"
        return self.text

    def fill(self, count):
        text = lines(count)
        self.storh("import", stdin=text)
        return text

    def old_export(self):
        path = self.directory / "export.jsonl"
        path.write_text("old\n")
        return path

    def check_no_temp(self):
        names = {path.name for path in self.directory.iterdir()}
        self.assertLessEqual(names, {"root", "export.jsonl", "link", "storh"})

    def test_records_come_in_id_order_over_all_buckets(self):
        text = self.use_shared()
        self.assertEqual(self.storh("export").stdout, text)
        self.assertEqual(self.storh("export", "-", "--json").stdout, text)

    def test_a_file_gets_the_same_and_is_told_in_a_summary(self):
        text = self.use_shared()
        path = self.old_export()
        done = self.storh("export", path)
        self.assertRegex(done.stdout.decode(), rf"^600 records in .* backend {BACKEND} \(.+\)\n$")
        self.assertEqual(path.read_bytes(), text)
        shown = json.loads(self.storh("export", path, "--json").stdout)
        self.assertEqual((shown["records"], shown["backend"]), (600, BACKEND))
        self.check_no_temp()

    def test_an_export_can_be_imported(self):
        text = self.fill(100)
        path = self.old_export()
        self.storh("export", path)
        self.root = self.directory / "root" / "second"
        self.storh("import", path)
        self.assertEqual(self.storh("export").stdout, text)

    def test_a_collection_that_became_empty_exports_nothing(self):
        self.fill(1)
        self.storh("remove", make_id(0))
        self.assertEqual(self.storh("export").stdout, b"")
        path = self.old_export()
        self.storh("export", path)
        self.assertEqual(path.read_bytes(), b"")

    def test_a_mistyped_collection_is_not_found_and_nothing_is_made(self):
        path = self.old_export()
        self.assertIn("no such collection", self.storh("export", path, code=4).err)
        self.assertEqual(path.read_text(), "old\n")
        self.assertFalse(self.root.exists())
        self.check_no_temp()

    def test_a_damaged_record_leaves_the_old_file(self):
        self.use_shared()
        damaged = self.path_of(make_id(550))
        self.addCleanup(damaged.write_bytes, damaged.read_bytes())
        damaged.write_text("{")
        path = self.old_export()
        done = self.storh("export", path, code=1)
        self.assertIn(str(damaged), done.err)
        self.assertEqual(path.read_text(), "old\n")
        self.check_no_temp()

    def test_a_target_that_fails_half_way_leaves_the_old_file(self):
        self.use_shared()
        path = self.old_export()
        done = self.storh("export", path, code=1, preexec_fn=limit_file_size)
        self.assertIn(f"{path}: File too large", done.err)
        self.assertEqual(path.read_text(), "old\n")
        self.check_no_temp()

    def end_half_way(self, number, path):
        """Sends the signal once the new file has begun; gives the exit code."""
        process = self.start("export", path)
        wait_until(lambda: process.poll() is not None
                   or list(self.directory.glob(".storh-export-*")))
        process.send_signal(number)
        return process.wait(timeout=60)

    def test_a_killed_export_leaves_the_old_file_or_the_new_one(self):
        text = self.use_shared()
        for _ in range(5):
            path = self.old_export()
            self.end_half_way(signal.SIGKILL, path)
            self.assertIn(path.read_bytes(), (b"old\n", text))

    def test_an_interrupted_export_leaves_the_old_file_and_nothing_else(self):
        text = self.use_shared()
        for number in (signal.SIGINT, signal.SIGTERM):
            path = self.old_export()
            code = self.end_half_way(number, path)
            # A signal that comes when all is done changes nothing any more.
            self.assertIn(code, (0, 128 + number, -number))
            self.assertEqual(path.read_bytes(), b"old\n" if code == 128 + number else text)
            self.check_no_temp()

    def test_the_new_file_has_the_permissions_of_the_old_one(self):
        self.fill(2)
        path = self.old_export()
        for mode in (0o600, 0o644, 0o440):
            os.chmod(path, mode)
            self.storh("export", path)
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), mode)

    def test_a_link_stays_and_what_it_leads_to_is_replaced(self):
        text = self.fill(2)
        path = self.old_export()
        link = self.directory / "link"
        link.symlink_to(path)
        self.storh("export", link)
        self.assertTrue(link.is_symlink())
        self.assertEqual(path.read_bytes(), text)

    def test_a_relative_name_is_a_file_in_the_working_directory(self):
        text = self.fill(2)
        self.storh("export", "export.jsonl", cwd=self.directory)
        self.assertEqual((self.directory / "export.jsonl").read_bytes(), text)

    def test_a_device_is_written_and_not_replaced(self):
        self.fill(2)
        self.storh("export", "/dev/null")
        self.assertIn("/dev/full: No space left", self.storh("export", "/dev/full", code=1).err)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_a_pipe_is_written_and_not_replaced(self):
        text = self.fill(2)
        pipe = self.directory / "link"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.storh("export", pipe)
        self.assertEqual(os.read(reader, 4096), text)
        os.close(reader)
        self.assertTrue(stat.S_ISFIFO(pipe.stat().st_mode))

    def test_what_a_killed_export_left_is_removed_by_the_next(self):
        self.fill(2)
        left = self.directory / f".storh-export-{make_id(1)}.tmp"
        left.write_text("half")
        os.utime(left, (0, 0))
        self.storh("export", self.old_export())
        self.assertFalse(left.exists())

    def test_a_target_that_cannot_be_made_is_an_error(self):
        self.fill(2)
        self.assertIn("No such file", self.storh("export", self.directory / "no" / "x", code=1).err)
        self.assertIn("Is a directory", self.storh("export", self.directory, code=1).err)

    def test_an_unreadable_collection_is_an_error_and_leaves_the_old_file(self):
        self.fill(2)
        path = self.old_export()
        os.chmod(self.root / "places", 0o700 if os.geteuid() == 0 else 0)
        self.addCleanup(os.chmod, self.root / "places", 0o700)
        os.chmod(self.directory, 0o777)
        self.assertIn("Permission denied", self.storh_as_nobody("export", path, code=1).err)
        self.assertEqual(path.read_text(), "old\n")

    def test_a_reader_that_goes_away_ends_the_export_without_a_word(self):
        self.use_shared()
        process = self.start("export")
        self.assertTrue(process.stdout.readline())
        process.stdout.close()
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertEqual(process.stderr.read(), b"")

    def test_large_records_are_read_a_few_at_a_time(self):
        text = lines(32, text="x" * (2 << 20))
        self.storh("import", "--in-flight", "2", stdin=text)
        process = self.start("export")
        # More than a pipe holds remains, so the program is still there.
        self.assertEqual(process.stdout.read(62 << 20), text[:62 << 20])
        self.check_memory(process, 128)
        self.assertEqual(process.stdout.read(), text[62 << 20:])


if __name__ == "__main__":
    unittest.main(verbosity=2)
