"""PTX ISA, "Integer Arithmetic", "Extended-Precision Integer Arithmetic", "Logic and Shift" and bit fields.

A rule gets the statement (opcode, modifiers, types) and the raw bits of its sources, and gives the
results' raw bits. CC.CF of a chain is the last source and the last result.
"""


def width_of(kind):
    digits = kind.lstrip("busf")
    return int(digits.split("x")[0])


def is_signed(kind):
    return kind.startswith("s")


def read(kind, bits):
    """Raw bits as the number that a type makes of them."""
    width = width_of(kind)
    bits &= (1 << width) - 1
    return bits - (1 << width) if is_signed(kind) and bits >> (width - 1) else bits


def wrap(kind, value):
    return value & (1 << width_of(kind)) - 1


def limits(kind):
    width = width_of(kind)
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed(kind) else (0, (1 << width) - 1)


def clamp(kind, value):
    low, high = limits(kind)
    return min(max(value, low), high)


def finish(s, value):
    return wrap(s.types[0], clamp(s.types[0], value) if "sat" in s.mods else value)


def numbers(s, args):
    return [read(s.types[0], bits) for bits in args]


def lanes_of_16(kind, function):
    """The .u16x2 and .s16x2 forms: the halves apart."""
    half = kind[:3]

    def both(s, args):
        halves = [function(s._replace(types=(half,) + s.types[1:]), [a >> shift & 0xFFFF for a in args])[0] & 0xFFFF
                  for shift in (0, 16)]
        return [halves[0] | halves[1] << 16]

    return both


def add(s, args):
    a, b = numbers(s, args)
    return [finish(s, a + b if s.op == "add" else a - b)]


def part(s, product):
    """.lo, .hi or .wide of a product."""
    if "wide" in s.mods:
        return product
    return product >> width_of(s.types[0]) if "hi" in s.mods else product


def wide_kind(s):
    kind = s.types[0]
    return kind[0] + str(2 * width_of(kind)) if "wide" in s.mods else kind


def mul(s, args):
    a, b = numbers(s, args)
    return [wrap(wide_kind(s), part(s, a * b))]


def mad(s, args):
    kind = wide_kind(s)
    a, b = (read(s.types[0], x) for x in args[:2])
    # The half of the product is a number of the type, so that .sat clamps a sum of two such numbers.
    total = read(kind, part(s, a * b)) + read(kind, args[2])
    return [wrap(kind, clamp(kind, total) if "sat" in s.mods else total)]


def mul24(s, args):
    low = [read(s.types[0][0] + "24", x) for x in args[:2]]
    product = low[0] * low[1] >> (16 if "hi" in s.mods else 0)
    if s.op == "mul24":
        return [wrap(s.types[0], product)]
    return [finish(s, read(s.types[0], product) + read(s.types[0], args[2]))]


def sad(s, args):
    a, b, c = numbers(s, args)
    return [finish(s, c + abs(a - b))]


def div(s, args):
    a, b = numbers(s, args)
    if b == 0:
        return [None]  # "unspecified, machine-specific"
    quotient = abs(a) // abs(b) * (-1 if (a < 0) != (b < 0) else 1)
    return [wrap(s.types[0], quotient if s.op == "div" else a - quotient * b)]


def sign_change(s, args):
    (a,) = numbers(s, args)
    return [wrap(s.types[0], abs(a) if s.op == "abs" else -a)]


def extreme(s, args):
    value = (min if s.op == "min" else max)(numbers(s, args))
    return [wrap(s.types[0], max(value, 0) if "relu" in s.mods else value)]


def popc(s, args):
    return [bin(wrap(s.types[0], args[0])).count("1")]


def clz(s, args):
    return [width_of(s.types[0]) - wrap(s.types[0], args[0]).bit_length()]


def bfind(s, args):
    (a,) = numbers(s, args)
    position = (~a if a < 0 else a).bit_length() - 1
    if position < 0:
        return [0xFFFFFFFF]
    return [width_of(s.types[0]) - 1 - position if "shiftamt" in s.mods else position]


def fns(_, args):
    mask, base, offset = args[0], args[1], read("s32", args[2])
    if base > 31:
        return [None]  # the manual has 0..31
    if offset == 0:
        return [base if mask >> base & 1 else 0xFFFFFFFF]
    found = base - 1 if offset > 0 else base + 1
    step, left = (1 if offset > 0 else -1), abs(offset)
    while left:
        found += step
        if not 0 <= found < 32:
            return [0xFFFFFFFF]
        left -= mask >> found & 1
    return [found]


def brev(s, args):
    width = width_of(s.types[0])
    return [int(format(args[0], f"0{width}b")[::-1], 2)]


def bfe(s, args):
    kind, width = s.types[0], width_of(s.types[0])
    value, position, length = args[0], args[1] & 0xFF, args[2] & 0xFF
    if length == 0:
        return [0]
    sign_position = min(position + length - 1, width - 1)
    sign = value >> sign_position & 1 if is_signed(kind) else 0
    field = [value >> (position + i) & 1 if i < length and position + i < width else sign for i in range(width)]
    return [sum(bit << i for i, bit in enumerate(field))]


def bfi(s, args):
    width = width_of(s.types[0])
    field, base, position, length = args[0], args[1], args[2] & 0xFF, args[3] & 0xFF
    for i in range(length):
        if position + i < width:
            base = base & ~(1 << (position + i)) | (field >> i & 1) << (position + i)
    return [base]


