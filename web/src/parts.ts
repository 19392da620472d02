// What the loader hands to the page's script.

export interface Parts {
  core: Promise<ArrayBuffer>;
  texts: Promise<ArrayBuffer>;
}

declare global {
  var parts: Parts | undefined;
}
