// How the languages sound: spelling, length of sentences, what may be said where. The rules are told
// in i18n/README.md.

import { describe, expect, it } from "vitest";
import { en } from "../i18n/en";
import { type Exercise } from "../i18n/exercise";
import { exercises } from "../i18n/exercise_table";
import { hi } from "../i18n/hi";
import { hiLatn } from "../i18n/hi-Latn";
import { hindiSpelling, hinglishSpelling } from "../i18n/spelling";

type Catalogue = Readonly<Record<string, string>>;
const kCatalogues: Readonly<Record<string, Catalogue>> = { en, hi, "hi-Latn": hiLatn };
const kQuotation = "play.concept.1"; // quotes the CUDA guide in English

// Text without code, placeholders and the targets of links.
const prose = (text: string): string =>
  text
    .replace(/`[^`]*`/g, "code")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/\{[^}]*\}/g, "7");

const isCode = (key: string): boolean => /^step\d\.code$/.test(key);
const proseOf = (catalogue: Catalogue): [string, string][] =>
  Object.entries(catalogue)
    .filter(([key]) => !isCode(key) && key !== kQuotation)
    .map(([key, text]) => [key, prose(text)]);

function misspelt(catalogue: Catalogue, spelling: Readonly<Record<string, readonly string[]>>): string[] {
  const better = new Map(Object.entries(spelling).flatMap(([good, bad]) => bad.map((word) => [word, good])));
  return proseOf(catalogue).flatMap(([key, text]) =>
    (text.match(/[\p{L}\p{M}]+/gu) ?? [])
      .filter((word) => better.has(word.toLowerCase()))
      .map((word) => `${key}: ${word} → ${better.get(word.toLowerCase())}`),
  );
}

describe.each(["hi", "hi-Latn"])("%s beside English", (language) => {
  const catalogue = kCatalogues[language] ?? {};
  // Placeholders, and the states and links that phrases lead to.
  const parts = (text = ""): string[] => [...new Set(text.match(/\{\w+(\|scrub)?\}|\]\([^)]*\)/g) ?? [])].sort();

  it("has the same keys in the same order", () => expect(Object.keys(catalogue)).toEqual(Object.keys(en)));
  it("has the same placeholders and links", () => {
    const different = Object.entries(en).filter(([key, text]) => parts(text).join() !== parts(catalogue[key]).join());
    expect(different.map(([key]) => key)).toEqual([]);
  });
});

it("every exercise has its texts, every misconception its card", () => {
  const wanted = Object.entries<Exercise>(exercises).flatMap(([id, { kind, high, low, wrong }]) => [
    ...["ask", "right", ...(kind === "predict" ? ["high", "low"] : ["wrong"])].map((text) => `exercise.${id}.${text}`),
    ...[high, low, wrong].filter((card) => card !== undefined).map((card) => `card.${card}.text`),
  ]);
  expect(wanted.filter((key) => !(key in en))).toEqual([]);
});

describe("one spelling a word", () => {
  it("in Hinglish", () => expect(misspelt(hiLatn, hinglishSpelling)).toEqual([]));
  it("in Hindi", () => expect(misspelt(hi, hindiSpelling)).toEqual([]));
  it("notices a wrong one", () => {
    expect(misspelt({ a: "Bank me word nahin hai." }, hinglishSpelling)).toEqual(["a: me → mein", "a: nahin → nahi"]);
  });
});

describe("Hinglish is spoken", () => {
  const sentences = (paragraph: string): string[] =>
    paragraph.split(/(?<=[.?!])[”"]?\s+/).filter((sentence) => /\w/.test(sentence));
  const words = (clause: string): number => (clause.match(/[A-Za-z]{2,}/g) ?? []).length;
  const paragraphs = proseOf(hiLatn).flatMap(([key, text]) =>
    text.split("\n\n").map((paragraph): [string, string] => [key, paragraph.replace(/…/g, "")]),
  );

  it("in clauses of at most 14 words", () => {
    const long = paragraphs.flatMap(([key, paragraph]) =>
      sentences(paragraph)
        .flatMap((sentence) => sentence.split(/(?<=[:;])\s+/))
        .filter((clause) => words(clause) > 14)
        .map((clause) => `${key}: ${clause}`),
    );
    expect(long).toEqual([]);
  });

  it("in paragraphs of at most three sentences", () => {
    const crowded = paragraphs.filter(([, paragraph]) => sentences(paragraph).length > 3).map(([key]) => key);
    expect(crowded).toEqual([]);
  });
});

describe.each(Object.entries(kCatalogues))("the story in %s", (_, catalogue) => {
  const keys = Object.keys(catalogue);

  it("doesn't name the conflict degree before step 4's picture", () => {
    const first = keys.find((key) => /conflict degree/i.test(catalogue[key] ?? ""));
    expect(first).toBe("step4.picture");
  });

  it("says thread and cycle until step 1 and not after", () => {
    const story = keys.filter((key) => /^(step[2-9]|derive|summary|recall|question)/.test(key) && !isCode(key));
    expect(story.filter((key) => /\b(threads?|cycles?)\b/i.test(prose(catalogue[key] ?? "")))).toEqual([]);
  });

  it("never promises speed", () => {
    expect(keys.filter((key) => /×\s*(faster|tez|तेज़)/.test(catalogue[key] ?? ""))).toEqual([]);
  });

  it("writes no strange letters", () => {
    const strange = catalogue === hiLatn ? /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u : /\p{Script=Cyrillic}|[०-९]/u;
    expect(keys.filter((key) => strange.test(catalogue[key] ?? ""))).toEqual([]);
  });
});
