#!/usr/bin/env python3
"""Runs one example and compares the report, line by line, with the numbers in its comments.

    check_example.py SMEMLENS COMPILER examples/NAME.cu

A row "smemlens: @label R requests, W wavefronts, I ideal" tells what all sites of the line that
ends with "// @label" add up to; "smemlens(nvcc):" holds for that compiler only. Every site of the
file must lie on a labelled line, so the rows account for the whole report.
"""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

SKIPPED = 77  # what CTest takes for "not run here"
ROW = re.compile(r"smemlens(?:\((\w+)\))?: (@\w+) (\d+) requests, (\d+) wavefronts, (\d+) ideal")
KEYS = ("requests", "wavefronts", "ideal_wavefronts")


def expected_by_line(source, compiler):
    """line → [requests, wavefronts, ideal], from the comments."""
    rows = {label: [int(n) for n in numbers]
            for only_for, label, *numbers in ROW.findall(source) if only_for in ("", compiler)}
    marked = {match[1]: number for number, line in enumerate(source.splitlines(), 1)
              if (match := re.search(r"// (@\w+)$", line)) and not ROW.search(line)}
    assert rows.keys() == marked.keys(), f"rows and marks differ: {rows.keys() ^ marked.keys()}"
    return {marked[label]: numbers for label, numbers in rows.items()}


def reported_by_line(report, name):
    """line → [requests, wavefronts, ideal], summed over kernels and sites."""
    sums = collections.defaultdict(lambda: [0, 0, 0])
    for kernel in report["kernels"]:
        for site in kernel["sites"]:
            assert pathlib.Path(site["file"]).name == name, f"a site in {site['file']}"
            sums[site["line"]] = [a + site[key] for a, key in zip(sums[site["line"]], KEYS)]
    return dict(sums)


def environment():
    """In a sanitizer build the program under analysis must load the sanitizer before anything."""
    library = os.environ.get("SMEMLENS_SANITIZER_LIBRARY")
    if not library:
        return None
    return os.environ | {"LD_PRELOAD": library,
                         "ASAN_OPTIONS": "detect_leaks=0:alloc_dealloc_mismatch=0"}


def main(smemlens, compiler, path):
    done = subprocess.run([smemlens, "run", "--compiler", compiler, "--format", "json", path],
                          capture_output=True, text=True, env=environment())
    print(done.stderr, end="")  # with a machine format, the program's own output is here
    if compiler == "nvcc" and "nvcc" in done.stderr and done.returncode in (2, 3) and not done.stdout:
        return SKIPPED
    if done.returncode != 0 or "FAIL" in done.stderr or "PASS" not in done.stderr:
        return f"the program or its run failed: exit {done.returncode}"

    report = json.loads(done.stdout)
    expected = expected_by_line(pathlib.Path(path).read_text(), compiler)
    reported = reported_by_line(report, pathlib.Path(path).name)
    differences = [f"{path}:{line}: by hand {expected.get(line)}, reported {reported.get(line)}"
                   for line in sorted(expected.keys() | reported.keys())
                   if expected.get(line) != reported.get(line)]
    sums = [sum(numbers) for numbers in zip(*expected.values())]
    totals = [report["totals"][key] for key in KEYS]
    if sums != totals:
        differences.append(f"{path}: totals: by hand {sums}, reported {totals}")
    return "\n".join(differences) or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
