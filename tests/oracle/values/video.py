"""PTX ISA, "Video Instructions": scalar (vadd, vshl, vmad, vset) and SIMD (vadd2, vset4) ones.

s.selects is what stands behind the operands' dots, s.negated which sources have a minus.
"""
import integers as it

SECONDARY = ("add", "min", "max")
COMPARISONS = {"eq": "__eq__", "ne": "__ne__", "lt": "__lt__", "le": "__le__", "gt": "__gt__", "ge": "__ge__"}


def selected(kind, bits, select):
    """partSelectSignExtend: a byte, a half or all of it, by its type."""
    if not select:
        return it.read(kind, bits)
    width = 8 if select[0] == "b" else 16
    return it.read(kind[0] + str(width), bits >> width * int(select[1]))


def compared(s, a, b):
    name = next(m for m in s.mods if m in COMPARISONS)
    return int(getattr(a, COMPARISONS[name])(b))


def basic(s, a, b):
    name = s.op.rstrip("24")
    if name == "vset":
        return compared(s, a, b)
    if name == "vavrg":
        return a + b + 1 >> 1 if a + b >= 0 else a + b >> 1
    if name in ("vshl", "vshr"):
        amount = b & 31 if "wrap" in s.mods else min(b, 32)
        return a << amount if name == "vshl" else a >> amount
    return {"vadd": a + b, "vsub": a - b, "vabsdiff": abs(a - b), "vmin": min(a, b), "vmax": max(a, b)}[name]


def merged(select, value, c):
    if not select:
        return value
    width = 8 if select[0] == "b" else 16
    at = width * int(select[1])
    field = (1 << width) - 1
    return c & ~(field << at) | (value & field) << at


def scalar(s, args):
    to = s.types[0]
    kinds = s.types[1:] if len(s.types) == 3 else s.types[:2]
    a, b = (selected(k, x, sel) for k, x, sel in zip(kinds, args, s.selects[1:]))
    value = basic(s, a, b)
    if "sat" in s.mods:
        select = s.selects[0]
        width = "32" if not select else "8" if select[0] == "b" else "16"
        value = it.clamp(to[0] + width, value)
    if s.op == "vset":
        to = "u32"
    value = it.read("s33", value)
    second = next((m for m in s.mods if m in SECONDARY), None)
    if second:
        x, c = value, it.read(to, args[2])
        value = {"add": x + c, "min": min(x, c), "max": max(x, c)}[second]
    elif s.selects[0]:
        value = merged(s.selects[0], value, args[2])
    return [value & 0xFFFFFFFF]


def vmad(s, args):
    kinds = s.types[1:]
    a, b = (selected(k, x, sel) for k, x, sel in zip(kinds, args, s.selects[1:]))
    minus_product, minus_c = s.negated[1] != s.negated[2], s.negated[3]
    is_signed = "s32" in kinds or minus_product or minus_c
    c = it.read("s32" if is_signed else "u32", args[2])
    value = (-a * b if minus_product else a * b) + (-c if minus_c else c) + ("po" in s.mods)
    value >>= 7 if "shr7" in s.mods else 15 if "shr15" in s.mods else 0
    if "sat" in s.mods:
        value = it.clamp("s32" if is_signed else "u32", value)
    return [value & 0xFFFFFFFF]


def simd(s, args):
    count = int(s.op[-1])
    width = 32 // count
    both = args[0] | args[1] << 32
    default = [list(range(count)), list(range(count, 2 * count))]
    to, kinds = s.types[0], s.types[1:] if len(s.types) == 3 else (s.types[0], s.types[1])
    if s.op.startswith("vset"):
        kinds = s.types[:2]
    sources = []
    for kind, select, fallback in zip(kinds, s.selects[1:], default):
        lanes = [int(d) for d in reversed(select[1:])] if select else fallback
        sources.append([it.read(kind[0] + str(width), both >> width * n) for n in lanes])
    results = [basic(s, a, b) for a, b in zip(*sources)]
    lane = ("u" if s.op.startswith("vset") else to[0]) + str(width)
    results = [it.clamp(lane, r) if "sat" in s.mods else r for r in results]
    written = [int(d) for d in s.selects[0][1:]] if s.selects[0] else range(count)
    if "add" in s.mods:
        return [args[2] + sum(results[n] for n in written) & 0xFFFFFFFF]
    value = args[2]
    for n in written:
        field = (1 << width) - 1
        value = value & ~(field << width * n) | (results[n] & field) << width * n
    return [value & 0xFFFFFFFF]


def rule_of(s):
    if s.op == "vmad":
        return vmad
    if not s.op.startswith("v") or s.op == "vote":
        return None
    return simd if s.op[-1] in "24" else scalar
