/** Posters of words and shapes alone. */
import { mix, readable } from '../colour.ts';
import type { Palette } from '../palettes.ts';
import { addGround, gradient, polygon, tag } from '../svg.ts';
import { centred, setTexts } from './lettering.ts';
import type { Job, Shown } from './studio.ts';

export function typographic(job: Job, texts: readonly string[]): Shown {
  const { random } = job.canvas;
  const layouts = [stacked, framed, shaped, banded] as const;
  random.pick(layouts)(job, texts);
  return { texts };
}

/** Large type from the left, with a bar and a circle. */
function stacked(job: Job, texts: readonly string[]): void {
  const { canvas, palette } = job;
  const { width, height, random } = canvas;
  const margin = 84;
  addGround(canvas, palette.ground);
  const [cx, cy] = random.pick([
    [width, height],
    [width, 0],
    [width * 0.85, height * 0.85],
  ]);
  const r = Math.min(width, height) * random.between(0.34, 0.5);
  canvas.add(
    tag('circle', { cx, cy, r, fill: palette.accents[0] }),
    tag('circle', { cx, cy, r: r * 0.62, fill: palette.accents[1] }),
  );
  canvas.add(tag('rect', { x: margin, y: margin, width: 130, height: 18, fill: palette.accents[0] }));
  const box = { x: margin, y: margin + 78, width: width - margin * 2, height: height * 0.72 };
  setTexts(job, texts, box, { face: 'bold', anchor: 'start', colour: palette.ink, quiet: palette.ink });
}

/** Centred, within a double frame. */
function framed(job: Job, texts: readonly string[]): void {
  const { canvas, palette } = job;
  const { width, height } = canvas;
  addGround(canvas, palette.ground);
  frame(job, palette.accents[0]);
  centred(job, texts, { x: 150, y: 150, width: width - 300, height: height - 300 }, 'serif', palette.ink);
}

function frame({ canvas }: Job, stroke: string): void {
  const { width, height } = canvas;
  const line = (inset: number, thick: number): string =>
    tag('rect', {
      x: inset,
      y: inset,
      width: width - inset * 2,
      height: height - inset * 2,
      rx: 10,
      fill: 'none',
      stroke,
      'stroke-width': thick,
    });
  canvas.add(line(48, 6), line(66, 2));
}

/** Shapes on a grid above, type below. */
function shaped(job: Job, texts: readonly string[]): void {
  const { canvas, palette } = job;
  const { width, height, random } = canvas;
  addGround(canvas, palette.ground);
  const columns = Math.max(4, Math.round(width / 200));
  const cell = width / columns;
  const rows = Math.max(2, Math.floor((height * 0.5) / cell));
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      canvas.add(tile(random.below(6), column * cell, row * cell, cell, palette, random.shuffled(palette.accents)));
  const y = rows * cell + 70;
  setTexts(
    job,
    texts,
    { x: 70, y, width: width - 140, height: height - y - 60 },
    { face: 'bold', anchor: 'start', colour: palette.ink, quiet: palette.ink },
  );
}

function tile(
  form: number,
  x: number,
  y: number,
  s: number,
  { field }: Palette,
  [a = field, b = field]: readonly string[],
): string {
  const base = tag('rect', { x, y, width: s + 1, height: s + 1, fill: form % 2 ? field : b });
  if (form === 0) return base + tag('path', { d: `M${x} ${y}h${s}a${s} ${s} 0 0 1 ${-s} ${s}Z`, fill: a });
  if (form === 1) return base + tag('circle', { cx: x + s / 2, cy: y + s / 2, r: s * 0.36, fill: a });
  if (form === 2)
    return (
      base +
      polygon(
        [
          [x, y + s],
          [x + s, y],
          [x + s, y + s],
        ],
        { fill: a },
      )
    );
  if (form === 3)
    return (
      base +
      tag('path', { d: `M${x} ${y + s / 2}a${s / 2} ${s / 2} 0 0 1 ${s} 0Z`, fill: a }) +
      tag('path', { d: `M${x} ${y + s}a${s / 2} ${s / 2} 0 0 1 ${s} 0Z`, fill: b })
    );
  if (form === 4) return base + tag('path', { d: `M${x} ${y + s}v${-s}a${s} ${s} 0 0 1 ${s} ${s}Z`, fill: a });
  return (
    base +
    polygon(
      [
        [x + s / 2, y + s * 0.1],
        [x + s * 0.9, y + s / 2],
        [x + s / 2, y + s * 0.9],
        [x + s * 0.1, y + s / 2],
      ],
      { fill: a },
    )
  );
}

/** Centred type over a sky of soft bands. */
function banded(job: Job, texts: readonly string[]): void {
  const { canvas, palette } = job;
  const { width, height, random } = canvas;
  const [a, b] = [palette.accents[0], palette.accents[1]];
  const deep = mix(a, '#14122b', 0.35);
  canvas.add(tag('rect', { width, height, fill: gradient(canvas, [deep, a, mix(b, a, 0.3)], random.between(-25, 25)) }));
  for (let ring = 5; ring > 0; ring--)
    canvas.add(
      tag('circle', {
        cx: width / 2,
        cy: height * 1.04,
        r: ring * 0.16 * Math.max(width, height * 0.8),
        fill: mix(b, palette.accents[2], ring / 6),
        opacity: 0.32,
      }),
    );
  const colour = readable(mix(deep, a, 0.6), ['#ffffff', '#14122b']);
  centred(job, texts, { x: 110, y: 90, width: width - 220, height: height * 0.7 }, 'bold', colour);
}