def szext(s, args):
    """Sign or zero extends the low b bits."""
    value, bits = args[0], args[1]
    if "wrap" in s.mods:
        bits &= 31
    if bits == 0:
        return [0]
    if bits >= 32:
        return [value]
    low = value & (1 << bits) - 1
    return [wrap("u32", low - (1 << bits) if is_signed(s.types[0]) and low >> (bits - 1) else low)]


def bmsk(s, args):
    start, length = (x & 31 if "wrap" in s.mods else x for x in args)
    if start >= 32:
        return [0]
    return [wrap("u32", (1 << min(length, 32)) - 1 << start)]


def dot(s, args):
    a_kind, b_kind = (t[0] for t in s.types)
    total = read("s32" if "s" in (a_kind, b_kind) else "u32", args[2])
    if s.op == "dp4a":
        pairs = [(args[0] >> 8 * i, args[1] >> 8 * i) for i in range(4)]
        return [wrap("u32", total + sum(read(a_kind + "8", x) * read(b_kind + "8", y) for x, y in pairs))]
    first = 2 if "hi" in s.mods else 0
    pairs = [(args[0] >> 16 * i, args[1] >> 8 * (first + i)) for i in range(2)]
    return [wrap("u32", total + sum(read(a_kind + "16", x) * read(b_kind + "8", y) for x, y in pairs))]


def carry_add(s, args):
    """add.cc, addc, sub.cc, subc: CC.CF is the carry out, or the borrow out."""
    kind = "u" + str(width_of(s.types[0]))
    a, b, carry = wrap(kind, args[0]), wrap(kind, args[1]), args[2] if s.op.endswith("c") else 0
    total = a + b + carry if s.op.startswith("add") else a - b - carry
    return [wrap(kind, total), int(total != wrap(kind, total)) if "cc" in s.mods else args[2]]


def carry_mad(s, args):
    unsigned = "u" + str(width_of(s.types[0]))
    product = wrap(unsigned, part(s, read(s.types[0], args[0]) * read(s.types[0], args[1])))
    total = product + wrap(unsigned, args[2]) + (args[3] if s.op == "madc" else 0)
    return [wrap(unsigned, total), int(total != wrap(unsigned, total)) if "cc" in s.mods else args[3]]


def logic(s, args):
    a, b = args
    return [wrap("b1" if s.types[0] == "pred" else s.types[0], {"and": a & b, "or": a | b, "xor": a ^ b}[s.op])]


def inversion(s, args):
    kind = "b1" if s.types[0] == "pred" else s.types[0]
    return [wrap(kind, ~args[0]) if s.op == "not" else int(wrap(kind, args[0]) == 0)]


def lop3(s, args):
    a, b, c, table = args[:4]
    result = sum((table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1) & 1) << i for i in range(32))
    if "or" in s.mods:
        return [result, int(result != 0 or args[4] != 0)]
    if "and" in s.mods:
        return [result, int(result != 0 and args[4] != 0)]
    return [result]


def shf(s, args):
    """A funnel of {b, a}: left keeps the high half, right the low one."""
    amount = args[2] & 31 if "wrap" in s.mods else min(args[2], 32)
    both = args[1] << 32 | args[0]
    return [wrap("u32", both << amount >> 32 if "l" in s.mods else both >> amount)]


def shift(s, args):
    kind, amount = s.types[0], min(args[1], width_of(s.types[0]))
    value = read(kind, args[0])
    return [wrap(kind, value << amount if s.op == "shl" else value >> amount)]


def prmt(s, args):
    source = [(args[1] << 32 | args[0]) >> 8 * i & 0xFF for i in range(8)]
    if not s.mods:
        nibbles = [args[2] >> 4 * i & 15 for i in range(4)]
        chosen = [(0xFF if source[n & 7] & 0x80 else 0) if n & 8 else source[n & 7] for n in nibbles]
    else:
        c = args[2] & 3
        modes = {"f4e": [c + i for i in range(4)], "b4e": [(c - i) % 8 for i in range(4)], "rc8": [c] * 4,
                 "ecl": [max(i, c) for i in range(4)], "ecr": [min(i, c) for i in range(4)],
                 "rc16": [2 * (c & 1), 2 * (c & 1) + 1] * 2}
        chosen = [source[i] for i in modes[s.mods[0]]]
    return [sum(byte << 8 * i for i, byte in enumerate(chosen))]


RULES = {
    "add": add, "sub": add, "mul": mul, "mad": mad, "mul24": mul24, "mad24": mul24, "sad": sad, "div": div,
    "rem": div, "abs": sign_change, "neg": sign_change, "min": extreme, "max": extreme, "popc": popc, "clz": clz,
    "bfind": bfind, "fns": fns, "brev": brev, "bfe": bfe, "bfi": bfi, "szext": szext, "bmsk": bmsk, "dp4a": dot,
    "dp2a": dot, "and": logic, "or": logic, "xor": logic, "not": inversion, "cnot": inversion, "lop3": lop3,
    "shf": shf, "shl": shift, "shr": shift, "prmt": prmt,
}


def rule_of(s):
    if not s.types:
        return None
    if "cc" in s.mods or s.op in ("addc", "subc", "madc"):
        return carry_mad if s.op.startswith("mad") else carry_add
    rule = RULES.get(s.op)
    if rule and s.types[0].endswith("16x2"):
        return lanes_of_16(s.types[0], rule)
    return rule
