// The only script that the page carries as it is: it unpacks the other one and what that needs.

import { bytesOf, createUnpack } from "./unpack";
import "./parts";

const packed = (id: string): string => document.getElementById(id)?.textContent ?? "";

function load(): void {
  try {
    const unpack = createUnpack(bytesOf(packed("unpack")));
    const words = (id: string): string => new TextDecoder().decode(unpack(packed(id)));
    // The browser compiles the core while the rest is unpacked.
    globalThis.parts = { core: WebAssembly.compile(unpack(packed("core"))), texts: words("texts") };
    const script = document.createElement("script");
    script.textContent = words("script");
    document.body.append(script);
  } catch (problem: unknown) {
    document.documentElement.className = "no-core";
    console.error(problem);
  }
}

setTimeout(load); // so that the static page is seen first
