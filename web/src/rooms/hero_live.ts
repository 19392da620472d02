// What the first picture does when it is touched: an answer drains the queue; then one word can be
// pulled, and the way to the nine steps opens.

import { type App, valueOf, viewAt } from "../app";
import { kStory, kTold } from "../figures";
import { isPlayed } from "../guess";
import type { Player } from "../player";

type Stage = "asked" | "answered" | "drained" | "pulled";

/** Listens to the first picture. */
export function listenToHero(app: App, player: Player): void {
  const enter = (stage: Stage): void => {
    const section = app.views.get("hero")?.section;
    if (section !== undefined) section.dataset.stage = stage;
  };
  app.root.addEventListener("click", (event) => {
    const answer = event.target instanceof Element ? event.target.closest<HTMLElement>(".answers [data-guess]") : null;
    const view = answer === null ? undefined : viewAt(app, answer);
    if (answer === null || view === undefined) return;
    view.section.dataset.told = Number(answer.dataset.guess) === app.page.facts.column_passes ? "right" : "wrong";
    app.change("hero", { [kTold]: 1 });
    // The verdict takes the buttons' place; on a phone the queue lies below the window.
    enter("answered");
    const verdict = view.section.querySelector<HTMLElement>('[data-after="answer"]');
    verdict?.focus({ preventScroll: true });
    if (app.page.layout === "phone") verdict?.scrollIntoView({ block: "start" });
    if (!isPlayed(view)) return enter("drained");
    player.play("hero", "start");
  });
  player.onEnd.push((view) => {
    if (view.spec.id !== "hero" || view.section.dataset.stage !== "answered") return;
    enter("drained");
    setTimeout(() => app.change("hero", { pass: kStory }), 700);
  });
  app.onDrawn.push((_, view) => {
    if (view.spec.id !== "hero") return;
    if (view.section.dataset.stage === undefined && valueOf(app, view, kTold) === 1) enter("drained"); // by a link
    if (Number(valueOf(app, view, "width")) > 32) enter("pulled");
  });
}
