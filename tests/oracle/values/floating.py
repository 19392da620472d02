"""PTX ISA, "Floating-Point", "Half Precision" and "Mixed Precision" instructions whose bits the manual fixes.

The approximations are held by their documented error bounds: approximate.py.
"""
import floats as fl

ROUNDINGS = ("rn", "rz", "rm", "rp")


def mode_of(s):
    return next((m for m in s.mods if m in ROUNDINGS), "rn")


def read(s, f, bits):
    return fl.flushed(f, bits) if "ftz" in s.mods else bits


def finish(s, f, bits):
    """.ftz, .relu and .sat of a result."""
    if fl.is_nan(f, bits):
        return 0 if "sat" in s.mods else f.nan
    if "ftz" in s.mods:
        bits = fl.flushed(f, bits)
    if "relu" in s.mods and fl.negative(f, bits):
        return 0
    return fl.saturated(f, bits) if "sat" in s.mods else bits


def arithmetic(s, f, args):
    a, b = args[0], args[-1]
    mode = mode_of(s)
    if s.op in ("fma", "mad"):
        return fl.fma(f, *args, mode)
    if s.op == "mul":
        return fl.multiply(f, a, b, mode)
    if s.op == "div":
        return fl.divide(f, a, b, mode)
    if s.op == "rcp":
        return fl.divide(f, f.bias << f.mbits, a, mode)
    if s.op == "sqrt":
        return fl.square_root(f, a, mode)
    return fl.add(f, a, b if s.op == "add" else b ^ f.sign, mode)


def extreme(s, f, args):
    if "abs" in s.mods:
        signs = sum(fl.negative(f, a) for a in args) & 1 if "xorsign" in s.mods else 0
        args = [a & ~f.sign for a in args]
    else:
        signs = 0
    if any(fl.is_nan(f, a) for a in args):
        if "NaN" in s.mods or all(fl.is_nan(f, a) for a in args):
            return f.nan
        args = [a for a in args if not fl.is_nan(f, a)]
    choose = min if s.op == "min" else max
    return choose(args, key=lambda a: fl.as_key(f, a)) | f.sign * signs


def sign_change(s, f, args):
    return args[0] & ~f.sign if s.op == "abs" else args[0] ^ f.sign


def number(s, f, args):
    args = [read(s, f, a) for a in args]
    if s.op in ("abs", "neg"):
        result = sign_change(s, f, args)
        return None if fl.is_nan(f, args[0]) else result  # "unspecified NaN"
    if s.op in ("min", "max"):
        return extreme(s, f, args)
    return finish(s, f, arithmetic(s, f, args))


def elementwise(s, args):
    f, width = fl.FORMATS[s.types[0]], fl.FORMATS[s.types[0]].width
    count = 2 if s.types[0].endswith("x2") else 1
    results = [number(s, f, [a >> i * width & (1 << width) - 1 for a in args]) for i in range(count)]
    if None in results:
        return [None]
    return [sum(r << i * width for i, r in enumerate(results))]


def mixed(s, args):
    """add.f32.f16 d, a, c: the narrow sources are converted, which is exact."""
    f, narrow = fl.F32, fl.FORMATS[s.types[1]]
    wide = [fl.convert(f, narrow, a & 0xFFFF) for a in args[:-1]] + [args[-1]]
    return [finish(s, f, arithmetic(s, f, wide))]


def testp(s, args):
    f = fl.FORMATS[s.types[0]]
    a = args[0]
    is_finite = not fl.is_nan(f, a) and not fl.is_infinite(f, a)
    return [int({
        "finite": is_finite, "infinite": fl.is_infinite(f, a), "number": not fl.is_nan(f, a),
        "notanumber": fl.is_nan(f, a), "normal": is_finite and not fl.is_subnormal(f, a),
        "subnormal": fl.is_subnormal(f, a)}[s.mods[0]])]


def copysign(s, args):
    f = fl.FORMATS[s.types[0]]
    return [args[0] & f.sign | args[1] & ~f.sign]


APPROXIMATE = {"approx", "full"}
ARITHMETIC = {"add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt", "abs", "neg", "min", "max"}


def rule_of(s):
    if not s.types or s.types[0] not in fl.FORMATS or APPROXIMATE & set(s.mods):
        return None
    if s.op in ("testp", "copysign"):
        return testp if s.op == "testp" else copysign
    if s.op not in ARITHMETIC:
        return None
    return mixed if len(s.types) == 2 else elementwise
