// English: the master. The other languages have the same keys and placeholders.

import { engineer } from "./en/engineer";
import { frame } from "./en/frame";
import { playground } from "./en/playground";
import { rest } from "./en/rest";
import { selfcheck } from "./en/selfcheck";
import { walkthrough } from "./en/walkthrough";

export const en = {
  ...walkthrough,
  ...rest,
  ...playground,
  ...selfcheck,
  ...engineer,
  ...frame,
} as const;

/** What every language has a text for. */
export type TextKey = keyof typeof en;
