"""Reads the statements of tests/simt/manual_forms.txt and takes them apart."""
import re
from typing import NamedTuple

TYPE = re.compile(r"^(?:[busf]\d+(?:x2)?|bf16(?:x2)?|tf32|pred|e\dm\dx[24]|ue8m0x2)$")
REGISTER = re.compile(r"%(?:[hrlfdqcp])\d+")
WIDTHS = {"c": 8, "h": 16, "r": 32, "f": 32, "l": 64, "d": 64, "q": 128, "p": 1}


class Statement(NamedTuple):
    text: str
    op: str
    mods: tuple
    types: tuple
    destinations: tuple  # of operands, each a tuple of registers or immediates
    sources: tuple
    widths: tuple  # of the registers of destinations and of sources
    selects: tuple  # "h1" of %r1.h1, destination first
    negated: tuple

    @property
    def written(self):
        return [r for operand in self.destinations for r in operand if r != "_"]


def expand(pattern):
    begin = pattern.find("<")
    if begin < 0:
        return [pattern.replace("&", "|")]
    end = pattern.index(">", begin)
    return [text for choice in pattern[begin + 1 : end].split("|")
            for text in expand(pattern[:begin] + choice + pattern[end + 1 :])]


def split_operands(text):
    parts, depth, current = [], 0, ""
    for letter in text:
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += letter
    return [*parts, current.strip()] if current.strip() else parts


def operand(text):
    """(registers or immediates, select behind the dot, has a minus)"""
    if text.startswith("{"):
        return tuple(part.strip() for part in text.strip("{}").split(",")), "", False
    match = re.match(r"^(-)?(%r\d+)(?:\.([bh]\d+))?$", text)
    if match:
        return (match.group(2),), match.group(3) or "", bool(match.group(1))
    return tuple(text.split("|")), "", False


def width_of(name):
    match = re.match(r"!?%([hrlfdqcp])\d+$", name)
    return WIDTHS[match.group(1)] if match else 32


def parse(text):
    mnemonic, _, rest = text.rstrip(";").partition(" ")
    op, *parts = mnemonic.split(".")
    operands = [operand(o) for o in split_operands(rest)]
    destinations = operands[:1]
    sources = operands[1:]
    types = tuple(p for p in parts if TYPE.match(p))
    return Statement(
        text, op, tuple(p for p in parts if not TYPE.match(p)), types, tuple(o[0] for o in destinations),
        tuple(o[0] for o in sources),
        (tuple(width_of(n) for o in destinations for n in o[0]), tuple(width_of(n) for o in sources for n in o[0])),
        tuple(o[1] for o in operands), tuple(o[2] for o in operands))


def read_statements(path):
    """Up to what is refused by name."""
    statements = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("# refused"):
                break
            if not line.startswith(("#", "@")):
                statements += [parse(text) for text in expand(line.strip())]
    return statements
