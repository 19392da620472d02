"""Runs many statements in one kernel: a thread a case, operands from a buffer, results into another."""
import re
import struct
import subprocess
from pathlib import Path

from statements import REGISTER, WIDTHS

CELL = 16  # bytes of an operand or a result
FIXED_WORDS = [0x0123456789ABCDEF * (2 * i + 1) & (1 << 64) - 1 for i in range(8)]
FIXED_BYTES = b"".join(word.to_bytes(8, "little") for word in FIXED_WORDS)
HEADER = f""".version 9.0
.target sm_100a
.address_size 64
.const .align 32 .b8 const_memory[64] = {{{", ".join(map(str, FIXED_BYTES))}}};
.global .align 32 .b8 global_memory[8192];
.shared .align 32 .b8 shared_memory[8192];
.visible .entry k(.param .u64 in, .param .u64 out, .param .align 32 .b8 fixed[64])
""" + """{
  .local .align 32 .b8 local_memory[64];
  .reg .pred %p<32>; .reg .b8 %c<16>; .reg .b16 %h<32>; .reg .b32 %r<64>;
  .reg .f32 %f<32>; .reg .b64 %l<40>; .reg .f64 %d<32>; .reg .b128 %q<8>;
  ld.param.u64 %l30, [in];
  ld.param.u64 %l31, [out];
  mov.u32 %r40, %tid.x;
  mul.wide.u32 %l32, %r40, 16;
  add.u64 %l30, %l30, %l32;
  add.u64 %l31, %l31, %l32;
"""
LOADS = {"c": "ld.global.u8", "h": "ld.global.u16", "r": "ld.global.u32", "f": "ld.global.f32",
         "l": "ld.global.u64", "d": "ld.global.f64", "q": "ld.global.b128"}


def load(register, offset):
    if register[1] == "p":
        return f"  ld.global.u32 %r41, [%l30+{offset}];\n  setp.ne.u32 {register}, %r41, 0;\n"
    return f"  {LOADS[register[1]]} {register}, [%l30+{offset}];\n"


def store(register, offset):
    if register[1] == "p":
        return f"  selp.u32 %r41, 1, 0, {register};\n  st.global.u32 [%l31+{offset}], %r41;\n"
    return f"  {LOADS[register[1]].replace('ld', 'st')} [%l31+{offset}], {register};\n"


def source_registers(statement):
    return list(dict.fromkeys(REGISTER.findall(" ".join(r for o in statement.sources for r in o))))


class Trial:
    """A statement, the values of its source registers by case, and what stands before and after it."""

    def __init__(self, statement, inputs, before="", after=(), text=None):
        self.statement, self.inputs, self.before, self.after = statement, inputs, before, list(after)
        self.text = text or statement.text
        self.outputs, self.space = {}, None

    def registers(self):
        return list(self.inputs)

    def results(self):
        return self.statement.written + self.after


def ptx_of(trials, cases):
    text, at_in, at_out = HEADER, 0, 0
    for trial in trials:
        for register in trial.registers():
            text += load(register, at_in)
            at_in += cases * CELL
        text += f"{trial.before}  {trial.text}\n"
        for register in trial.results():
            text += store(register, at_out)
            at_out += cases * CELL
    return text + "  ret;\n}\n", at_out


def run(smemlens, folder, trials, cases):
    """Fills in each trial's outputs: register → values by case."""
    folder = Path(folder)
    ptx, size = ptx_of(trials, cases)
    (folder / "k.ptx").write_text(ptx, encoding="utf-8")
    cells = [value for trial in trials for r in trial.registers() for value in trial.inputs[r]]
    (folder / "in.bin").write_bytes(b"".join(value.to_bytes(CELL, "little") for value in cells))
    subprocess.run([smemlens, "launch", str(folder / "k.ptx"), "-k", "k", "--grid", "1", "--block", str(cases), "-q",
                    "--arg", f"file:{folder / 'in.bin'}", "--arg", f"zeros:{size}",
                    "--arg", f"bytes:{FIXED_BYTES.hex()}",
                    "--dump", f"1={folder / 'out.bin'}"], check=True, stdout=subprocess.DEVNULL)
    data = (folder / "out.bin").read_bytes()
    values = [low | high << 64 for low, high in struct.iter_unpack("<QQ", data)]
    at = 0
    for trial in trials:
        for register in trial.results():
            trial.outputs[register] = values[at : at + cases]
            at += cases


def immediate(text):
    if text.startswith("0f") or text.startswith("0d"):
        return int(text[2:], 16)
    return int(text, 0)


def arguments(statement, inputs, case):
    """The raw bits of each source in turn."""
    values = []
    for name in (n for o in statement.sources for n in o):
        if REGISTER.fullmatch(name.lstrip("!")):
            value = inputs[name.lstrip("!")][case]
            values.append(value ^ 1 if name.startswith("!") else value)
        else:
            values.append(immediate(name) & (1 << 64) - 1)
    return values


def register_width(name):
    return WIDTHS[re.match(r"%([a-z])", name).group(1)]
