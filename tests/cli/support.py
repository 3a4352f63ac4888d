"""What the tests of the program storh share: running it, temporary roots, rows."""

import contextlib
import fcntl
import json
import mmap
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "storh"
BACKEND = os.environ.get("STORH_BACKEND", "automatic")
ABSENT_ID = "01890a5d-ac96-774b-bcce-b302099a8057"
NOBODY = 65534


def is_sanitized(program):
    with open(program, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as code:
        return code.find(b"__asan_init") >= 0 or code.find(b"__tsan_init") >= 0


IS_SANITIZED = is_sanitized(PROGRAM)


def make_id(number):
    """The id number NUMBER of an increasing sequence that visits many buckets."""
    return f"01890a5d-{number >> 16:04x}-7{number & 0xfff:03x}-8000-{number * 37 % 256:02x}{number:010x}"


def record_line(number, **data):
    return json.dumps({"id": make_id(number), "data": data}, separators=(",", ":"))


def lines(count, **data):
    """COUNT lines of an import, with ids in increasing order."""
    return "".join(record_line(number, n=number, **data) + "\n" for number in range(count)).encode()


def wait_until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("waited in vain")
        time.sleep(0.005)


class CliTest(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="storh-cli-"))
        self.addCleanup(shutil.rmtree, self.directory)
        self.root = self.directory / "root"

    def command(self, name, *arguments):
        return [PROGRAM, name, str(self.root), "places", "--backend", BACKEND,
                *(str(argument) for argument in arguments)]

    def run_raw(self, words, stdin=b"", code=0, **how):
        how.setdefault("stdout", subprocess.PIPE)
        done = subprocess.run(words, input=stdin, stderr=subprocess.PIPE, timeout=120, **how)
        self.assertEqual(done.returncode, code, (words, done.stdout, done.stderr))
        if code in (0, 3):  # damage is a result
            self.assertEqual(done.stderr, b"", words)  # a pipe hears nothing but results
        else:
            self.check_one_line(done.stderr)
        done.err = done.stderr.decode()
        return done

    def storh(self, name, *arguments, stdin=b"", code=0, **how):
        """Runs a command on the collection `places`; a failure is told in exactly one line."""
        return self.run_raw(self.command(name, *arguments), stdin, code, **how)

    def start(self, name, *arguments, **how):
        """Starts a command and leaves it running, its standard input a pipe."""
        process = subprocess.Popen(self.command(name, *arguments), stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)
        self.addCleanup(self.end, process)
        return process

    def run_on_terminal(self, name, *arguments, columns=100, code=0, started=None, **how):
        """Runs a command whose standard error is a terminal; gives what the terminal was sent."""
        terminal, device = pty.openpty()
        fcntl.ioctl(device, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        how.setdefault("stdout", subprocess.DEVNULL)
        process = subprocess.Popen(self.command(name, *arguments), stderr=device, **how)
        self.addCleanup(os.close, terminal)
        os.close(device)
        if started:
            started(process)
        shown = b""
        with contextlib.suppress(OSError):  # at the end of it
            while piece := os.read(terminal, 4096):
                shown += piece
        self.assertEqual(process.wait(timeout=60), code, shown)
        return shown.decode()

    def end(self, process):
        if process.poll() is None:
            process.kill()
            process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def check_memory(self, process, mib_max):
        """Checks how much memory a running process has had at most; sanitizers need their own."""
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        kib = int(re.search(r"VmHWM:\s*(\d+) kB", status).group(1))
        if not IS_SANITIZED:
            self.assertLess(kib / 1024, mib_max)

    def check_one_line(self, stderr):
        self.assertTrue(stderr.startswith(b"storh: "), stderr)
        self.assertTrue(stderr.endswith(b"\n"), stderr)
        self.assertEqual(stderr.count(b"\n"), 1, stderr)

    def path_of(self, record_id, collection="places"):
        return self.root / collection / "data" / record_id[24:26] / f"{record_id}.jsonc"

    def record_files(self, collection="places"):
        return sorted(path.stem for path in (self.root / collection / "data").glob("*/*.jsonc"))

    def everything(self):
        return sorted(path.relative_to(self.directory) for path in self.directory.rglob("*"))

    def as_nobody(self):
        """How to run a program that permissions apply to; this test may itself run as root."""
        os.chmod(self.directory, 0o755)
        if os.geteuid() != 0:
            return {}
        return {"user": NOBODY, "group": NOBODY, "extra_groups": []}

    def reachable_program(self):
        """The program where everybody may run it; a build directory may be private."""
        copy = self.directory / "storh"
        shutil.copy(PROGRAM, copy)
        os.chmod(copy, 0o755)
        return str(copy)

    def storh_as_nobody(self, name, *arguments, stdin=b"", code=0):
        how = self.as_nobody()
        words = self.command(name, *arguments)
        words[0] = self.reachable_program()
        return self.run_raw(words, stdin, code, cwd=self.directory, **how)
