// Ways out of a figure: into the playground, a link, a command, a file.

import { type App, viewAt } from "../app";
import { kNoFix } from "../figures";
import { patternOf } from "../patterns";
import { valuesOf } from "../page";
import { savePng, saveSvg } from "../save";
import { toHash } from "../state";
import { text } from "../texts";
import type { View } from "../view";

async function copy(app: App, button: HTMLElement, words: string): Promise<void> {
  const before = button.textContent;
  const { language } = app.page.scenario;
  try {
    await navigator.clipboard.writeText(words);
    button.textContent = text(language, "button.copied");
  } catch {
    const code = button.parentElement?.querySelector("code");
    if (code !== null && code !== undefined) getSelection()?.selectAllChildren(code);
    button.textContent = text(language, "error.copy");
  }
  setTimeout(() => {
    button.textContent = before;
  }, 1600);
}

/** The link of this very state, at `place`. */
export function linkTo(app: App, place: string): string {
  return `${location.href.replace(/#.*/, "")}#${toHash({ ...app.page.scenario, place })}`;
}

/** Shows an access in the playground, on its hardware and in its block. */
export function openInPlayground(app: App, pattern: string, { arch = "sm_80", block = "" } = {}): void {
  app.change("play", { preset: "own", pattern, second: "", fix: kNoFix, block, let: "", arch, access: 0, warp: 0 }, "jump");
  app.flush();
  history.pushState(null, "", linkTo(app, "playground")); // so that "back" leads to where the reader was
  document.getElementById("playground")?.scrollIntoView();
}

function themeCss(): string {
  return document.getElementById("theme")?.textContent ?? "";
}

function leave(app: App, view: View, button: HTMLElement): void {
  const svg = view.section.querySelector<SVGSVGElement>(".picture > svg");
  const command = view.section.querySelector("[data-command]")?.textContent ?? "";
  const name = `smemlens-${view.spec.id}`;
  const doors: Readonly<Record<string, () => unknown>> = {
    link: () => copy(app, button, linkTo(app, view.section.id)),
    command: () => copy(app, button, command),
    svg: () => svg !== null && saveSvg(svg, themeCss(), name),
    png: () => svg !== null && savePng(svg, themeCss(), name),
  };
  doors[button.dataset.door ?? ""]?.();
}

// Parts of a picture that stand for an access: a press opens it.
function listenForPatterns(app: App): void {
  const open = (event: Event): void => {
    const part = event.target instanceof SVGElement ? event.target.closest<SVGElement>("[data-pattern]") : null;
    if (part === null) return;
    event.preventDefault();
    openInPlayground(app, part.dataset.pattern ?? "");
    document.getElementById("play-title")?.focus();
  };
  app.root.addEventListener("click", open);
  app.root.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") open(event);
  });
}

/** Listens for the doors of every figure. */
export function listenForDoors(app: App): void {
  listenForPatterns(app);
  app.root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("button") : null;
    const view = button === null ? undefined : viewAt(app, button);
    if (button === null || view === undefined) return;
    if (button.dataset.action === "playground") {
      const values = valuesOf(app.page, view.spec);
      const pattern = patternOf(view.spec, values);
      if (pattern !== null) openInPlayground(app, pattern, { arch: String(values.arch ?? "sm_80") });
    }
    if (button.dataset.door !== undefined) leave(app, view, button);
  });
}
