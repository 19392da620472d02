"""Checks that whatever the core says to a reader of the page has a row in translations.h.

usage: translation_check.py PROJECT

Reads the sources that can refuse what a reader types or a link brings, and the model's reasons for an
uncertain count: each piece of text of two words and more must be part of the English form of a row.
"""

import pathlib
import re
import sys

SPEAKING = [
    "pattern/*.cpp", "model/note.cpp", "model/rule_tables.h", "model/well_formed.cpp",
    "report/explanation.cpp", "report/figures/layout_fix_figure.cpp",
    "report/figures/occupancy_figure.cpp", "base/suggestion.cpp",
]  # fmt: skip
# What is no sentence, or is said to programs only.
SILENT = {
    "pattern/element_type.cpp",  # names of types
    "pattern/index_expression.cpp",  # for `fix --problem`
}
# Said of the files that `smemlens cost` reads and of runs, or a pattern that a picture draws.
ELSEWHERE = re.compile(r"matri(x|ces)|is beyond the warp|: address$|are asked|wmma|shared::cluster|^float s")
# Where a token is missing: the Hindi rows say that it is missing, and the mark shows where.
PLACE = re.compile(r'expect\((?:[^"()]|"[^"]*"|\([^()]*\))*\)')
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
EXAMPLE = re.compile(r"(e\.g\. |--let |known are |: )[^ ].*$|&$")


def texts_of(path):
    source = re.sub(r"//.*|^#.*", "", path.read_text(), flags=re.MULTILINE)
    source = re.sub(r'"\s*\n\s*"', "", PLACE.sub("", source))
    for text in LITERAL.findall(source):
        if re.search(r"[a-z]{2,} |[a-z] [a-z]{2,}| [a-z]{3,}$", text):
            yield text.strip()


def parts_of_forms(path):
    forms = re.findall(r'^\s*\{"((?:[^"\\]|\\.)*)"', path.read_text(), flags=re.MULTILINE)
    return [part for form in forms for part in re.split(r"\{[a-e]\}", form) if part.strip()]


def has_row(text, parts):
    return any(text in part or (part.strip() in text and 2 * len(part.strip()) >= len(text)) for part in parts)


# A number in the text may be a place of the row; what was expected has a row of its own, but for a mark.
def is_known(text, parts):
    text = EXAMPLE.sub(r"\1", text)
    if expected := re.fullmatch(r"expected (.+) but found", text):
        text = expected[1]
        if text.startswith("'"):
            return True
    return has_row(text, parts) or all(has_row(piece.strip(), parts) for piece in re.split(r"\b\d+\b", text))


def main():
    smemlens = pathlib.Path(sys.argv[1]) / "smemlens"
    parts = parts_of_forms(smemlens / "report/translations.h")
    silent = {smemlens / name for name in SILENT}
    files = sorted({path for form in SPEAKING for path in smemlens.glob(form)} - silent)
    texts = [(path, text) for path in files for text in texts_of(path) if not ELSEWHERE.search(text)]
    missing = [f"{path}: no translation of: {text}" for path, text in texts if not is_known(text, parts)]
    print(*missing, f"{len(texts)} texts in {len(files)} files", sep="\n")
    sys.exit(bool(missing) or len(texts) < 100)


main()
