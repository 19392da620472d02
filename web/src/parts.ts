// What the loader hands to the page's script.

export interface Parts {
  core: Uint8Array<ArrayBuffer>;
  texts: Uint8Array<ArrayBuffer>;
}

declare global {
  var parts: Parts | undefined;
}
