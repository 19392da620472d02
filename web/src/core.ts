// The C++ core as WebAssembly: one function, JSON in, JSON out. No model lives in TypeScript.

import type { Answer, Calls } from "./types";

/** One call of the core; pure: the same request gives the same answer. */
export type Core = <Name extends keyof Calls>(
  name: Name,
  parameters: Calls[Name]["in"],
) => Answer<Calls[Name]["out"]>;

interface CoreExports {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  alloc(bytes: number): number;
  free(pointer: number): void;
  call(pointer: number, bytes: number): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// JavaScript reads and writes doubles for the core, whose own library would be larger than a figure.
function host(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  const part = (pointer: number, bytes: number): Uint8Array<ArrayBufferLike> => new Uint8Array(memory().buffer, pointer, bytes);
  return {
    read_decimal: (pointer: number, bytes: number) => Number(decoder.decode(part(pointer, bytes))),
    write_decimal: (number: number, pointer: number) => encoder.encodeInto(number.toExponential(), part(pointer, 32)).written,
  };
}

/** Starts the core. */
export async function startCore(module: WebAssembly.Module): Promise<Core> {
  const imports = { host: host(() => core.memory) };
  const instance = await WebAssembly.instantiate(module, imports);
  const core = instance.exports as unknown as CoreExports;
  core._initialize?.();
  return (name, parameters) => JSON.parse(exchange(core, JSON.stringify({ call: name, ...parameters })));
}

// The answer is a 32-bit length and that many bytes of UTF-8, which the caller frees.
function exchange(core: CoreExports, request: string): string {
  const bytes = encoder.encode(request);
  const input = core.alloc(bytes.length);
  new Uint8Array(core.memory.buffer, input, bytes.length).set(bytes);
  const output = core.call(input, bytes.length);
  core.free(input);
  const length = new DataView(core.memory.buffer).getUint32(output, true);
  const answer = decoder.decode(new Uint8Array(core.memory.buffer, output + 4, length));
  core.free(output);
  return answer;
}
