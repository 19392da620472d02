"""IEEE 754 numbers as their bits, with exact integer arithmetic: nothing here uses the host's floats.

A finite value is (sign, m, e), which is (-1)^sign * m * 2^e. round_to() is the one place that rounds.
"""
from math import isqrt
from typing import NamedTuple


class Format(NamedTuple):
    """ebits of exponent, mbits of fraction; NaN as the manual calls it canonical."""

    ebits: int
    mbits: int
    nan: int

    @property
    def width(self):
        return 1 + self.ebits + self.mbits

    @property
    def bias(self):
        return (1 << (self.ebits - 1)) - 1

    @property
    def infinity(self):
        return ((1 << self.ebits) - 1) << self.mbits

    @property
    def sign(self):
        return 1 << (self.width - 1)

    @property
    def largest(self):
        return self.infinity - 1


F16 = Format(5, 10, 0x7FFF)
BF16 = Format(8, 7, 0x7FFF)
TF32 = Format(8, 10, 0x3FFFF)
F32 = Format(8, 23, 0x7FFFFFFF)
F64 = Format(11, 52, 0x7FF8000000000000)

FORMATS = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64, "f16x2": F16, "bf16x2": BF16, "f32x2": F32}


def is_nan(f, bits):
    return bits & ~f.sign > f.infinity


def is_infinite(f, bits):
    return bits & ~f.sign == f.infinity


def is_zero(f, bits):
    return bits & ~f.sign == 0


def is_subnormal(f, bits):
    return 0 < bits & ~f.sign < 1 << f.mbits


def negative(f, bits):
    return int(bits & f.sign != 0)


def flushed(f, bits):
    """.ftz: a subnormal number is the zero of its sign."""
    return bits & f.sign if is_subnormal(f, bits) else bits


def unpack(f, bits):
    """(sign, m, e) of a finite number."""
    exponent = bits >> f.mbits & (1 << f.ebits) - 1
    m = bits & (1 << f.mbits) - 1
    if exponent == 0:
        return negative(f, bits), m, 1 - f.bias - f.mbits
    return negative(f, bits), m | 1 << f.mbits, exponent - f.bias - f.mbits


def is_rounded_up(mode, sign, kept, rest, half):
    """Whether the magnitude kept.rest goes one up; rest and half in the same unit, rest > 0."""
    if mode in ("rn", "rni"):
        return rest > half or (rest == half and kept & 1)
    if mode == "rna":
        return rest >= half
    if mode in ("rp", "rpi"):
        return not sign
    if mode in ("rm", "rmi"):
        return bool(sign)
    return False  # rz


def round_to(f, sign, m, e, mode="rn", sticky=False):
    """The bits of (-1)^sign * m * 2^e, and a little more if sticky, rounded."""
    s = f.sign if sign else 0
    if m == 0:
        return s
    lead = e + m.bit_length() - 1
    quantum = max(lead, 1 - f.bias) - f.mbits
    m, e = m << 2, e - 2  # room for sticky
    m |= int(sticky)
    if e >= quantum:
        kept, rest, half = m << (e - quantum), 0, 1
    else:
        shift = quantum - e
        kept, rest, half = m >> shift, m & (1 << shift) - 1, 1 << (shift - 1)
    if rest and is_rounded_up(mode, sign, kept, rest, half):
        kept += 1
    if kept >> (f.mbits + 1):
        kept, quantum = kept >> 1, quantum + 1
    if kept >> f.mbits == 0:
        return s | kept
    exponent = quantum + f.mbits + f.bias
    if exponent >= (1 << f.ebits) - 1:
        goes_up = is_rounded_up(mode, sign, 1, 3, 2)
        return s | (f.infinity if goes_up else f.largest)
    return s | (exponent << f.mbits) + kept - (1 << f.mbits)


def add(f, a, b, mode="rn", out=None):
    out = out or f
    if is_nan(f, a) or is_nan(f, b):
        return out.nan
    if is_infinite(f, a) or is_infinite(f, b):
        if is_infinite(f, a) and is_infinite(f, b) and a != b:
            return out.nan
        return out.infinity | (out.sign if negative(f, a if is_infinite(f, a) else b) else 0)
    return add_exact(out, unpack(f, a), unpack(f, b), mode)


