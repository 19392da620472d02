// The built page as a file that a browser can open: the template with one language's article.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const dist = join(dirname(fileURLToPath(import.meta.url)), "../../dist");
const folder = mkdtempSync(join(tmpdir(), "smemlens-page-"));

/** The URL of the page in `language`, with `report` inside if one is given. */
export function pageFile(language = "en", report = "") {
  const article = readFileSync(join(dist, `static.${language}.html`), "utf8");
  const data = report === "" ? "" : `<script type="application/json" id="report-data">${report.replaceAll("<", "\\u003c")}</script>`;
  const page = readFileSync(join(dist, "page.html"), "utf8")
    .replace("<!--static-->", () => article)
    .replace("<!--report-->", () => data);
  const path = join(folder, `${language}${report === "" ? "" : "-report"}.html`);
  writeFileSync(path, page);
  return pathToFileURL(path).href;
}
