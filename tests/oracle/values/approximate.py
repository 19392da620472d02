"""Approximations: within the error that the manual states, and its table of special values.

A rule gives a range [low, high] of the bits' keys; the reference value is a double, far more precise.
"""
import math


import floats as fl


def double_of(f, bits):
    if fl.is_nan(f, bits):
        return math.nan
    if fl.is_infinite(f, bits):
        return -math.inf if fl.negative(f, bits) else math.inf
    sign, m, e = fl.unpack(f, bits)
    return (-1.0) ** sign * math.ldexp(m, e)


def exact(function, x):
    """What the function gives of zero, infinities and NaN too."""
    try:
        return function(x)
    except (ValueError, OverflowError, ZeroDivisionError):
        return None


def reciprocal(x):
    return math.copysign(math.inf, x) if x == 0 else 1 / x


def reciprocal_root(x):
    if x == 0:
        return math.copysign(math.inf, x)
    return math.nan if x < 0 else 1 / math.sqrt(x)


def root(x):
    return math.nan if x < 0 else math.sqrt(x)


def logarithm(x):
    if x == 0:
        return -math.inf
    return math.nan if x < 0 else math.log2(x)


def power(x):
    return math.inf if x >= 1025 else 0.0 if x < -1100 else 2.0**x


def circular(function):
    return lambda x: math.nan if math.isinf(x) else function(x)


# opcode → function, relative error, absolute error; of f32 unless told.
ROWS = {
    "rcp": (reciprocal, 2**-23, 0), "rsqrt": (reciprocal_root, 2**-22, 0), "sqrt": (root, 2**-22, 0),
    "sin": (circular(math.sin), 0, 2**-20.5), "cos": (circular(math.cos), 0, 2**-20.5),
    "lg2": (logarithm, 2**-22, 2**-22), "ex2": (power, 2**-22, 0), "tanh": (math.tanh, 2**-11, 0),
    "div": (None, 2**-22, 0),
}
# f16's tanh has an absolute error, bf16's a relative one; f64's are of 2^-20 on the upper words.
WIDER = {"f16": 2**-9.9, "bf16": 2**-7, "f64": 2**-20}


def range_of(s, args):
    """(expected double, relative, absolute) or None, where the manual promises nothing."""
    f = fl.FORMATS[s.types[0]]
    args = [fl.flushed(f, a) if "ftz" in s.mods else a for a in args]
    function, relative, absolute = ROWS[s.op]
    relative = max(relative, WIDER.get(s.types[0][:4].rstrip("x2") if s.types[0] != "f32" else "", 0))
    if f is fl.F64 and s.op in ("rcp", "rsqrt") and "ftz" in s.mods:
        args = [args[0] & 0xFFFFFFFF00000000]  # "ignores the least-significant 32 bits"
    x = double_of(f, args[0])
    if s.op == "div":
        y = double_of(f, args[1])
        if math.isnan(x) or math.isnan(y) or abs(y) > 2**126 or 0 < abs(y) < 2**-126 or y == 0 or math.isinf(x):
            return None
        return x / y, relative, absolute
    if s.op in ("sin", "cos") and not math.isinf(x) and not math.isnan(x) and abs(x) > math.pi:
        return None  # "maximum absolute error in the range [-pi, pi]"
    if math.isnan(x):
        return math.nan, 0, 0
    value = exact(function, x)
    return None if value is None else (value, relative, absolute)


def is_close(s, f, bits, wanted):
    value, relative, absolute = wanted
    got = double_of(f, bits)
    if math.isnan(value):
        return math.isnan(got)
    if math.isinf(value):
        return got == value
    smallest = math.ldexp(1, 1 - f.bias)
    slack = abs(value) * (relative + 2.0**-f.mbits) + absolute + math.ldexp(1, 1 - f.bias - f.mbits)
    if abs(value) < smallest or "ftz" in s.mods:
        slack = max(slack, smallest if abs(value) < 2 * smallest else 0)
    if abs(value) > double_of(f, f.largest):
        return abs(got) >= double_of(f, f.largest) * (1 - relative)
    return abs(got - value) <= slack and (got != 0 or value == 0 or abs(value) <= 2 * smallest or absolute > 0)


def check(s, args, results):
    """None, or what is wrong."""
    f = fl.FORMATS[s.types[0]]
    count = 2 if s.types[0].endswith("x2") else 1
    for i in range(count):
        parts = [a >> i * f.width & (1 << f.width) - 1 for a in args]
        wanted = range_of(s, parts)
        bits = results[0] >> i * f.width & (1 << f.width) - 1
        if wanted is not None and not is_close(s, f, bits, wanted):
            return f"about {wanted[0]!r}"
    return None


def is_approximate(s):
    return bool({"approx", "full"} & set(s.mods)) and s.op in ROWS


