import { describe, expect, it } from "vitest";
import { createNames, staticSvg, unquoted } from "../src/static_svg";

describe("pictures before scripts run", () => {
  it.each([
    ["data is left out", '<svg><rect class="a" data-lane="1" x="0"/></svg>', "<svg><rect class=a x=0 /></svg>"],
    ["coordinates have one decimal, words keep theirs", '<text x="1.25">1.25</text>', "<text x=1.3>1.25</text>"],
    [
      "boxes of a class become one path",
      '<svg><rect class="a" x="0" width="4" height="2"/>\n<rect class="a" x="5" width="4" height="2"/>\n<rect class="a" x="9" y="1" width="4" height="2"/></svg>',
      '<svg><path class=a d="M0 0h4v2H0zM5 0h4v2H5zM9 1h4v2H9z"/></svg>',
    ],
    [
      "rounded boxes at equal distances are copies of one",
      [0, 5, 10, 15, 20].map((x) => `<rect class="a" x="${x}" y="1" width="4" height="2" rx="1"/>`).join(""),
      "<g id=_3 class=a><g id=_1><g id=_2><rect y=1 width=4 height=2 rx=1 /></g><use href=#_2 x=5 /></g><use href=#_1 x=10 /><rect x=20 y=1 width=4 height=2 rx=1 /></g>",
    ],
    [
      "so are plain boxes, where that is shorter than a path",
      Array.from({ length: 32 }, (_, box) => `<rect class="a" x="${20 * box}" width="18" height="30"/>`).join(""),
      "<g id=_6 class=a><g id=_1><g id=_2><g id=_3><g id=_4><g id=_5><rect width=18 height=30 /></g><use href=#_5 x=20 /></g><use href=#_4 x=40 /></g><use href=#_3 x=80 /></g><use href=#_2 x=160 /></g><use href=#_1 x=320 /></g>",
    ],
    [
      "lines with heads stay apart",
      [0, 1, 2].map((x) => `<path class="a" marker-end="url(#h)" d="M${x} 0V9"/>`).join(""),
      '<g class=a marker-end=url(#h)><path d="M0 0V9"/><path d="M1 0V9"/><path d="M2 0V9"/></g>',
    ],
    [
      "texts share what is inherited, and their height",
      [1, 2, 3, 4].map((x) => `<text class="b" text-anchor="end" x="${x}" y="7">${x}</text>`).join(""),
      '<g id=_1 class=b text-anchor=end><g transform="translate(0 7)"><text x=1>1</text><text x=2>2</text><text x=3>3</text><text x=4>4</text></g></g>',
    ],
    [
      "a long row of numbers is written once, and copied to another height",
      [7, 40].flatMap((y) => [10, 20, 30, 40, 50, 60, 70, 80].map((x) => `<text class="b" x="${x}" y="${y}">${x}</text>`)).join(""),
      `<g id=_2 class=b><g transform="translate(0 7)"><g id=_1>${[10, 20, 30, 40, 50, 60, 70, 80].map((x) => `<text x=${x}>${x}</text>`).join("")}</g></g><use href=#_1 y=40 /></g>`,
    ],
    [
      "what was drawn before is copied",
      Array.from({ length: 2 }, () => `<svg>${[0, 5, 11].map((x) => `<rect class="a" fill="none" stroke="black" x="${x}" y="1" width="4" height="2"/>`).join("")}</svg>`).join(""),
      '<svg><path id=_2 class=a fill=none stroke=black d="M0 1h4v2H0zM5 1h4v2H5zm6 0h4v2h-4z"/></svg><svg><use href=#_2 /></svg>',
    ],
    [
      "arrows are written by their distances",
      [1, 2, 3].map((x) => `<path class="a" marker-end="url(#h)" d="M${100 * x} 108C${100 * x} 153 75.5 141.2 75.5 191"/>`).join(""),
      '<g id=_1 class=a marker-end=url(#h)><path d="M100 108c0 45-24.5 33.2-24.5 83"/><path d="M200 108c0 45-124.5 33.2-124.5 83"/><path d="M300 108c0 45-224.5 33.2-224.5 83"/></g>',
    ],
    [
      "chips and their numbers become two groups",
      [0, 20, 40].map((x) => `<circle class="a" cx="${x}" cy="0" r="9"/><text class="b" x="${x}" y="4">${x}</text>`).join(""),
      "<g class=a><circle cx=0 cy=0 r=9 /><circle cx=20 cy=0 r=9 /><circle cx=40 cy=0 r=9 /></g><g class=b><text x=0 y=4>0</text><text x=20 y=4>20</text><text x=40 y=4>40</text></g>",
    ],
    [
      "nothing is drawn before what it lies upon",
      '<text class="b" x="5" y="8">0</text><rect class="a" x="20" width="9" height="9"/><text class="b" x="25" y="8">1</text>',
      "<text class=b x=5 y=8>0</text><rect class=a x=20 width=9 height=9 /><text class=b x=25 y=8>1</text>",
    ],
    ["marks without a class stay", '<rect x="0"/><rect x="1"/><rect x="2"/>', "<rect x=0 /><rect x=1 /><rect x=2 />"],
    [
      "a mark's own title is left out, and the group that only held it together",
      '<svg><g data-key="chip-1"><title>lane 1</title><rect class="a" x="0"></rect><text>1</text></g></svg>',
      "<svg><rect class=a x=0 /><text>1</text></svg>",
    ],
    ["a group with a class stays", '<svg><g class="a"><rect x="0"/></g></svg>', "<svg><g class=a><rect x=0 /></g></svg>"],
    ["definitions that aren't used are left out", '<defs><marker id="h"><path d="M0 0"/></marker></defs>', ""],
    ["the picture's title stays", '<svg><title id="t">A &lt; B</title></svg>', "<svg><title id=t>A &lt; B</title></svg>"],
  ])("%s", (_, svg, expected) => {
    expect(unquoted(staticSvg(svg, createNames()))).toBe(expected);
  });
});
