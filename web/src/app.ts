// The page alive: one state, the figures that show it, and the link that keeps it.

import { articleHtml } from "./article";
import type { Core } from "./core";
import { figureOf, kStory, kTold } from "./figures";
import { type Layout, type Page, createPage, valuesOf } from "./page";
import { type Language, type Scenario, type Value, toHash, withValue } from "./state";
import { text } from "./texts";
import { type View, findViews, refresh } from "./view";

/** What a change looks like: marks walk to their places, or are there at once. */
type Manner = "glide" | "jump";

export interface App {
  page: Page;
  root: HTMLElement;
  views: Map<string, View>;
  /** Changes variables of a figure, and draws it in the next frame. */
  change(id: string, values: Readonly<Record<string, Value>>, manner?: Manner): void;
  /** Draws what has changed now. */
  flush(): void;
  speak(language: Language): void;
  /** Called after the article was written anew. */
  onWritten: ((app: App) => void)[];
  /** Called when a lane was dragged onto a word. */
  onLaneDropped: ((view: View, lane: number, word: number) => unknown)[];
  /** Called after a figure was drawn. */
  onDrawn: ((app: App, view: View) => void)[];
}

const kPhone = "(max-width: 840px)"; // below it the wide pictures would be drawn too small to read
const kStill = "(prefers-reduced-motion: reduce)";

const layoutNow = (): Layout => (matchMedia(kPhone).matches ? "phone" : "wide");

/** Brings the article in `root` alive. */
export function createApp(core: Core, root: HTMLElement, scenario: Scenario): App {
  const dirty = new Map<string, Manner>();
  const app: App = {
    page: createPage(core, scenario, layoutNow()),
    root,
    views: findViews(root),
    change(id, values, manner = "glide") {
      app.page = { ...app.page, scenario: changed(app.page.scenario, id, values) };
      if (dirty.size === 0) requestAnimationFrame(() => app.flush());
      dirty.set(id, manner);
    },
    flush() {
      if (dirty.size === 0) return;
      const start = performance.now();
      const still = matchMedia(kStill).matches;
      for (const [id, manner] of dirty) {
        const view = app.views.get(id);
        if (view === undefined) continue;
        refresh(app.page, view, manner === "glide" && !still);
        for (const tell of app.onDrawn) tell(app, view);
      }
      dirty.clear();
      performance.clearMeasures("draw");
      performance.measure("draw", { start });
      keepLink(() => app.page.scenario);
    },
    speak(language) {
      write(app, { ...app.page.scenario, language });
      keepLink(() => app.page.scenario);
    },
    onWritten: [],
    onLaneDropped: [],
    onDrawn: [],
  };
  matchMedia(kPhone).addEventListener("change", () => relayout(app));
  return app;
}

// A change takes back what the figure resets, and the passes served: the whole story again.
function changed(scenario: Scenario, id: string, values: Readonly<Record<string, Value>>): Scenario {
  const spec = figureOf(id);
  let next = scenario;
  for (const [name, value] of Object.entries(values)) next = withValue(next, `${id}.${name}`, value);
  if (next === scenario) return next;
  // Who changes the access wants to see it.
  if (spec.predict === true && !(kTold in values)) next = withValue(next, `${id}.${kTold}`, 1);
  if ("pass" in values) return next;
  const resets = { ...spec.resets, ...(spec.axis === "pass" ? { pass: kStory } : {}) };
  for (const [name, value] of Object.entries(resets)) {
    if (!(name in values)) next = withValue(next, `${id}.${name}`, value);
  }
  return next;
}

// What the reader is reading: the first sentences in the lower half of the window, as the upper may hold a picture
// that stays while they scroll.
const kBlocks = "main :is(h1, h2, h3, p, li, pre)";

function placeNow(root: HTMLElement): { section: string; nth: number; top: number } | null {
  const found = [...root.querySelectorAll<HTMLElement>(kBlocks)].find((block) => block.getBoundingClientRect().top > innerHeight / 2 && block.getClientRects().length > 0);
  const section = found?.closest<HTMLElement>("section[id]");
  if (found === undefined || section === undefined || section === null) return null;
  const nth = [...section.querySelectorAll(kBlocks)].indexOf(found);
  return { section: section.id, nth, top: found.getBoundingClientRect().top };
}

function write(app: App, scenario: Scenario): void {
  const place = placeNow(app.root);
  app.page = createPage(app.page.core, scenario, layoutNow());
  app.root.innerHTML = articleHtml(app.page);
  if (place !== null) {
    const block = document.getElementById(place.section)?.querySelectorAll(kBlocks)[place.nth];
    if (block !== undefined) scrollBy({ top: block.getBoundingClientRect().top - place.top, behavior: "instant" });
  }
  app.views = findViews(app.root);
  settleLanguage(scenario.language);
  void refreshAll(app);
  for (const tell of app.onWritten) tell(app);
}

function relayout(app: App): void {
  app.page = { ...app.page, layout: layoutNow() };
  void refreshAll(app);
}

function draw(app: App, view: View): void {
  refresh(app.page, view, false);
  for (const tell of app.onDrawn) tell(app, view);
}

const idle = (): Promise<unknown> => new Promise((done) => setTimeout(done, 0));

/** Draws every figure: the first at once, the others one by one, so that the page answers meanwhile. */
export async function refreshAll(app: App): Promise<void> {
  const { views } = app;
  document.documentElement.classList.remove("settled");
  let isFirst = true;
  for (const view of views.values()) {
    if (!isFirst) await idle();
    if (app.views !== views) return;
    draw(app, view);
    view.section.closest("main > section")?.classList.add("laid");
    isFirst = false;
  }
  for (const svg of app.root.querySelectorAll(".spent")) svg.remove();
  layOut();
  document.documentElement.classList.add("settled");
}

/** Has the browser lay out all sections, also those far from the window. */
export function layOut(): void {
  document.documentElement.classList.add("laid");
}

/** Tells the browser which language the page is in. */
export function settleLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.title = text(language, "page.title");
}

let keeping = 0;

// Browsers count changes of the link, so a drag is written once it pauses.
function keepLink(scenario: () => Scenario): void {
  clearTimeout(keeping);
  keeping = window.setTimeout(() => history.replaceState(null, "", `#${toHash(scenario())}`), 300);
}

/** The view that an element of the page belongs to. */
export function viewAt(app: App, element: Element): View | undefined {
  const section = element.closest<HTMLElement>("[data-figure]");
  return app.views.get(section?.dataset.figure ?? "");
}

/** The figure's variable as it is now. */
export function valueOf(app: App, view: View, name: string): Value | undefined {
  return valuesOf(app.page, view.spec)[name];
}
