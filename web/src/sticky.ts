// A picture that stays beside its sentences: one taller than the window scrolls until its controls are in view, and
// stays there.

import type { App } from "./app";

/** Tells the style sheet how tall the pictures are, now and whenever that changes. */
export function listenForHeights(app: App): void {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries)
      if (target instanceof HTMLElement) target.style.setProperty("--height", `${target.offsetHeight}px`);
  });
  const observe = (): void => {
    sizes.disconnect();
    for (const stage of app.root.querySelectorAll(".step > .stage, .bench > .picture")) sizes.observe(stage);
  };
  app.onWritten.push(observe);
  observe();
}
