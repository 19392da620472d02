"""PTX ISA, "mov", packing and unpacking; the sources come with their widths in s.widths."""


def packed(widths, args):
    value, at = 0, 0
    for width, bits in zip(widths, args):
        value |= (bits & (1 << width) - 1) << at
        at += width
    return value


def mov(s, args):
    whole = packed(s.widths[1], args)
    results, at = [], 0
    for width in s.widths[0]:
        results.append(whole >> at & (1 << width) - 1)
        at += width
    return results


def rule_of(s):
    return mov if s.op == "mov" else None
