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

// The core does no input or output, but its standard library is linked against these three.
const kBadDescriptor = 8;
const wasi = {
  fd_write: () => kBadDescriptor,
  fd_seek: () => kBadDescriptor,
  fd_close: () => kBadDescriptor,
};

/** Compiles and starts the core. */
export async function loadCore(bytes: BufferSource): Promise<Core> {
  const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: wasi });
  const core = instance.exports as unknown as CoreExports;
  core._initialize?.();
  return (name, parameters) => JSON.parse(exchange(core, JSON.stringify({ call: name, ...parameters })));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

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
