// The article of a language as HTML. The build writes it into the page (so that all of it can be
// read without scripts), and the browser writes it again when the reader changes the language.

import { escapeHtml } from "./markup";
import { type Page, say } from "./page";
import { engineerHtml, furtherHtml } from "./rooms/engineer";
import { heroHtml, prefaceHtml } from "./rooms/hero";
import { playgroundHtml } from "./rooms/playground";
import { reportHtml } from "./rooms/report";
import { selfcheckHtml } from "./rooms/selfcheck";
import { kSteps, stepHtml } from "./rooms/step";
import { questionsHtml, recallHtml, summaryHtml } from "./rooms/summary";
import { teacherHtml } from "./rooms/teacher";
import { kLanguages } from "./state";
import { kLanguageNames, text } from "./texts";

const kRooms = [
  ["step1", "room.walkthrough"],
  ["playground", "room.playground"],
  ["selfcheck", "room.selfcheck"],
  ["engineer", "room.engineer"],
  ["further", "room.further"],
  ["report", "room.report"],
  ["teacher", "room.teacher"],
] as const;

function languagePicker(page: Page): string {
  const options = kLanguages.map((language) => {
    const selected = language === page.scenario.language ? " selected" : "";
    return `<option value="${language}" lang="${language}"${selected}>${kLanguageNames[language]}</option>`;
  });
  const label = escapeHtml(text(page.scenario.language, "page.language"));
  return `<select id="language" aria-label="${label}">${options.join("")}</select>`;
}

function barHtml(page: Page): string {
  const links = kRooms.map(([place, key]) => `<a href="#${place}">${say(page, key)}</a>`);
  return `<header class="bar"><a class="skip" href="#article">${say(page, "page.skip")}</a><a class="brand" href="#hero" translate="no">smemlens</a>
<nav aria-label="${escapeHtml(text(page.scenario.language, "page.contents"))}">${links.join("")}</nav>${languagePicker(page)}</header>`;
}

/** The whole body. */
export function articleHtml(page: Page): string {
  const steps = kSteps.map((number) => stepHtml(page, number)).join("\n");
  return `${barHtml(page)}
<main id="article" tabindex="-1">
<noscript><p class="notice">${say(page, "page.noscript")}</p></noscript>
${heroHtml(page)}
${prefaceHtml(page)}
${steps}
${summaryHtml(page)}
${recallHtml(page)}
${questionsHtml(page)}
${playgroundHtml(page)}
${selfcheckHtml(page)}
${engineerHtml(page)}
${furtherHtml(page)}
${reportHtml(page)}
${teacherHtml(page)}
</main>
<footer class="foot"><p>${say(page, "page.footer")}</p></footer>`;
}
