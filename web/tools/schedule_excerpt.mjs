// Cuts queue_up out of the model's real source, so that the page shows the code that counts.

import { readFileSync } from "node:fs";

/** The function that puts words into their banks' queues, with its first line's number. */
export function scheduleExcerpt(path) {
  const lines = readFileSync(path, "utf8").split("\n");
  const first = lines.findIndex((line) => line.startsWith("std::vector<Wavefront> queue_up("));
  const length = lines.slice(first).findIndex((line) => line === "}") + 1;
  if (first < 0 || length === 0) throw new Error(`${path}: no function queue_up`);
  return { file: "smemlens/model/schedule.cpp", first: first + 1, lines: lines.slice(first, first + length) };
}
