import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pageCountOf } from '../pdf-facts.ts';

const run = promisify(execFile);

/** Returns the outline of every glyph on the pages, independent of size and position: the same outline is the same text. */
export async function glyphShapes(pdf: string): Promise<ReadonlySet<string>> {
  const shapes = new Set<string>();
  for (let page = 1, last = await pageCountOf(pdf); page <= last; page += 1) {
    const arguments_ = ['-svg', '-f', String(page), '-l', String(page), pdf, '-'];
    const { stdout } = await run('pdftocairo', arguments_, { timeout: 60_000, maxBuffer: 1 << 28 });
    // The first glyph of each typeface is its missing-glyph box, listed whether it is used or not.
    const drawn = new Set([...stdout.matchAll(/<use xlink:href="#(glyph[\d-]+)"/g)].map(([, glyph]) => glyph));
    for (const [, glyph, outline] of stdout.matchAll(/ id="(glyph[\d-]+)">\s*<path[^>]* d="([^"]+)"/g))
      if (drawn.has(glyph)) shapes.add(shapeOf(outline ?? ''));
  }
  return shapes;
}

function shapeOf(outline: string): string {
  const points = [...outline.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
  const across = points.filter((_, index) => index % 2 === 0);
  const down = points.filter((_, index) => index % 2 === 1);
  const [left, top] = [Math.min(...across), Math.min(...down)];
  const size = Math.max(Math.max(...across) - left, Math.max(...down) - top) || 1;
  let index = 0;
  // Two decimals relative to the glyph's size, as small glyphs have fewer digits.
  return outline
    .replaceAll(/-?\d+(?:\.\d+)?/g, (number) => {
      const from = index % 2 === 0 ? left : top;
      index += 1;
      return String(Math.round(((Number(number) - from) / size) * 40));
    })
    .trim();
}
