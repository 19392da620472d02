// Every sentence of the page in three languages. They travel packed (tools/build.mjs) and are handed
// in once, before anything is written.

import type { TextKey } from "../i18n/en";
import { type Language, kLanguages } from "./state";

export type { TextKey };
export type Catalogue = Readonly<Record<TextKey, string>>;
export type Catalogues = Readonly<Record<Language, Catalogue>>;

/** The languages by their own names. */
export const kLanguageNames: Readonly<Record<Language, string>> = {
  en: "English",
  hi: "हिन्दी",
  "hi-Latn": "Hinglish",
};

const keysIn = (sentences: Catalogue): TextKey[] => Object.keys(sentences) as TextKey[];

let catalogues: Catalogues | null = null;

/** A sentence in all languages beside each other, which packs best. */
export type Entry = readonly [key: TextKey, ...sentences: string[]];

export function entriesOf(all: Catalogues): Entry[] {
  return keysIn(all.en).map((key) => [key, ...kLanguages.map((language) => all[language][key])]);
}

export function cataloguesOf(entries: readonly Entry[]): Catalogues {
  const inOne = (place: number): Catalogue => Object.fromEntries(entries.map((entry) => [entry[0], entry[place + 1]])) as Catalogue;
  return Object.fromEntries(kLanguages.map((language, place) => [language, inOne(place)])) as Catalogues;
}

/** Hands in the sentences. */
export function useCatalogues(all: Catalogues): void {
  catalogues = all;
}

function catalogue(language: Language): Catalogue {
  if (catalogues === null) throw new Error("no catalogues yet");
  return catalogues[language];
}

/** The sentence of that key, with its markup. */
export function text(language: Language, key: TextKey): string {
  return catalogue(language)[key];
}

/** Keys of one family in order: keysOf("step4.") */
export function keysOf(prefix: string): TextKey[] {
  return keysIn(catalogue("en")).filter((key) => key.startsWith(prefix));
}

export const isTextKey = (key: string): key is TextKey => key in catalogue("en");
