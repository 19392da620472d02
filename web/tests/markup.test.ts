import { describe, expect, it } from "vitest";
import { inline, kept, paragraphs } from "../src/markup";

describe("the catalogues' markup", () => {
  it.each([
    ["plain & <simple>", "plain &#38; &#60;simple&#62;"],
    ["`s[lane]`", '<code class="held" translate="no">s[lane]</code>'],
    ["`float s[32][33]; s[lane][0]`", '<code translate="no">float s[32][33]; s[lane][0]</code>'],
    ["gcd(0, 32) = 32 ≡ (i + 1) (see the whole of step 7)", "gcd(0,\u00a032) =\u00a032 ≡\u00a0(i\u00a0+\u00a01) (see the whole of step 7)"],
    ["0, 32, 64, … 992", "0, 32, 64, …\u00a0992"],
    ["*a* and **b**", "<em>a</em> and <strong>b</strong>"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["{ w_i : w_i mod 32 = b }", "{ w_i : w_i\u00a0mod\u00a032 = b }"],
    ["word 32 · 1, 3 % more", "word 32\u00a0·\u00a01, 3\u00a0% more"],
    ["{passes}", '<span data-number="passes">32</span>'],
    ["{unknown}", '<span data-number="unknown">–</span>'],
    ["[lane 16](light:lane=16)", '<button type="button" class="phrase light" data-light="lane=16">lane 16</button>'],
    ["[3](set:stride=3)", '<button type="button" class="phrase set" data-set="stride=3">3</button>'],
    ["[3](set:stride=3), 4", '<span class="held"><button type="button" class="phrase set" data-set="stride=3">3</button>,</span> 4'],
    ["[x](javascript:alert)", '<a href="#">x</a>'],
    ["[x](#step4)", '<a href="#step4">x</a>'],
  ])("%s", (text, html) => {
    expect(inline(text, { passes: 32 })).toBe(html);
  });

  it("scrubs are sliders", () => {
    expect(inline("**{stride|scrub}**", { stride: 6 })).toContain('role="slider" tabindex="0" data-number="stride" data-scrub="stride"');
  });

  it("kept numbers are no places to write to", () => {
    expect(inline(kept("**{passes}**, {unknown}", { passes: 4 }))).toBe('<strong>4</strong>, <span data-number="unknown">–</span>');
  });

  it("numbers can't bring markup along", () => {
    expect(inline("{a}", { a: "<b>" })).toContain("&#60;b&#62;");
  });

  it("empty lines part paragraphs", () => {
    expect(paragraphs("a\n\nb")).toBe("<p>a</p><p>b</p>");
  });
});
