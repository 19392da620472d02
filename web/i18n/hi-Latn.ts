// Hinglish: Hindi in Latin letters, as it is spoken over chai.

import type { TextKey } from "./en";
import { engineer } from "./hi-Latn/engineer";
import { frame } from "./hi-Latn/frame";
import { playground } from "./hi-Latn/playground";
import { rest } from "./hi-Latn/rest";
import { selfcheck } from "./hi-Latn/selfcheck";
import { walkthrough } from "./hi-Latn/walkthrough";

export const hiLatn: Readonly<Record<TextKey, string>> = {
  ...walkthrough,
  ...rest,
  ...playground,
  ...selfcheck,
  ...engineer,
  ...frame,
};
