// Behind the door: phases, merge, swizzle, no free lunch, the address ladder, ldmatrix, hardware.

import { type Page, say, tell } from "../page";
import { topicHtml } from "./topic";

const kTopics = ["phases", "merge", "swizzle", "lunch", "ladder", "ldmatrix", "hardware"] as const;

/** The engineers' part: a door, and seven topics behind it. */
export function engineerHtml(page: Page): string {
  const topics = kTopics.map((topic) => topicHtml(page, topic, `engineer.${topic}`, true)).join("");
  return `<section class="engineer" id="engineer" aria-labelledby="engineer-title"><h2 id="engineer-title">${say(page, "engineer.title")}</h2>
<div class="prose middle">${tell(page, "engineer.door")}</div><details class="door"><summary>${say(page, "engineer.open")}</summary>${topics}</details></section>`;
}

const kNeighbours = ["transpose", "coalescing", "occupancy", "divergence"] as const;

/** Four neighbours of the story, a figure each. */
export function furtherHtml(page: Page): string {
  const topics = kNeighbours.map((topic) => topicHtml(page, topic, `further.${topic}`, false)).join("");
  return `<section class="further" id="further" aria-labelledby="further-title"><h2 id="further-title">${say(page, "further.title")}</h2><div class="prose middle">${tell(page, "further.lead")}</div>${topics}</section>`;
}
