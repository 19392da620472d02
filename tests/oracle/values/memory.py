"""PTX ISA, ld, ldu, st, atom and red: each thread has 64 bytes of its own in every state space.

They are written with st.b64 before the statement and read with ld.b64 after it, so that what a store
touches beside its own bytes is seen too. Addresses without a space go to global, shared and local memory.
"""
import random
import re

import floats as fl
import integers as it
import kernels
import statements

BYTES = 64
OPCODES = ("ld", "ldu", "st", "atom", "red")
SPACES = ("global", "shared", "local", "const", "param")
WORDS = [f"%l{10 + i}" for i in range(8)]
WORDS_AFTER = [f"%l{20 + i}" for i in range(8)]
ADDRESS = re.compile(r"\[(%l1|%r1)(?:\+(\d+))?\]")
# .const and .param memory is the same for all threads: eight words of each, as kernels.py declares them.
FIXED = kernels.FIXED_WORDS

SETUP = """  mul.lo.u32 %r48, %r40, 64;
  mov.u64 %l34, {variable};
  cvt.u64.u32 %l35, %r48;
  {own}
"""


def has_values(statement):
    """Not of an address without a register, nor of a special register: other tests have those."""
    return statement.op in OPCODES and bool(ADDRESS.search(statement.text)) and "%ctaid" not in statement.text


def spaces_of(statement):
    """(space, whether the address is generic)"""
    for part in statement.mods:
        if part.split("::")[0] in SPACES:
            return [(part.split("::")[0], False)]
    if "nc" in statement.mods or "mmio" in statement.mods:
        return [("global", False)]
    if count_of(statement) > 1 and statement.op in ("atom", "red"):
        return [("global", True)]
    return [(space, True) for space in ("global", "shared", "local")[: 2 if statement.op in ("atom", "red") else 3]]


def setup(space, is_generic):
    own = "" if space in ("local", "const", "param") else "add.s64 %l34, %l34, %l35;"
    text = SETUP.format(variable={"param": "fixed"}.get(space, space + "_memory"), own=own)
    if is_generic:
        text += f"  cvta.{space}.u64 %l34, %l34;\n"
    prefix = "" if is_generic else "." + space
    if space not in ("const", "param"):
        text += "".join(f"  st{prefix}.b64 [%l34+{8 * i}], {word};\n" for i, word in enumerate(WORDS))
    return text + "  cvt.u32.u64 %r49, %l34;\n"


def readback(space, is_generic):
    if space in ("const", "param"):
        return ""
    prefix = "" if is_generic else "." + space
    return "".join(f"\n  ld{prefix}.b64 {word}, [%l34+{8 * i}];" for i, word in enumerate(WORDS_AFTER))


def word_value(statement, dice):
    pools = {"f32": [0, 1 << 31, 1, 0x807FFFFF, 0x3F800000, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000],
             "f16": [0, 0x8000, 1, 0x3C00, 0xBC00, 0x7BFF, 0x7C00, 0xFC00, 0x7E00],
             "u32": [0, 1, 0x7FFFFFFF, 0xFFFFFFFF]}
    for kind, pool in pools.items():
        if any(kind in t for t in statement.types) and dice.random() < 0.6:
            width = 16 if kind == "f16" else 32
            return sum(dice.choice(pool) << at for at in range(0, 64, width))
    return dice.getrandbits(64)


def trials_of(statement, cases):
    return [trial_of(statement, cases, *space) for space in spaces_of(statement)]


def trial_of(statement, cases, space, is_generic):
    dice = random.Random(statement.text)
    text = statement.text.replace("[%l1", "[%l34").replace("[%r1", "[%r49")
    form = statements.parse(text)
    operands = form.sources if form.op in ("st", "red") else form.sources[1:]
    sources = [name for operand in operands for name in operand if name.startswith("%")]
    inputs = {word: [word_value(form, dice) for _ in range(cases)] for word in WORDS}
    for register in dict.fromkeys(sources):
        width = kernels.register_width(register)
        values = [word_value(form, dice) | dice.getrandbits(64) << 64 for _ in range(cases)]
        inputs[register] = [value & (1 << width) - 1 for value in values]
    if form.op == "atom" and "cas" in form.mods:
        compare_some_equal(form, inputs, cases)
    trial = kernels.Trial(form, inputs, setup(space, is_generic), WORDS_AFTER if readback(space, is_generic) else [],
                          text + readback(space, is_generic))
    trial.space = space
    if form.op in ("st", "red"):
        trial.statement = form._replace(destinations=())
    return trial


def compare_some_equal(form, inputs, cases):
    register, width = form.sources[1][0], it.width_of(form.types[0])
    for case in range(0, cases, 2):
        memory = sum(inputs[word][case] << 64 * i for i, word in enumerate(WORDS))
        inputs[register][case] = memory & (1 << width) - 1


