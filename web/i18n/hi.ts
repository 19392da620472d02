// हिन्दी: तस्वीर से ताज़ा लिखी हुई, लिप्यंतरण नहीं। कोड के शब्द लातिन में रहते हैं।

import type { TextKey } from "./en";
import { engineer } from "./hi/engineer";
import { frame } from "./hi/frame";
import { playground } from "./hi/playground";
import { rest } from "./hi/rest";
import { selfcheck } from "./hi/selfcheck";
import { walkthrough } from "./hi/walkthrough";

export const hi: Readonly<Record<TextKey, string>> = {
  ...walkthrough,
  ...rest,
  ...playground,
  ...selfcheck,
  ...engineer,
  ...frame,
};
