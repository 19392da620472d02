import { describe, expect, it } from "vitest";
import { attributesOf, readDrawing } from "../src/drawing";

const kPicture = `<svg id="p">
<title>1 &lt; 2</title>
<g data-lane="3"><rect data-key="chip-3" x="1"/>
<text x="2">3</text></g>
<rect data-handle="pad" x="9"/>
</svg>
`;

describe("a picture's text as a tree", () => {
  const root = readDrawing(kPicture);
  const [title, group, handle] = root?.children ?? [];

  it("has the marks in their order", () => {
    expect(root?.children.map(({ tag }) => tag)).toEqual(["title", "g", "rect"]);
    expect(group?.children.map(({ tag }) => tag)).toEqual(["rect", "text"]);
  });

  it("keeps each mark as it was written", () => {
    expect(group?.children[0]?.source).toBe('<rect data-key="chip-3" x="1"/>');
    expect(group?.source).toBe('<g data-lane="3"><rect data-key="chip-3" x="1"/>\n<text x="2">3</text></g>');
  });

  it("reads texts and attributes as they are meant", () => {
    expect(title?.text).toBe("1 < 2");
    expect(handle === undefined ? null : attributesOf(handle).get("x")).toBe("9");
  });

  it("knows a group by the first mark with a key in it", () => {
    expect([group?.key, group?.fades]).toEqual(["chip-3", true]);
  });

  it("keeps a zone to drag the same, but doesn't fade it", () => {
    expect([handle?.key, handle?.fades]).toEqual(["pad", false]);
  });

  it("is nothing without a picture", () => {
    expect(readDrawing("")).toBeNull();
  });
});