def offset_of(statement):
    match = re.search(r"\[%\w+\+(\d+)\]", statement.text)
    return int(match.group(1)) if match else 0


def element_type(statement):
    return statement.types[0]


def count_of(statement):
    return next((int(m[1:]) for m in statement.mods if re.match(r"v\d$", m)), 1)


def width_of(kind):
    return {"bf16": 16, "bf16x2": 32, "f16x2": 32}.get(kind) or it.width_of(kind)


def flushes(trial):
    """"atom.f32.add on global memory flushes subnormal inputs and results"; on shared memory it doesn't."""
    return trial.space == "global"


def float_sum(trial, kind, a, b):
    f, width = fl.FORMATS[kind], fl.FORMATS[kind].width
    total = 0
    for at in range(0, width_of(kind), width):
        x, y = (v >> at & (1 << width) - 1 for v in (a, b))
        if kind == "f32" and flushes(trial):
            x, y = fl.flushed(f, x), fl.flushed(f, y)
        result = fl.add(f, x, y)
        total |= (fl.flushed(f, result) if kind == "f32" and flushes(trial) else result) << at
    return total


def updated(trial, kind, old, args):
    """The new value of one element of an atomic operation."""
    operation = next(m for m in trial.statement.mods
                     if m in ("add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"))
    b = args[0]
    if operation == "cas":
        return args[1] if old == b else old
    if operation == "exch":
        return b
    if operation == "inc":
        return 0 if old >= b else old + 1
    if operation == "dec":
        return b if old == 0 or old > b else old - 1
    if "f" in kind:
        return float_sum(trial, kind, old, b)
    x, y = it.read(kind, old), it.read(kind, b)
    return it.wrap(kind, {"add": x + y, "min": min(x, y), "max": max(x, y), "and": x & y, "or": x | y,
                          "xor": x ^ y}[operation])


def value_of(name, trial, case):
    if name.startswith("%"):
        return trial.inputs[name][case]
    return kernels.immediate(name)


def after_memory(trial, case, memory):
    """What the 64 bytes hold after the statement."""
    s, kind = trial.statement, element_type(trial.statement)
    if s.op in ("ld", "ldu"):
        return memory
    width, mask = width_of(kind), (1 << width_of(kind)) - 1
    # Of st and red the address was the destination, of atom it is the first source.
    operands = s.sources if s.op in ("st", "red") else s.sources[1:]
    for i in range(count_of(s)):
        at = 8 * offset_of(s) + i * width
        old = memory >> at & mask
        args = [value_of(operand[i], trial, case) & mask for operand in operands if i < len(operand)]
        new = args[0] if s.op == "st" else updated(trial, kind, old, args)
        memory = memory & ~(mask << at) | new << at
    return memory


def loaded(trial, memory):
    s, kind = trial.statement, element_type(trial.statement)
    results = []
    for i, name in enumerate(s.destinations[0] if s.destinations else ()):
        if name == "_":
            continue
        bits = memory >> 8 * offset_of(s) + i * width_of(kind) & (1 << width_of(kind)) - 1
        if kind.startswith("s"):
            bits = it.read(kind, bits) & (1 << kernels.register_width(name)) - 1
        results.append(bits)
    return results


def is_same_memory(trial, wanted, got):
    if wanted == got:
        return True
    if "f64" not in trial.statement.types:
        return False
    low = (1 << 64) - 1  # a NaN of f64 has any payload
    return wanted >> 64 == got >> 64 and fl.is_nan(fl.F64, wanted & low) and fl.is_nan(fl.F64, got & low)


def mismatch(trial, cases):
    is_fixed = trial.space in ("const", "param")
    for case in range(cases):
        words = FIXED if is_fixed else [trial.inputs[word][case] for word in WORDS]
        memory = sum(word << 64 * i for i, word in enumerate(words))
        wanted = loaded(trial, memory)
        got = [trial.outputs[name][case] for name in trial.statement.written]
        if wanted != got:
            return [case, *words[:2]], got, wanted
        if is_fixed:
            continue
        wanted_memory = after_memory(trial, case, memory)
        got_words = [trial.outputs[word][case] for word in WORDS_AFTER]
        if not is_same_memory(trial, wanted_memory, sum(word << 64 * i for i, word in enumerate(got_words))):
            wanted_words = [wanted_memory >> 64 * i & (1 << 64) - 1 for i in range(8)]
            sources = [v[case] for r, v in trial.inputs.items() if r not in WORDS]
            return [*words[:2], *sources], got_words[:4], wanted_words[:4]
    return None
