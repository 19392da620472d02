// The catalogues: every sentence of the page in three languages.

import { type TextKey, en } from "../i18n/en";
import { hi } from "../i18n/hi";
import { hiLatn } from "../i18n/hi-Latn";
import type { Language } from "./state";

export type { TextKey };
export type Catalogue = Readonly<Record<TextKey, string>>;

export const kCatalogues: Readonly<Record<Language, Catalogue>> = { en, hi, "hi-Latn": hiLatn };

/** The languages by their own names. */
export const kLanguageNames: Readonly<Record<Language, string>> = {
  en: "English",
  hi: "हिन्दी",
  "hi-Latn": "Hinglish",
};

/** The sentence of that key, with its markup. */
export function text(language: Language, key: TextKey): string {
  return kCatalogues[language][key];
}

/** Keys of one family in order: family("step4.") */
export function keysOf(prefix: string): TextKey[] {
  return (Object.keys(en) as TextKey[]).filter((key) => key.startsWith(prefix));
}

export const isTextKey = (key: string): key is TextKey => key in en;
