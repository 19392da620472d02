// A figure as a file: the SVG with the theme's rules inside, or a PNG of it at twice its size.

/** The SVG on its own: with its namespace and the rules that colour it. */
function standaloneSvg(svg: SVGSVGElement, css: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.classList.add("smemlens");
  copy.classList.remove("lighting");
  for (const leaving of copy.querySelectorAll("[data-leaving]")) leaving.remove();
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = css;
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}

function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves the figure as `name`.svg. */
export function saveSvg(svg: SVGSVGElement, css: string, name: string): void {
  download(new Blob([standaloneSvg(svg, css)], { type: "image/svg+xml" }), `${name}.svg`);
}

/** Saves the figure as `name`.png. */
export async function savePng(svg: SVGSVGElement, css: string, name: string): Promise<void> {
  const { width, height } = svg.viewBox.baseVal;
  const image = new Image(width * 2, height * 2);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standaloneSvg(svg, css))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = height * 2;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob !== null) download(blob, `${name}.png`);
}
