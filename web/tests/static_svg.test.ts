import { describe, expect, it } from "vitest";
import { staticSvg } from "../src/static_svg";

describe("pictures before scripts run", () => {
  it.each([
    ["data is left out", '<svg><rect class="a" data-lane="1" x="0"/></svg>', '<svg><rect class="a" x="0"/></svg>'],
    [
      "three marks of a class share a group",
      '<svg><rect class="a" x="0"/>\n<rect class="a" x="1"/>\n<rect class="a" x="2"/><text class="b" y="1">5</text></svg>',
      '<svg><g class="a"><rect x="0"/><rect x="1"/><rect x="2"/></g><text class="b" y="1">5</text></svg>',
    ],
    [
      "attributes that aren't inherited stay",
      '<text class="b" text-anchor="end" x="1">1</text><text class="b" text-anchor="end" x="2">2</text><text class="b" text-anchor="end" x="3">3</text>',
      '<g class="b" text-anchor="end"><text x="1">1</text><text x="2">2</text><text x="3">3</text></g>',
    ],
    [
      "chips and their numbers become two groups",
      '<rect class="a" x="0"/><text class="b" x="0">0</text><rect class="a" x="1"/><text class="b" x="1">1</text><rect class="a" x="2"/><text class="b" x="2">2</text>',
      '<g class="a"><rect x="0"/><rect x="1"/><rect x="2"/></g><g class="b"><text x="0">0</text><text x="1">1</text><text x="2">2</text></g>',
    ],
    ["marks without a class stay", '<rect x="0"/><rect x="1"/><rect x="2"/>', '<rect x="0"/><rect x="1"/><rect x="2"/>'],
    [
      "a mark's own title is left out, and the group that only held it together",
      '<svg><g data-key="chip-1"><title>lane 1</title><rect class="a" x="0"></rect><text>1</text></g></svg>',
      '<svg><rect class="a" x="0"/><text>1</text></svg>',
    ],
    ["a group with a class stays", '<svg><g class="a"><rect x="0"/></g></svg>', '<svg><g class="a"><rect x="0"/></g></svg>'],
    ["the picture's title stays", '<svg><title id="t">A &lt; B</title></svg>', '<svg><title id="t">A &lt; B</title></svg>'],
  ])("%s", (_, svg, expected) => {
    expect(staticSvg(svg)).toBe(expected);
  });
});
