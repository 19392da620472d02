// The only script that the page carries as it is: it unpacks the other one and what that needs.

import { unpack } from "./unpack";
import "./parts";

const part = (id: string): Uint8Array<ArrayBuffer> => unpack(document.getElementById(id)?.textContent ?? "");

function load(): void {
  try {
    const script = document.createElement("script");
    script.textContent = new TextDecoder().decode(part("script"));
    globalThis.parts = { core: part("core"), texts: part("texts") };
    document.body.append(script);
  } catch (problem: unknown) {
    document.documentElement.className = "no-core";
    console.error(problem);
  }
}

setTimeout(load); // so that the static page is seen first
