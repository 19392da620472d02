// What the loader hands to the page's script.

export interface Parts {
  core: Promise<WebAssembly.Module>;
  /** JSON. */
  texts: string;
}

declare global {
  var parts: Parts | undefined;
}
