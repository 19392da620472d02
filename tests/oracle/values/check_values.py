"""Executes every form of tests/simt/manual_forms.txt that computes something, and compares each value.

The values are worked out here from the PTX manual, in exact integers, by nothing of the product's.
Usage: check_values.py SMEMLENS MANUAL_FORMS [FILTER]
"""
import random
import sys
import tempfile
from collections import Counter

import approximate
import comparing
import converting
import floating
import floats as fl
import integers
import kernels
import memory
import moves
import statements
import video
import warps

CASES = 128
# Their statements are tested elsewhere in tests/simt: they wait, jump, order or ask for addresses. Of mov,
# add, ld and st those are left out that name a special register or a variable.
OTHERS = {"mov", "add", "ld", "st", "prefetch", "prefetchu", "applypriority", "discard", "createpolicy", "isspacep",
          "cvta", "mapa", "getctarank", "cp", "bra", "call", "ret", "exit", "trap", "brkpt", "pmevent", "nanosleep",
          "bar", "barrier", "membar", "fence", "griddepcontrol", "mbarrier", "alloca", "stacksave", "stackrestore"}
RULES = (floating, integers, comparing, converting, moves, video)

HALF = [0x0000, 0x8000, 1, 0x8001, 0x3FF, 0x83FF, 0x400, 0x8400, 0x3C00, 0xBC00, 0x3C01, 0x3BFF, 0x7BFF, 0xFBFF,
        0x7C00, 0xFC00, 0x7C01, 0x7E00, 0xFE00, 0x7FFF, 0xFFFF, 0x0080, 0x007F, 0x807F, 0x3F80, 0xBF80, 0x7F7F,
        0xFF7F, 0x7F80, 0xFF80, 0x7FC0, 0x3800, 0x3E00, 0x4100, 0x4200, 0x5BF8, 0x6400]
SINGLE = [0, 0x80000000, 1, 0x80000001, 0x7FFFFF, 0x807FFFFF, 0x800000, 0x80800000, 0x800001, 0x3F800000, 0xBF800000,
          0x3F7FFFFF, 0x3F800001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7F800001, 0x7FC00000, 0xFFC00000,
          0x7FFFFFFF, 0x4F000000, 0xCF000000, 0x4EFFFFFF, 0x4F800000, 0x5F000000, 0xDF000000, 0x5F800000, 0x3F000000,
          0xBF000000, 0x3FC00000, 0x40200000, 0xC0200000, 0x47800000, 0x43E00000, 0x43E80000, 0x477FF000, 0x38800000,
          0x33000000, 0x33000001, 0x0D000000, 0x32800000, 0x40400000, 0x42FF0000, 0x437F8000]
DOUBLE = [0, 1 << 63, 1, (1 << 52) - 1, 1 << 52, 0x3FF << 52, 0xBFF << 52, 0x3FEFFFFFFFFFFFFF, 0x3FF0000000000001,
          0x7FEFFFFFFFFFFFFF, 0x7FF << 52, 0xFFF << 52, 0x7FF8 << 48, 0x7FF0000000000001, 0xFFF8 << 48,
          0x41DFFFFFFFC00000, 0x41E0 << 48, 0xC1E0 << 48, 0x41F0 << 48, 0x43E0 << 48, 0xC3E0 << 48, 0x43F0 << 48,
          0x3FE0 << 48, 0xBFE0 << 48, 0x3FF8 << 48, 0x4004 << 48, 0x47EFFFFFE0000000, 0x47EFFFFFF0000000,
          0x3810 << 48, 0x36A0 << 48, 0x3690 << 48, 0x40EFFC0000000000, 0x3F10 << 48, 0x4060 << 48, 0x406FF << 44]


def edges(width):
    top = 1 << (width - 1)
    whole = [0, 1, 2, top - 1, top, top + 1, 2 * top - 2, 2 * top - 1, 0x55555555, 0xAAAAAAAA, 0x80, 0x7F, 0xFF, 0x100,
             0x7FFF, 0x8000, 0xFFFF]
    return [value & (2 * top - 1) for value in whole]


def value_of(register, statement, dice):
    """An edge value, a small number (a shift, a position) or any bits."""
    width = kernels.register_width(register)
    kind = dice.random()
    if width == 1:
        return dice.getrandbits(1)
    if width == 128:
        return dice.getrandbits(128)
    pools = {"f": SINGLE, "d": DOUBLE, "h": HALF + edges(16)}
    if register[1] in pools:
        return dice.choice(pools[register[1]]) if kind < 0.6 else dice.getrandbits(width)
    if width == 32 and any(t.endswith("16x2") for t in statement.types) and kind < 0.7:
        return dice.choice(HALF) | dice.choice(HALF) << 16
    if width == 64 and "f32x2" in statement.types and kind < 0.7:
        return dice.choice(SINGLE) | dice.choice(SINGLE) << 32
    if kind < 0.35:
        return dice.choice(edges(width))
    if kind < 0.6:
        return dice.randrange(70)
    return dice.getrandbits(width)


