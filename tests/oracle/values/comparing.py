"""PTX ISA, "Comparison and Selection Instructions", of integers, floats and packed halves."""
import floats as fl
import integers as it

# What holds of -1 (less), 0, 1; unordered forms hold of NaN too.
ORDERED = {"eq": (0,), "ne": (-1, 1), "lt": (-1,), "le": (-1, 0), "gt": (1,), "ge": (0, 1)}
UNSIGNED = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
COMPARISONS = {*ORDERED, *UNSIGNED, *(name + "u" for name in ORDERED), "num", "nan"}


def holds(s, kind, a, b):
    name = next(m for m in s.mods if m in COMPARISONS)
    if kind not in fl.FORMATS:
        x, y = (it.read(kind.replace("b", "u"), v) for v in (a, b))
        return ((x > y) - (x < y)) in ORDERED[UNSIGNED.get(name, name)]
    f = fl.FORMATS[kind]
    a, b = (fl.flushed(f, v) if "ftz" in s.mods else v for v in (a, b))
    order = fl.compare(f, a, b)
    if name in ("num", "nan"):
        return (order is None) == (name == "nan")
    if order is None:
        return name.endswith("u")
    return order in ORDERED[name[:2]]


def combined(s, value, args):
    """With the predicate operand, which stands last."""
    operation = next((m for m in s.mods if m in ("and", "or", "xor")), None)
    if not operation:
        return value
    p = bool(args[2])
    return {"and": value and p, "or": value or p, "xor": value != p}[operation]


def truth(kind, value):
    if not value:
        return 0
    if kind in fl.FORMATS:
        f = fl.FORMATS[kind]
        return f.bias << f.mbits
    return (1 << it.width_of(kind)) - 1


def halves(args):
    return [[(a >> shift & 0xFFFF) for a in args[:2]] + args[2:] for shift in (0, 16)]


def set_(s, args):
    to, kind = s.types
    if not kind.endswith("x2"):
        return [truth(to, combined(s, holds(s, kind, *args[:2]), args))]
    values = [combined(s, holds(s, kind, *h[:2]), h) for h in halves(args)]
    half = to if to in fl.FORMATS else "b16"
    return [truth(half, values[0]) | truth(half, values[1]) << 16]


def setp(s, args):
    """p | q: the comparison and its opposite, each combined; of a pair p is the low half, q the high one."""
    kind = s.types[0]
    if kind.endswith("x2"):
        return [int(combined(s, holds(s, kind, *h[:2]), h)) for h in halves(args)]
    value = holds(s, kind, *args[:2])
    return [int(combined(s, v, args)) for v in (value, not value)]


def selp(_, args):
    return [args[0] if args[2] else args[1]]


def slct(s, args):
    """a if c >= 0; -0 is, NaN isn't."""
    if s.types[1] == "s32":
        return [args[0] if it.read("s32", args[2]) >= 0 else args[1]]
    c = fl.flushed(fl.F32, args[2]) if "ftz" in s.mods else args[2]
    return [args[0] if fl.compare(fl.F32, c, 0) in (0, 1) else args[1]]


RULES = {"set": set_, "setp": setp, "selp": selp, "slct": slct}


def rule_of(s):
    return RULES.get(s.op)
