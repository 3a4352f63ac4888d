#!/usr/bin/env python3
"""Runs every workload of storh-bench with tiny sizes and checks exit codes, rows and leftovers.

    smoke.py PROGRAM
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

FIELDS = {"workload", "backend", "durability", "in_flight", "rings", "records", "seconds", "rate",
          "p50_us", "p99_us", "p999_us", "deviation", "system_calls_each", "peak_kib",
          "file_system", "samples_seconds"}


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=240)


def expect(condition, why, result=None):
    if not condition:
        sys.exit(f"smoke: {why}\n" + (f"{result.stdout}{result.stderr}" if result else ""))


def has_io_uring(program, directory):
    result = run(program, "--workload", "open", "--backend", "automatic", "--records", "2",
                 "--repeat", "1", "--dir", directory)
    expect(result.returncode == 0, "automatic failed", result)
    return "backend      uring" in result.stdout


def workloads(program, directory):
    listed = run(program, "--list")
    expect(listed.returncode == 0, "--list failed", listed)
    names = [line.split()[0] for line in listed.stdout.splitlines()]
    if not has_io_uring(program, directory):
        names = [name for name in names if not name.startswith("bare-chains")]
    cold = [name for name in names if name.endswith("-cold")]
    return [name for name in names if name not in cold], cold


def check_rows(program, directory, names):
    file = pathlib.Path(directory, "rows.json")
    result = run(program, "--workload", ",".join(names), "--backend", "automatic,threads,sync",
                 "--durability", "record,group", "--in-flight", "1,8", "--records", "60",
                 "--size", "300", "--repeat", "2", "--rings", "2", "--seed", "3",
                 "--dir", directory, "--json", str(file))
    expect(result.returncode == 0, "the run failed", result)
    rows = json.loads(file.read_text())
    expect({row["workload"] for row in rows} == set(names), "a workload has no row", result)
    for row in rows:
        expect(set(row) == FIELDS, f"fields {sorted(row)}")
        expect(len(row["samples_seconds"]) == 2, f"repetitions of {row}")
        expect(row["records"] == 60 and row["seconds"] > 0 and row["rate"] > 0, f"figures of {row}")
        expect(not row["workload"].endswith("-memory") or row["peak_kib"] > 0, f"no peak in {row}")
        has_rings = row["backend"] != "-" or row["workload"] == "bare-chains"
        expect(row["rings"] == (2 if has_rings else 0), f"rings of {row}")
    # 3 backends, 2 durabilities, 2 in flight; gets have no durability, bare rows have nothing.
    count = {name: sum(row["workload"] == name for row in rows) for name in names}
    backends = 3 if "uring" in {row["backend"] for row in rows} else 2
    expect(count["put"] == 4 * backends, f"rows of put: {count['put']}")
    expect(count["get-warm"] == 2 * backends, f"rows of get-warm: {count['get-warm']}")
    expect(count["stream-warm"] == backends, f"rows of stream-warm: {count['stream-warm']}")
    expect(count.get("bare-chains", 2) == 2, f"rows of bare-chains: {count}")
    expect(count["floor"] == 1, f"rows of floor: {count['floor']}")
    file.unlink()
    expect(os.listdir(directory) == [], f"left behind: {os.listdir(directory)}")


def check_cold(program, directory, names):
    result = run(program, "--workload", ",".join(names), "--in-flight", "8", "--records", "60",
                 "--repeat", "1", "--dir", directory)
    if os.geteuid() == 0:
        expect(result.returncode == 0, "the cold run failed", result)
        for name in names:
            expect(name in result.stdout, f"{name} is not in the table", result)
    else:
        expect(result.returncode == 1 and "run as root" in result.stderr, "cold as a user", result)


def check_usage(program, directory):
    for arguments in (["--workload", "none"], ["--backend", "none"], ["--durability", "none"],
                      ["--in-flight", "0"], ["--records", "0"], ["--repeat", "0"], ["--only", "1"],
                      ["--image", "ntfs"], ["--dir", directory, "--image", "ext4"], ["--nothing"]):
        result = run(program, *arguments)
        expect(result.returncode == 2, f"{arguments}: exit code {result.returncode}", result)
    expect(run(program, "--help").returncode == 0, "--help failed")
    unknown = run(program, "--figures", "--only", "99")
    expect(unknown.returncode == 1 and "no figure 99" in unknown.stderr, "--only 99", unknown)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as directory:
        check_usage(program, directory)
        warm, cold = workloads(program, directory)
        check_rows(program, directory, warm)
        check_cold(program, directory, cold)
    print("smoke: passed")


if __name__ == "__main__":
    main()
