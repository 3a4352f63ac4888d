"""stats, verify, repair: what they print and which exit code they have."""

import json
import os
import signal
import unittest

from support import CliTest, lines, make_id, record_line, wait_until

COMMANDS = ("stats", "verify", "repair")


class UpkeepTest(CliTest):
    def setUp(self):
        super().setUp()
        self.storh("import", stdin=lines(40))

    def damage(self, number=3):
        path = self.path_of(make_id(number))
        path.write_text("{")
        return path

    def objects(self, *words, code=0):
        done = self.storh(*words, "--json", code=code)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_stats_counts_records_and_bytes(self):
        size = sum(path.stat().st_size for path in (self.root / "places" / "data").glob("*/*"))
        self.assertEqual(self.storh("stats").stdout.decode(), f"40 records, {size:,} bytes\n")
        self.assertEqual(self.objects("stats"), [{"records": 40, "bytes": size}])

    def test_a_sound_collection_is_fine(self):
        self.assertRegex(self.storh("verify").stdout.decode(),
                         r"^40 records are sound in \d+\.\d+ s\n$")
        [shown] = self.objects("verify")
        self.assertEqual((shown["records"], shown["damaged"]), (40, 0))

    def test_verify_prints_each_finding_and_says_damage_by_its_exit_code(self):
        path = self.damage()
        stray = self.root / "places" / "stray"
        stray.write_text("")
        before = self.everything()
        told = self.storh("verify", code=3).stdout.decode().splitlines()
        self.assertEqual(len(told), 3)
        self.assertIn(f"foreign_file  {stray}", told)
        self.assertTrue(any(line.startswith(f"corrupt_record  {path}  ") for line in told), told)
        self.assertIn("39 records are sound, 1 damaged file, 1 harmless finding in ", told[2])
        self.assertEqual(self.everything(), before)

    def test_verify_prints_objects_for_programs(self):
        path = self.damage()
        found, summary = self.objects("verify", code=3)
        self.assertEqual((found["kind"], found["path"], found["id"]),
                         ("corrupt_record", str(path), make_id(3)))
        self.assertEqual(summary["findings"]["corrupt_record"], 1)
        self.assertEqual(summary["records"], 39)

    def test_harmless_findings_are_no_damage(self):
        (self.root / "places" / "stray").write_text("")
        self.assertIn(b"foreign_file", self.storh("verify").stdout)

    def test_repair_moves_damage_away(self):
        path = self.damage()
        text = self.storh("repair").stdout.decode()
        self.assertIn(f"corrupt_record  {path}  ", text)
        self.assertIn("  moved to ", text)
        self.assertIn("1 damaged file moved to .storh/corrupt", text)
        self.assertFalse(path.exists())
        self.assertEqual(len(list((self.root / "places/.storh/corrupt").iterdir())), 1)
        self.storh("verify")
        self.assertEqual(len(self.record_files()), 39)

    def test_repair_brings_a_record_into_its_bucket(self):
        path = self.path_of(make_id(3))
        wrong = path.parent.parent / ("00" if path.parent.name != "00" else "01")
        wrong.mkdir(exist_ok=True)
        os.rename(path, wrong / path.name)
        self.storh("verify", code=3)
        *_, summary = self.objects("repair")
        self.assertEqual((summary["rehomed"], summary["damage_left"]), (1, 0))
        self.assertTrue(path.exists())

    def test_damage_that_repair_has_to_leave_is_told_by_its_exit_code(self):
        # Data that is a list, which storh for PHP serves.
        path = self.path_of(make_id(3))
        path.write_text(f'{{"id":"{make_id(3)}","data":[1]}}\n')
        text = self.storh("repair", code=3).stdout.decode()
        self.assertIn(f"unreadable_record  {path}", text)
        self.assertIn("1 damaged file left in place", text)
        self.assertTrue(path.exists())

    def test_indexes_of_php_are_dropped_if_asked(self):
        indexes = self.root / "places/.storh/indexes"
        indexes.mkdir()
        (indexes / "manifest.jsonc").write_text("{}")
        self.storh("verify")
        self.assertIn("indexes", self.storh("repair", code=1).err)
        self.storh("repair", "--drop-php-indexes")
        self.assertFalse(indexes.exists())

    def test_a_mistyped_collection_is_not_found_and_not_made(self):
        self.root = self.directory / "other"
        for name in COMMANDS:
            self.assertIn("no such collection", self.storh(name, code=4).err)
        self.assertFalse(self.root.exists())

    def test_a_collection_that_may_not_be_read_is_an_error(self):
        data = self.root / "places" / "data"
        os.chmod(data, 0o700 if os.geteuid() == 0 else 0)
        self.addCleanup(os.chmod, data, 0o700)
        for name in ("stats", "verify"):
            self.assertIn("Permission denied", self.storh_as_nobody(name, code=1).err)

    def test_reading_needs_no_right_to_write(self):
        for path in (self.root, self.root / "places"):
            os.chmod(path, 0o555)
            self.addCleanup(os.chmod, path, 0o755)
        for name in ("stats", "verify"):
            self.storh_as_nobody(name)

    def test_a_reader_that_goes_away_ends_it_without_a_word(self):
        for number in range(40):
            self.damage(number)
        for name in ("verify", "repair"):
            reader, writer = os.pipe()
            os.close(reader)
            with os.fdopen(writer, "wb") as output:
                self.storh(name, stdout=output)

    def test_output_that_cannot_be_written_is_an_error(self):
        self.damage()
        for name in COMMANDS:
            with open("/dev/full", "wb") as full:
                self.assertIn("No space left", self.storh(name, code=1, stdout=full).err)

    def test_an_interrupt_ends_it_and_breaks_nothing(self):
        self.storh("import", stdin=b"".join(record_line(n).encode() + b"\n" for n in range(4000)))
        count = len(self.record_files())
        for name in COMMANDS:
            process = self.start(name)
            wait_until(lambda: process.poll() is not None or self.handles_signals(process))
            process.send_signal(signal.SIGINT)
            code = process.wait(timeout=60)
            # One that comes when all is done changes nothing any more.
            self.assertIn(code, (0, 130, -2), name)
            if code == 130:
                self.check_one_line(process.stderr.read())
        self.assertEqual(len(self.record_files()), count)
        self.storh("verify")

    def handles_signals(self, process):
        """Whether SIGINT would be caught."""
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            caught = [line for line in status if line.startswith("SigCgt:")]
        return int(caught[0].split()[1], 16) & 1 << signal.SIGINT - 1


if __name__ == "__main__":
    unittest.main(verbosity=2)
