// English: the master. The other languages have the same keys and placeholders.

import { frame } from "./en/frame";
import { rest } from "./en/rest";
import { walkthrough } from "./en/walkthrough";

export const en = { ...walkthrough, ...rest, ...frame } as const;

/** What every language has a text for. */
export type TextKey = keyof typeof en;
