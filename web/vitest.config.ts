import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { __SCHEDULE__: JSON.stringify({ file: "schedule.cpp", first: 1, lines: ["add_word(wavefronts[place], ask.word);"] }) },
  test: { include: ["tests/*.test.ts"], testTimeout: 120_000 },
});
