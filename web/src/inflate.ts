// The core and the catalogues travel inside the page as base64 of gzip.

/** The bytes that were packed. */
export async function inflate(packed: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
