"""PTX ISA, shfl, vote, match, redux, activemask and elect, by whole warps of which some lanes take part.

The four warps of a run have all lanes, odd lanes, one lane and random lanes; the others jump over the
statement by its guard and keep what their registers held.
"""
import random

import floats as fl
import floating
import integers as it
import kernels
import statements

LANES = 32
KEPT = 77
OPCODES = ("shfl", "vote", "match", "redux", "activemask", "elect")


def mask_of_warp(warp, dice):
    return (0xFFFFFFFF, 0xAAAAAAAA, 1 << dice.randrange(32), dice.getrandbits(32) | 1)[warp % 4]


def source_value(statement, dice, few):
    """Few different values, so that lanes agree at times."""
    width = 64 if "b64" in statement.types else 32
    if "f32" in statement.types:
        return dice.choice([0, 1 << 31, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 1, 0xC0400000])
    return dice.choice(few) if few else dice.getrandbits(width)


def shfl_clamp(dice):
    segment = dice.choice([32, 32, 16, 8, 4, 1])
    return (32 - segment) << 8 | dice.choice([31, 31, 0, dice.randrange(32)])


def rewritten(statement):
    """The same form with its amount, clamp and mask in registers."""
    mnemonic, _, rest = statement.text.rstrip(";").partition(" ")
    operands = statements.split_operands(rest)
    if statement.op == "shfl":
        operands[2:4] = ["%r3", "%r4"]
    if "sync" in statement.mods:
        operands[-1] = "%r20"
    return statements.parse(f"{mnemonic} {', '.join(operands)};")


def trial_of(statement, cases):
    if statement.op not in OPCODES:
        return None
    dice = random.Random(statement.text)
    form = rewritten(statement)
    inputs = {r: [] for r in ["%r2", "%l2", "%p2", "%r3", "%r4", "%r20", "%p15"]}
    for warp in range(cases // LANES):
        mask = mask_of_warp(warp, dice)
        few = [dice.getrandbits(64) & (0xFFFFFFFF if warp % 2 else ~0 & (1 << 64) - 1) for _ in range(1 + warp)]
        same = dice.getrandbits(1)
        for lane in range(LANES):
            value = source_value(form, dice, few if form.op == "match" else [])
            inputs["%r2"].append(value & 0xFFFFFFFF)
            inputs["%l2"].append(value)
            inputs["%p2"].append(same if warp in (0, 3) else dice.getrandbits(1))
            inputs["%r3"].append(dice.choice([dice.randrange(32), 1, dice.getrandbits(32)]))
            inputs["%r4"].append(shfl_clamp(dice))
            inputs["%r20"].append(mask)
            inputs["%p15"].append(mask >> lane & 1)
    inputs["%f2"] = inputs["%r2"]
    used = [*kernels.source_registers(form), "%p15"]
    kept = "".join(f"  setp.eq.u32 {r}, 0, 1;\n" if r[1] == "p" else f"  mov.b32 {r}, {KEPT};\n" for r in form.written)
    return kernels.Trial(form, {r: inputs[r] for r in used}, kept, (), "@%p15 " + form.text)


def vote(s, lanes):
    values = [values["%p2"] ^ s.sources[0][0].startswith("!") for values in lanes.values()]
    if "ballot" in s.mods:
        return {lane: [sum(v << at for at, v in zip(lanes, values))] for lane in lanes}
    result = {"all": all(values), "any": any(values), "uni": len(set(values)) == 1}[
        next(m for m in s.mods if m in ("all", "any", "uni"))]
    return {lane: [int(result)] for lane in lanes}


def shuffle(s, lanes):
    results = {}
    for lane, values in lanes.items():
        amount, clamp, segment = values["%r3"] & 31, values["%r4"] & 31, values["%r4"] >> 8 & 31
        last = lane & segment | clamp & ~segment & 31
        mode = next(m for m in s.mods if m in ("up", "down", "bfly", "idx"))
        source = {"up": lane - amount, "down": lane + amount, "bfly": lane ^ amount,
                  "idx": lane & segment | amount & ~segment & 31}[mode]
        is_inside = source >= last if mode == "up" else source <= last
        source = source if is_inside else lane
        # "If a thread's source lane is inactive, the result is undefined".
        results[lane] = [lanes[source]["%r2"] if source in lanes else None, int(is_inside)]
    return results


def match(s, lanes):
    register = "%l2" if "b64" in s.types else "%r2"
    values = {lane: own[register] for lane, own in lanes.items()}
    if "all" in s.mods:
        is_same = len(set(values.values())) == 1
        whole = sum(1 << lane for lane in lanes) if is_same else 0
        return {lane: [whole, int(is_same)] for lane in lanes}
    return {lane: [sum(1 << other for other, v in values.items() if v == value)] for lane, value in values.items()}


def reduce_numbers(s, values):
    kind = s.types[0]
    if kind == "f32":
        values = [v & ~fl.F32.sign if "abs" in s.mods else v for v in values]
        extreme = s._replace(op=s.mods[1], mods=tuple(m for m in s.mods if m == "NaN"))
        total = values[0]
        for value in values[1:]:
            total = floating.extreme(extreme, fl.F32, [total, value])
        return floating.extreme(extreme, fl.F32, [total, total])
    numbers = [it.read(kind, v) for v in values]
    total = numbers[0]
    for number in numbers[1:]:
        total = {"add": total + number, "min": min(total, number), "max": max(total, number),
                 "and": total & number, "or": total | number, "xor": total ^ number}[s.mods[1]]
    return total & 0xFFFFFFFF


def redux(s, lanes):
    register = "%f2" if s.types[0] == "f32" else "%r2"
    result = reduce_numbers(s, [values[register] for values in lanes.values()])
    return {lane: [result] for lane in lanes}


def activemask(_, lanes):
    return {lane: [sum(1 << other for other in lanes)] for lane in lanes}


def elect(_, lanes):
    """Which lane leads isn't told; here the lowest does."""
    leader = min(lanes)
    return {lane: [leader, int(lane == leader)] for lane in lanes}


RULES = {"vote": vote, "shfl": shuffle, "match": match, "redux": redux, "activemask": activemask, "elect": elect}


def mismatch(trial, cases):
    s = trial.statement
    names = [name for operand in s.destinations for name in operand]
    for begin in range(0, cases, LANES):
        lanes = {lane: {r: values[begin + lane] for r, values in trial.inputs.items()}
                 for lane in range(LANES) if trial.inputs["%p15"][begin + lane]}
        wanted = RULES[s.op](s, lanes)
        for lane in range(LANES):
            got = [trial.outputs[n][begin + lane] if n != "_" else None for n in names]
            expected = wanted.get(lane, [0 if n[1] == "p" else KEPT for n in names if n != "_"])
            if "_" in names:
                got, expected = got[1:], expected[-1:]
            if any(w is not None and w != g for w, g in zip(expected, got)):
                return [begin + lane, *(v[begin + lane] for v in trial.inputs.values())], got, expected
    return None