def add_exact(out, x, y, mode):
    e = min(x[2], y[2])
    m = sum((-1) ** s * (v << (k - e)) for s, v, k in (x, y))
    if m == 0:
        if x[0] == y[0]:
            return out.sign if x[0] else 0
        return out.sign if mode == "rm" else 0
    return round_to(out, m < 0, abs(m), e, mode)


def multiply(f, a, b, mode="rn"):
    sign = negative(f, a) ^ negative(f, b)
    if is_nan(f, a) or is_nan(f, b):
        return f.nan
    if is_infinite(f, a) or is_infinite(f, b):
        return f.nan if is_zero(f, a) or is_zero(f, b) else f.infinity | f.sign * sign
    x, y = unpack(f, a), unpack(f, b)
    return round_to(f, sign, x[1] * y[1], x[2] + y[2], mode)


def fma(f, a, b, c, mode="rn"):
    sign = negative(f, a) ^ negative(f, b)
    if is_nan(f, a) or is_nan(f, b) or is_nan(f, c):
        return f.nan
    if is_infinite(f, a) or is_infinite(f, b):
        if is_zero(f, a) or is_zero(f, b) or (is_infinite(f, c) and negative(f, c) != sign):
            return f.nan
        return f.infinity | f.sign * sign
    if is_infinite(f, c):
        return c
    x, y = unpack(f, a), unpack(f, b)
    return add_exact(f, (sign, x[1] * y[1], x[2] + y[2]), unpack(f, c), mode)


def divide(f, a, b, mode="rn"):
    sign = negative(f, a) ^ negative(f, b)
    if is_nan(f, a) or is_nan(f, b):
        return f.nan
    if is_infinite(f, a):
        return f.nan if is_infinite(f, b) else f.infinity | f.sign * sign
    if is_infinite(f, b):
        return f.sign * sign
    if is_zero(f, b):
        return f.nan if is_zero(f, a) else f.infinity | f.sign * sign
    x, y = unpack(f, a), unpack(f, b)
    shift = 2 * f.mbits + 8
    quotient, rest = divmod(x[1] << shift, y[1])
    return round_to(f, sign, quotient, x[2] - y[2] - shift, mode, rest != 0)


def square_root(f, a, mode="rn"):
    if is_nan(f, a):
        return f.nan
    if is_zero(f, a):
        return a
    if negative(f, a):
        return f.nan
    if is_infinite(f, a):
        return a
    _, m, e = unpack(f, a)
    shift = 2 * f.mbits + 8 + (e & 1)
    root = isqrt(m << shift)
    return round_to(f, 0, root, (e - shift) // 2, mode, root * root != m << shift)


def convert(to, f, bits, mode="rn"):
    if is_nan(f, bits):
        return to.nan
    if is_infinite(f, bits):
        return to.infinity | to.sign * negative(f, bits)
    return round_to(to, *unpack(f, bits), mode)


def from_integer(to, value, mode="rn"):
    return round_to(to, value < 0, abs(value), 0, mode)


def to_integer(f, bits, mode):
    """A finite number as an integer, rounded by rni, rzi, rmi or rpi."""
    sign, m, e = unpack(f, bits)
    if e >= 0:
        magnitude = m << e
    else:
        magnitude, rest = m >> -e, m & (1 << -e) - 1
        if rest and is_rounded_up(mode, sign, magnitude, rest, 1 << (-e - 1)):
            magnitude += 1
    return -magnitude if sign else magnitude


def as_key(f, bits):
    """Orders numbers; -0 just below +0, which only min and max tell apart."""
    magnitude = bits & ~f.sign
    return -magnitude - 1 if negative(f, bits) else magnitude


def compare(f, a, b):
    """-1, 0, 1, or None of NaN."""
    if is_nan(f, a) or is_nan(f, b):
        return None
    x = 0 if is_zero(f, a) else as_key(f, a)
    y = 0 if is_zero(f, b) else as_key(f, b)
    return (x > y) - (x < y)


def saturated(f, bits):
    """.sat: clamped to [0, 1]; NaN gives +0."""
    one = f.bias << f.mbits
    if is_nan(f, bits) or negative(f, bits):
        return 0
    return min(bits, one)
