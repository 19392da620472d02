"""Checks every SVG below a folder: well-formed, described, without scripts, nothing overlapping.

usage: figures_svg_check.py FOLDER
"""

import collections
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "desc", "style", "defs", "pattern", "marker", "g", "rect", "path", "text"}


def number(element, name):
    return float(element.get(name, "0"))


def problems_of(path):
    root = ET.parse(path).getroot()
    width, height = map(float, root.get("viewBox").split()[2:])
    has_buttons = any(e.get("role") == "button" for e in root.iter())
    if root.get("role") != ("group" if has_buttons else "img"):
        yield "a wrong role: img, or group if it has buttons"
    ids = collections.Counter(e.get("id") for e in root.iter() if e.get("id"))
    yield from (f"id {i} is used twice" for i, n in ids.items() if n > 1)
    yield from (f"names {i}, which is no id" for i in root.get("aria-labelledby").split() if i not in ids)
    for name in ("title", "desc"):
        if not root.findtext(SVG + name):
            yield f"no {name}"
    for element in root.iter():
        if element.tag.removeprefix(SVG) not in ALLOWED:
            yield f"unexpected element {element.tag}"
        for name, value in element.attrib.items():
            if name.startswith("on") or "javascript:" in value:
                yield f"scripted attribute {name}"
        reference = re.search(r"url\(#([^)]*)\)", element.get("fill", "") + element.get("marker-end", ""))
        if reference and reference.group(1) not in ids:
            yield f"refers to {reference.group(1)}, which is no id"
    for text in root.iter(SVG + "text"):
        if not (0 <= number(text, "x") <= width and 0 < number(text, "y") < height):
            yield f"text «{text.text}» lies outside"
    for drawing in root.iter(SVG + "svg"):
        yield from overlaps(drawing)
    for group in root.iter(SVG + "g"):
        if group.get("data-plot"):
            yield from touching_texts(group)


def own_elements(drawing):
    """Those that no drawing inside it places by coordinates of its own."""
    for element in drawing:
        if element.tag != SVG + "svg":
            yield element
            yield from own_elements(element)


def overlaps(drawing):
    """Chips, drawers and lanes must not cover each other."""
    boxes = []
    for element in own_elements(drawing):
        if element.tag == SVG + "g" and element.get("data-bank"):
            boxes += element.findall(SVG + "rect")
        if element.tag == SVG + "rect" and element.get("data-lane"):
            boxes.append(element)
    rows = collections.defaultdict(list)
    for box in boxes:
        x, y, w, h = (number(box, n) for n in ("x", "y", "width", "height"))
        rows[y].append((x, x + w, h))
    heights = sorted((y, y + max(h for *_, h in row)) for y, row in rows.items())
    for (_, bottom), (top, _) in zip(heights, heights[1:]):
        if top < bottom - 0.01:
            yield f"rows of boxes overlap at y = {top}"
    for y, row in rows.items():
        row.sort()
        for (_, right, _), (left, _, _) in zip(row, row[1:]):
            if left < right - 0.01:
                yield f"boxes overlap at ({left}, {y})"


def room_of(text):
    """What a label takes at most: canvas.cpp, text_width."""
    size = float(re.search(r"font-size:([\d.]+)", text.get("style", "font-size:11"))[1])
    width = 0.62 * size * len(text.text)
    left = number(text, "x") - {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor", "start")] * width
    return left, left + width, number(text, "y") - 0.8 * size, number(text, "y") + 0.2 * size


def touching_texts(group):
    """Labels of a plot keep apart."""
    texts = [(text.text, room_of(text)) for text in group.iter(SVG + "text")]
    for i, (name, (left, right, top, bottom)) in enumerate(texts):
        for other, (left2, right2, top2, bottom2) in texts[:i]:
            if left < right2 and left2 < right and top < bottom2 and top2 < bottom:
                yield f"«{name}» touches «{other}»"


def main():
    files = sorted(pathlib.Path(sys.argv[1]).rglob("*.svg"))
    found = [f"{path}: {problem}" for path in files for problem in problems_of(path)]
    print("\n".join(found) or f"{len(files)} pictures are in order")
    return 1 if found or not files else 0


sys.exit(main())
