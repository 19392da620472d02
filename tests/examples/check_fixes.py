#!/usr/bin/env python3
"""Fixes each example end to end, or is told why not: both lists stand here.

    check_fixes.py SMEMLENS COMPILER EXAMPLES_FOLDER

`smemlens fix` compiles the changed source and runs it, so whatever it writes has proved itself.
"""
import json
import os
import subprocess
import sys

SKIPPED = 77  # what CTest takes for "not run here"

# Example → array in function → layout that is written into the source.
FIXED = {
    "transpose": {"tile in transpose_naive": "XOR 5 bits of col with row"},
    "transpose_32x8": {"tile in transpose_naive": "XOR 5 bits of col with row"},
    "matmul": {"b in multiply_bt_naive": "XOR 5 bits of col with row"},
    "reduction": {"sum in reduce_strided": "XOR 3 index bits with those 5 higher"},
    "histogram": {"bins in count_in_columns": "a linear map of the index bits",
                  "bins in count_in_one_table": "XOR 3 index bits with those 5 higher"},
    "wide": {"buffer in stride_float4": "XOR 1 index bit with those 3 higher"},
}
# Example → array in function → a part of the reason why its source stays.
LEFT = {
    "wide": {"tile in transpose_doubles": "arrays of different sizes"},
    "stencil": {"tile in stencil_plane": "arrays of different sizes"},
    "structs": {"particles in array_of_particles": "its elements are structs",
                "bodies in array_of_bodies": "its elements are structs"},
    "tensor_cores": {"a in multiply": "arrays of different sizes",
                     "b in multiply": "arrays of different sizes"},
    "pipeline": {"structs in sum_with_mbarrier": "no layout takes fewer than"},
}


def environment():
    """In a sanitizer build the program under analysis must load the sanitizer before anything."""
    library = os.environ.get("SMEMLENS_SANITIZER_LIBRARY")
    if not library:
        return None
    return os.environ | {"LD_PRELOAD": library,
                         "ASAN_OPTIONS": "detect_leaks=0:alloc_dealloc_mismatch=0"}


def main(smemlens, compiler, folder):
    problems = []
    names = sorted(name[:-3] for name in os.listdir(folder) if name.endswith(".cu"))
    for name in names:
        done = subprocess.run([smemlens, "fix", "--compiler", compiler, "--format", "json",
                               os.path.join(folder, name + ".cu")],
                              capture_output=True, text=True, env=environment())
        if compiler == "nvcc" and "nvcc" in done.stderr and done.returncode in (2, 3):
            return SKIPPED
        if done.returncode != 0:
            return f"{name}: exit {done.returncode}: {done.stderr}"
        fix = json.loads(done.stdout)
        fixed, left = {}, {}
        for array in fix["arrays"]:
            title = f"{array['array']} in {array['function']}"
            if array["outcome"] == "written":
                fixed[title] = array["written"]["description"]
            else:
                left[title] = array["reason"] or array["solution"]["statement"]
        if fixed != FIXED.get(name, {}):
            problems.append(f"{name}: fixed {fixed}, expected {FIXED.get(name, {})}; left {left}")
        expected = LEFT.get(name, {})
        if left.keys() != expected.keys() or any(expected[k] not in left[k] for k in expected):
            problems.append(f"{name}: left {left}, expected {expected}")
        if bool(fix["diff"]) != bool(fixed):
            problems.append(f"{name}: a diff without a fix, or a fix without a diff")
        if fixed and fix["after"]["wavefronts"] >= fix["before"]["wavefronts"]:
            problems.append(f"{name}: nothing gained")
    return "\n".join(problems) or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
