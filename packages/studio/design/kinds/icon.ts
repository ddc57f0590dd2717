/** App icons, badges and logos. */
import { lighter, mix, readable } from '../colour.ts';
import { addGround, type Canvas, gradient, polygon, tag } from '../svg.ts';
import { fitText, lineOf, textMarkup } from '../text/typeset.ts';
import { type Icon, iconOf, placed } from '../vectors/icon.ts';
import type { Job, Shown } from './studio.ts';

type Tile = { readonly cx: number; readonly cy: number; readonly size: number };

export function drawIcon(job: Job): Shown {
  const { canvas, palette, brief } = job;
  const { width, height } = canvas;
  addGround(canvas, palette.ground);
  const size = Math.min(width, height) * 0.68;
  const text = markOf(job, { cx: width / 2, cy: height / 2, size }, brief.texts[0]);
  return { items: true, texts: text === undefined ? [] : [text] };
}

/** The mark with the name below or beside it. */
export function drawLogo(job: Job): Shown {
  const { canvas, palette, brief, fonts } = job;
  const { width, height, random } = canvas;
  const [name = '', ...more] = brief.texts;
  addGround(canvas, palette.ground);
  if (name === '') {
    markOf(job, { cx: width / 2, cy: height / 2, size: 520 }, undefined);
    return { items: true };
  }
  const beside = width > height * 1.2;
  const size = beside ? 360 : 380;
  const [cx, cy] = beside ? [width * 0.26, height / 2] : [width / 2, height * 0.37];
  markOf(job, { cx, cy, size }, name);
  const face = random.chance(0.6) ? 'bold' : 'serif';
  const box = beside ? { width: width * 0.46, height: 230 } : { width: width - 220, height: 210 };
  const set = fitText(fonts, name, box, { face, maxSize: 128, maxLines: 2 });
  const x = beside ? cx + size / 2 + 70 : cx;
  const y = beside ? cy - set.height / 2 : cy + size / 2 + 80;
  const anchor = beside ? 'start' : 'middle';
  canvas.add(textMarkup(set, { x, y, anchor, colour: palette.ink, face }));
  more.slice(0, 2).forEach((text, at) => {
    const line = fitText(fonts, text, { width: box.width, height: 44 }, { face: 'sans', maxSize: 40, maxLines: 1 });
    canvas.add(
      textMarkup(line, {
        x,
        y: y + set.height + 48 + at * 60,
        anchor,
        colour: mix(palette.ink, palette.ground, 0.3),
        face: 'sans',
      }),
    );
  });
  return { items: true, texts: [name, ...more.slice(0, 2)] };
}

/** A shape with the first thing of the brief, or else with an initial, which is returned. */
function markOf(job: Job, { cx, cy, size }: Tile, name: string | undefined): string | undefined {
  const { canvas, palette, brief, emoji, fonts } = job;
  const { random } = canvas;
  const accent = brief.colours.length > 0 ? palette.accents[0] : random.pick(palette.accents);
  const [light, deep] = [lighter(accent, 0.06), mix(accent, '#16123a', 0.32)];
  canvas.add(shape(canvas, random.below(4), { cx, cy, size }, gradient(canvas, [light, accent, deep], 35)));
  const [first, ...rest] = brief.items;
  if (!first) {
    const letter = [...(name ?? '')][0]?.toUpperCase();
    if (letter === undefined) return undefined;
    const line = lineOf(fonts, letter, size * 0.56, 'bold');
    canvas.add(
      textMarkup(line, {
        x: cx,
        y: cy - (size * 0.56 * 0.72) / 2,
        anchor: 'middle',
        colour: readable(accent, ['#ffffff', '#17152e']),
        face: 'bold',
      }),
    );
    return letter;
  }
  const main = iconOf(emoji, first.thing.icon, first.colour?.name);
  const others = rest.slice(0, 2).map(({ thing, colour }) => iconOf(emoji, thing.icon, colour?.name));
  const copies = Array.from({ length: Math.min(first.count, 3) }, () => main);
  group(canvas, [...copies, ...others], { cx, cy, size: size * 0.6 });
  return undefined;
}

function group(canvas: Canvas, icons: readonly Icon[], { cx, cy, size }: Tile): void {
  const each = icons.length === 1 ? size : (size * 1.12) / icons.length;
  icons.forEach((icon, at) => {
    const scale = each / Math.max(icon.box.width, icon.box.height);
    const x = cx + (at - (icons.length - 1) / 2) * each * 1.06;
    canvas.add(placed(icon, { x, y: cy + (icon.box.height * scale) / 2, scale }, canvas.nextId()));
  });
}

function shape({ random }: Canvas, form: number, { cx, cy, size }: Tile, paint: string): string {
  const r = size / 2;
  if (form === 0) return tag('circle', { cx, cy, r, fill: paint });
  if (form === 1) {
    const corners = Array.from({ length: 6 }, (_, at) => {
      const angle = (at * Math.PI) / 3 + Math.PI / 6;
      return [cx + Math.cos(angle) * r * 0.96, cy + Math.sin(angle) * r * 0.96] as const;
    });
    return polygon(corners, { fill: paint, stroke: paint, 'stroke-width': size * 0.07, 'stroke-linejoin': 'round' });
  }
  return tag('rect', {
    x: cx - r,
    y: cy - r,
    width: size,
    height: size,
    rx: size * (random.chance(0.5) ? 0.23 : 0.34),
    fill: paint,
  });
}