def carry_around(statement):
    """CC.CF comes from a predicate before the statement and goes to a register after it."""
    if "cc" in statement.mods or statement.op in ("addc", "subc", "madc"):
        # The carry of -1 + p is p; reading it with addc leaves it as it was only if .cc says so.
        return "  selp.u32 %r42, 1, 0, %p9;\n  add.cc.u32 %r43, %r42, -1;\n", "\n  addc.cc.u32 %r44, 0, 0;"
    return "", ""


def rule_of(statement):
    if statement.op in warps.RULES or statement.op in memory.OPCODES:
        return warps.RULES.get(statement.op, memory.mismatch)
    return next((rule for rule in (module.rule_of(statement) for module in RULES) if rule), None)


def is_of_registers(statement):
    operands = [name for o in statement.destinations + statement.sources for name in o]
    if statement.op in warps.OPCODES or statement.op in memory.OPCODES:
        return statement.op in warps.OPCODES or memory.has_values(statement)
    known = all(statements.REGISTER.fullmatch(n.lstrip("!")) or n == "_" or n[0] in "-0123456789" for n in operands)
    return bool(operands) and known


def trials_of(statement):
    if statement.op in memory.OPCODES:
        return memory.trials_of(statement, CASES)
    return [trial_of(statement)]


def trial_of(statement):
    if statement.op in warps.OPCODES:
        return warps.trial_of(statement, CASES)
    dice = random.Random(statement.text)
    inputs = {r: [value_of(r, statement, dice) for _ in range(CASES)] for r in kernels.source_registers(statement)}
    # What a selected part leaves, it takes from c.
    before, after = carry_around(statement)
    if not before:
        return kernels.Trial(statement, inputs)
    inputs["%p9"] = [dice.getrandbits(1) for _ in range(CASES)]
    return kernels.Trial(statement, inputs, before, ["%r44"], statement.text + after)


def is_same(statement, wanted, got):
    if wanted is None or wanted == got:
        return True
    # "NaN payloads": of f64 and of what only passes a NaN on, any NaN will do.
    return statement.types[0] == "f64" and fl.is_nan(fl.F64, wanted) and fl.is_nan(fl.F64, got)


def wanted_of(trial, rule, case):
    args = kernels.arguments(trial.statement, trial.inputs, case)
    if trial.before:
        args.append(trial.inputs["%p9"][case])
    return args, rule(trial.statement, args)


def mismatch_in_case(trial, rule, case):
    statement = trial.statement
    written = [name for o in statement.destinations for name in o]
    got = [trial.outputs[name][case] if name != "_" else None for name in written]
    got += [trial.outputs[name][case] for name in trial.after]
    if approximate.is_approximate(statement):
        args = kernels.arguments(statement, trial.inputs, case)
        wrong = approximate.check(statement, args, got)
        return wrong and (args, got, wrong)
    args, wanted = wanted_of(trial, rule, case)
    for index, bits in enumerate(got):
        if bits is None or wanted[index] is None:
            continue
        width = kernels.register_width(written[index]) if index < len(written) else 32
        if not is_same(statement, wanted[index] & (1 << width) - 1, bits):
            return args, got, wanted
    return None


def mismatch(trial):
    if trial.statement.op in warps.OPCODES:
        return warps.mismatch(trial, CASES)
    if trial.space:
        return memory.mismatch(trial, CASES)
    rule = rule_of(trial.statement)
    return next(filter(None, (mismatch_in_case(trial, rule, case) for case in range(CASES))), None)


def hexadecimal(values):
    return values if isinstance(values, str) else " ".join("-" if v is None else hex(v) for v in values)


def main():
    smemlens, forms = sys.argv[1:3]
    wanted = [s for s in statements.read_statements(forms) if len(sys.argv) < 4 or sys.argv[3] in s.text]
    checked = [s for s in wanted if is_of_registers(s) and (rule_of(s) or approximate.is_approximate(s))]
    others = Counter(s.op for s in wanted if s not in set(checked))
    wrong = 0
    unknown = set(others) - OTHERS
    with tempfile.TemporaryDirectory() as folder:
        for begin in range(0, len(checked), 400):
            trials = [trial for s in checked[begin : begin + 400] for trial in trials_of(s)]
            kernels.run(smemlens, folder, trials, CASES)
            for trial in trials:
                found = mismatch(trial)
                if found:
                    wrong += 1
                    print(f"{trial.statement.text}  of {hexadecimal(found[0])} gives {hexadecimal(found[1])}, "
                          f"expected {hexadecimal(found[2])}")
    print(f"{len(checked)} statements compared, {wrong} differ; compared elsewhere: {dict(others)}")
    if unknown:
        print(f"no rule here for {sorted(unknown)}")
    return 1 if wrong or unknown or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
