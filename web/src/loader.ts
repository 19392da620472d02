// The only script that the page carries as it is: it unpacks the other one and what that needs.

import { inflate } from "./inflate";
import type { Parts } from "./parts";

const part = (id: string): Promise<ArrayBuffer> => inflate(document.getElementById(id)?.textContent ?? "");

async function load(): Promise<void> {
  const parts: Parts = { core: part("core"), texts: part("texts") };
  const script = document.createElement("script");
  script.textContent = new TextDecoder().decode(await part("script"));
  globalThis.parts = parts;
  document.body.append(script);
}

load().catch((problem: unknown) => {
  document.documentElement.className = "no-core";
  console.error(problem);
});
