"""PTX ISA, "Data Movement: cvt", between all pairs of types, and cvt.pack."""
import floats as fl
import integers as it

ROUNDINGS = ("rn", "rz", "rm", "rp", "rna")
INTEGER_ROUNDINGS = ("rni", "rzi", "rmi", "rpi")

# (exponent bits, fraction bits, has infinity): OCP's formats of 8, 6 and 4 bits.
SMALL = {"e4m3": (4, 3), "e5m2": (5, 2), "e2m3": (2, 3), "e3m2": (3, 2), "e2m1": (2, 1)}
SMALL_MAX = {"e4m3": 0x7E, "e5m2": 0x7B, "e2m3": 0x1F, "e3m2": 0x1F, "e2m1": 0x7}
SMALL_NAN = {"e4m3": 0x7F, "e5m2": 0x7F}


def pick(s, choices):
    return next((m for m in s.mods if m in choices), None)


def format_of(kind):
    return fl.TF32 if kind == "tf32" else fl.FORMATS.get(kind)


def integer_from_float(s, to, f, bits):
    if "ftz" in s.mods:
        bits = fl.flushed(f, bits)
    low, high = it.limits(to)
    if fl.is_nan(f, bits):
        # "Zero if source is not .f64 and destination is not .s64, .u64; otherwise 1 << (BitWidth(dst) - 1)"
        return 0 if it.width_of(to) <= 32 and f is not fl.F64 else 1 << (it.width_of(to) - 1)
    if fl.is_infinite(f, bits):
        return it.wrap(to, low if fl.negative(f, bits) else high)
    return it.wrap(to, it.clamp(to, fl.to_integer(f, bits, pick(s, INTEGER_ROUNDINGS))))


def finish(s, f, bits):
    if "relu" in s.mods:
        bits = 0 if not fl.is_nan(f, bits) and fl.negative(f, bits) else bits
    if "satfinite" in s.mods and fl.is_infinite(f, bits):
        bits = f.largest | bits & f.sign
    if "sat" in s.mods:
        bits = fl.saturated(f, bits)
    return bits


def float_from_float(s, to, f, bits):
    ftz = "ftz" in s.mods
    if ftz and f is fl.F32:
        bits = fl.flushed(f, bits)
    rounding = pick(s, INTEGER_ROUNDINGS)
    if rounding and not fl.is_nan(f, bits) and not fl.is_infinite(f, bits):
        sign, whole = fl.negative(f, bits), fl.to_integer(f, bits, rounding)
        result = fl.round_to(to, sign, abs(whole), 0)
    else:
        result = fl.convert(to, f, bits, pick(s, ROUNDINGS) or "rn")
    if ftz and to is fl.F32:
        result = fl.flushed(to, result)
    return finish(s, to, result)


def one(s, to, kind, bits):
    f, target = format_of(kind), format_of(to)
    if f and target:
        result = float_from_float(s, target, f, bits)
        # A tf32 stands in the upper bits of an f32; its NaN is the f32's.
        return result if to != "tf32" else 0x7FFFFFFF if result == target.nan else result << 13
    if f:
        return integer_from_float(s, to, f, bits)
    value = it.read(kind, bits)
    if target:
        return finish(s, target, fl.from_integer(target, value, pick(s, ROUNDINGS) or "rn"))
    return it.wrap(to, it.clamp(to, value) if "sat" in s.mods else value)


def small_value(name, bits):
    """(sign, m, e) of a code of a format without infinity."""
    ebits, mbits = SMALL[name]
    bias = (1 << (ebits - 1)) - 1
    sign, exponent, m = bits >> (ebits + mbits) & 1, bits >> mbits & (1 << ebits) - 1, bits & (1 << mbits) - 1
    return (sign, m, 1 - bias - mbits) if exponent == 0 else (sign, m | 1 << mbits, exponent - bias - mbits)


def round_small(name, f, bits, relu):
    """.rn.satfinite: too large is the largest; a NaN is the format's, or the largest where it has none."""
    ebits, mbits = SMALL[name]
    sign_bit = 1 << (ebits + mbits)
    if fl.is_nan(f, bits):
        return SMALL_NAN.get(name, SMALL_MAX[name])
    if relu and fl.negative(f, bits):
        return 0
    sign = sign_bit * fl.negative(f, bits)
    if fl.is_infinite(f, bits):
        return sign | SMALL_MAX[name]
    _, m, e = fl.unpack(f, bits)
    bias = (1 << (ebits - 1)) - 1
    wide = fl.Format(8, mbits, 0)  # same fraction, more exponent; subnormals by hand
    if m == 0:
        return sign
    lead = e + m.bit_length() - 1
    if lead < 1 - bias:  # in units of the smallest number
        unit = 1 - bias - mbits
        shift = unit - e
        kept, rest = (m << -shift, 0) if shift <= 0 else (m >> shift, m & (1 << shift) - 1)
        kept += bool(rest and fl.is_rounded_up("rn", 0, kept, rest, 1 << (shift - 1)))
        return sign | kept
    rounded = fl.round_to(wide, 0, m, e)
    exponent = (rounded >> mbits) - wide.bias + bias
    code = (exponent << mbits) + (rounded & (1 << mbits) - 1)
    return sign | min(code, SMALL_MAX[name])


def expand_small(name, bits, relu):
    """A code as an f16, which holds all of them exactly."""
    ebits, mbits = SMALL[name]
    magnitude = bits & (1 << (ebits + mbits)) - 1
    sign = bits >> (ebits + mbits) & 1
    if name == "e5m2" and magnitude >= 0x7C:
        result = 0x7FFF if magnitude > 0x7C else 0x7C00 | sign << 15
    elif name == "e4m3" and magnitude == 0x7F:
        result = 0x7FFF
    else:
        result = fl.round_to(fl.F16, *small_value(name, bits))
    return 0 if relu and result >> 15 and not fl.is_nan(fl.F16, result) else result


def code_width(name):
    return 4 if name == "e2m1" else 8


def extended(to, value):
    """A register wider than the type holds its sign, or zeros."""
    return it.read(to, value) & (1 << 64) - 1 if to.startswith("s") else value


def cvt(s, args):
    to, kind = s.types[:2]
    relu = "relu" in s.mods
    if to[:-2] in SMALL:
        name = to[:-2]
        pair = [args[1], args[0]] if kind == "f32" else [args[0] & 0xFFFF, args[0] >> 16]
        low, high = (round_small(name, fl.FORMATS[kind], x, relu) for x in pair)
        return [low | high << code_width(name)]
    if kind[:-2] in SMALL:
        name, width = kind[:-2], code_width(kind[:-2])
        return [expand_small(name, args[0] & (1 << width) - 1, relu)
                | expand_small(name, args[0] >> width & (1 << width) - 1, relu) << 16]
    if to.endswith("x2"):  # d = {high a, low b}
        return [one(s, to, kind, args[1]) | one(s, to, kind, args[0]) << 16]
    return [extended(to, one(s, to, kind, args[0]))]


def cvt_pack(s, args):
    """d = c : a : b, each clamped; c only of parts of less than 16 bits."""
    to = s.types[0]
    width = it.width_of(to)
    a, b = (it.wrap(to, it.clamp(to, it.read("s32", x))) for x in args[:2])
    above = args[2] << 2 * width if len(args) > 2 else 0
    return [(above | a << width | b) & 0xFFFFFFFF]


def rule_of(s):
    if s.op != "cvt":
        return None
    return cvt_pack if "pack" in s.mods else cvt
