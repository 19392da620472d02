// Brings the page alive: starts the core, takes up the link's state, and listens.

import { createApp, layOut, refreshAll, settleLanguage, valueOf } from "./app";
import { startCore } from "./core";
import { listenForDerivations } from "./derivation";
import { listenForEvents } from "./events";
import { listenForGuesses } from "./guess";
import { listenForHandles } from "./handles";
import { listenForLight } from "./light";
import { createPlayer } from "./player";
import { listenForTabs, showModelLine } from "./rooms/code_live";
import { listenForDoors } from "./rooms/doors_live";
import { listenToPlayground } from "./rooms/playground_live";
import { listenForReports } from "./rooms/report";
import { listenToSelfcheck } from "./rooms/selfcheck_live";
import { listenForTeacher } from "./rooms/teacher";
import { listenToHero } from "./rooms/hero_live";
import { listenForScrubs } from "./scrub";
import { listenForHeights } from "./sticky";
import { type Language, type Scenario, fromHash, initialScenario, kLanguages, languageFor } from "./state";
import "./parts";
import { type Entry, cataloguesOf, useCatalogues } from "./texts";

function wishedScenario(written: Language): Scenario {
  // A page written in Hindi was asked for in Hindi; only the usual one follows the browser's wishes.
  const asked = written !== "en" || location.hash.includes("lang=");
  const wish = asked ? written : languageFor(navigator.languages);
  return fromHash(location.hash, initialScenario(wish));
}

function writtenLanguage(root: HTMLElement): Language {
  const picker = root.querySelector<HTMLSelectElement>("#language");
  return kLanguages.find((language) => language === picker?.value) ?? "en";
}

async function start(): Promise<void> {
  const root = document.getElementById("page");
  const { parts } = globalThis;
  if (root === null || parts === undefined) return;
  useCatalogues(cataloguesOf(JSON.parse(parts.texts) as Entry[]));
  const core = await startCore(await parts.core);
  const written = writtenLanguage(root);
  const scenario = wishedScenario(written);
  const app = createApp(core, root, { ...scenario, language: written });
  const player = createPlayer(app);
  listenForEvents(app, player);
  listenForHandles(app);
  listenForDerivations(app);
  listenForScrubs(app);
  listenForLight(app);
  listenForHeights(app);
  listenForGuesses(app, player);
  listenToHero(app, player);
  listenForTabs(root);
  listenForDoors(app);
  listenToPlayground(app);
  listenToSelfcheck(app);
  listenForReports(app);
  listenForTeacher(app, player);
  app.onDrawn.push((_, view) => {
    if (view.spec.id === "play") showModelLine(view, Number(valueOf(app, view, "pass")));
  });
  if (scenario.language !== written) app.speak(scenario.language);
  else void refreshAll(app);
  settleLanguage(scenario.language);
  document.documentElement.classList.add("live");
  performance.mark("live");
  if (scenario.place === "") return;
  layOut(); // or the place would move when what is above it is laid out
  document.getElementById(scenario.place)?.scrollIntoView();
}

start().catch((problem: unknown) => {
  document.documentElement.className = "no-core";
  console.error(problem);
});
