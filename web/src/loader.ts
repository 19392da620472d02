// The only script that the page carries as it is: it unpacks the other one and what that needs.

import { bytesOf, createUnpack } from "./unpack";
import "./parts";

const packed = (id: string): string => document.getElementById(id)?.textContent ?? "";

function load(): void {
  try {
    const unpack = createUnpack(bytesOf(packed("unpack")));
    const core = WebAssembly.compile(unpack(packed("core"))); // while the rest is unpacked
    const rest = new TextDecoder().decode(unpack(packed("rest")));
    const end = rest.indexOf("\n"); // of the texts, which are one line
    globalThis.parts = { core, texts: rest.slice(0, end) };
    const script = document.createElement("script");
    script.textContent = rest.slice(end + 1);
    document.body.append(script);
  } catch (problem: unknown) {
    document.documentElement.className = "no-core";
    console.error(problem);
  }
}

setTimeout(load); // so that the static page is seen first
