/** Posters and cards: the prompt's own words, with things and a place if it names any. */
import { mix, readable } from '../colour.ts';
import type { Palette } from '../palettes.ts';
import { GREETINGS } from '../prompt/lexicon-table.ts';
import type { Box } from '../svg.ts';
import { fill, gradient, polygon, tag } from '../svg.ts';
import type { Face } from '../text/fonts.ts';
import { fitText, textMarkup } from '../text/typeset.ts';
import { iconOf, placed } from '../vectors/icon.ts';
import { scatterShapes } from './shapes.ts';
import { drawStage } from './scene.ts';
import type { Job, Shown } from './studio.ts';

export function drawPoster(job: Job): Shown {
  const { brief } = job;
  const texts = brief.texts.length > 0 ? brief.texts : nameOf(job);
  const hasPlace = brief.place ?? brief.time ?? brief.weathers[0] ?? (brief.season && brief.items.length > 0);
  if (hasPlace) return illustrated(job, texts);
  if (brief.items.length > 0) return blocks(job, texts);
  return typographic(job, texts);
}

function nameOf({ brief: { language, items } }: Job): readonly string[] {
  const [first] = items;
  return first ? [capital(first.thing[language])] : [];
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

type Lettering = { readonly face: Face; readonly anchor: 'start' | 'middle'; readonly colour: string; readonly quiet: string };

/** Sets the title with the further texts below it, and returns the height used. */
function setTexts({ canvas, fonts }: Job, texts: readonly string[], box: Box, { face, anchor, colour, quiet }: Lettering): number {
  const [title = '', ...more] = texts;
  const x = anchor === 'start' ? box.x : box.x + box.width / 2;
  const small = more.length > 0 ? Math.min(48, Math.max(40, box.height * 0.12)) : 0;
  const below = more.length * small * 1.9;
  const main = fitText(fonts, title, { width: box.width, height: box.height - below }, { face, leading: 1.16, maxSize: Math.min(230, box.height * 0.62) });
  canvas.add(textMarkup(main, { x, y: box.y, anchor, colour, face, leading: 1.16 }));
  let y = box.y + main.height + main.size * 0.22 + small * 0.7;
  for (const text of more) {
    const line = fitText(fonts, text, { width: box.width, height: small * 2.4 }, { face: 'sans', maxSize: small, maxLines: 2 });
    canvas.add(textMarkup(line, { x, y, anchor, colour: quiet, face: 'sans' }));
    y += line.height + small * 0.8;
  }
  return y - box.y;
}

const faceFor = ({ canvas: { random } }: Job): Face => (random.chance(0.7) ? 'bold' : 'serif');

/** A scene with the words in its sky. */
function illustrated(job: Job, texts: readonly string[]): Shown {
  const { canvas, palette } = job;
  const { width, height } = canvas;
  const wide = width > height * 1.2;
  const margin = 70;
  const text: Box = wide
    ? { x: margin, y: height * 0.12, width: width * 0.46, height: height * 0.56 }
    : { x: margin, y: margin * 1.3, width: width - margin * 2, height: height * 0.29 };
  const area: Box = wide
    ? { x: width * 0.5, y: height * 0.08, width: width * 0.48, height: height * 0.92 }
    : { x: 0, y: text.y + text.height, width, height: height - text.y - text.height };
  const { dark, top } = drawStage(job, texts.length > 0 ? area : { x: 0, y: 0, width, height }, texts.length > 0);
  const colour = dark ? '#fffaf0' : readable(top, [palette.ink, '#14213d', '#ffffff']);
  setTexts(job, texts, text, { face: faceFor(job), anchor: wide ? 'start' : 'middle', colour, quiet: colour });
  return { items: true, setting: true, texts };
}

/** Type above, things on a block of colour below; beside each other on wide formats. */
function blocks(job: Job, texts: readonly string[]): Shown {
  const { canvas, palette, brief } = job;
  const { width, height, random } = canvas;
  const margin = 76;
  const wide = width > height * 1.2;
  const textFirst = random.chance(0.7) || wide;
  const accent = random.pick(palette.accents);
  const [ground, block] = random.chance(0.5) ? [palette.ground, mix(accent, palette.ground, 0.25)] : [mix(accent, palette.ground, 0.15), palette.field];
  canvas.add(fill(canvas, ground));
  const stage: Box = wide
    ? { x: width * 0.52, y: 0, width: width * 0.48, height }
    : { x: 0, y: textFirst ? height * 0.4 : 0, width, height: height * 0.6 };
  const text: Box = wide
    ? { x: margin, y: height * 0.2, width: width * 0.42, height: height * 0.62 }
    : { x: margin, y: textFirst ? margin * 1.15 : height * 0.66, width: width - margin * 2, height: height * (textFirst ? 0.27 : 0.27) };
  drawBlock(job, stage, block, brief.items.length);
  const colour = readable(ground, [palette.ink, '#ffffff', '#1a1a24']);
  setTexts(job, texts, text, { face: faceFor(job), anchor: 'start', colour, quiet: mix(colour, ground, 0.25) });
  return { items: true, texts };
}

function drawBlock(job: Job, { x, y, width, height }: Box, colour: string, kinds: number): void {
  const { canvas, brief, emoji, palette } = job;
  const { random } = canvas;
  const [cx, cy] = [x + width / 2, y + height / 2];
  const r = Math.min(width, height) * 0.44;
  const form = random.below(3);
  if (form === 0) canvas.add(tag('circle', { cx, cy, r, fill: colour }));
  if (form === 1) canvas.add(tag('path', { d: `M${cx - r} ${y + height}V${cy}a${r} ${r} 0 0 1 ${r * 2} 0V${y + height}Z`, fill: colour }));
  if (form === 2) canvas.add(tag('rect', { x: cx - r * 1.05, y: cy - r, width: r * 2.1, height: r * 2, rx: 60, fill: colour }));
  const icons = brief.items.flatMap(({ thing, colour: own, count }) =>
    Array.from({ length: count }, () => iconOf(emoji, thing.icon, own?.name)),
  );
  const columns = Math.ceil(Math.sqrt(icons.length));
  const rows = Math.ceil(icons.length / columns);
  const cell = (r * (icons.length === 1 ? 1.35 : 1.6)) / Math.max(columns, rows);
  icons.forEach((icon, at) => {
    const row = Math.floor(at / columns);
    const inRow = Math.min(columns, icons.length - row * columns);
    const scale = (cell * (icons.length === 1 ? 1 : 0.84)) / Math.max(icon.box.width, icon.box.height);
    const px = cx + (at - row * columns - (inRow - 1) / 2) * cell;
    const py = cy + (row - (rows - 1) / 2) * cell + (icon.box.height * scale) / 2;
    const turned = kinds > 1 || icons.length > 1 ? random.between(-7, 7) : 0;
    canvas.add(placed(icon, { x: px, y: py, scale, turned }, canvas.nextId()));
  });
  canvas.add(...scatterShapes(random, palette, { cx, cy, from: r * 1.02, to: r * 1.22, count: 7 }));
}

/** Words and shapes alone. */
function typographic(job: Job, texts: readonly string[]): Shown {
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
  canvas.add(fill(canvas, palette.ground));
  const [cx, cy] = random.pick([[width, height], [width, 0], [width * 0.85, height * 0.85]]);
  const r = Math.min(width, height) * random.between(0.34, 0.5);
  canvas.add(tag('circle', { cx, cy, r, fill: palette.accents[0] }), tag('circle', { cx, cy, r: r * 0.62, fill: palette.accents[1] }));
  canvas.add(tag('rect', { x: margin, y: margin, width: 130, height: 18, fill: palette.accents[0] }));
  const box = { x: margin, y: margin + 78, width: width - margin * 2, height: height * 0.72 };
  setTexts(job, texts, box, { face: 'bold', anchor: 'start', colour: palette.ink, quiet: palette.ink });
}

/** Centred, within a double frame. */
function framed(job: Job, texts: readonly string[]): void {
  const { canvas, palette } = job;
  const { width, height } = canvas;
  canvas.add(fill(canvas, palette.ground));
  frame(job, palette.accents[0]);
  centred(job, texts, { x: 150, y: 150, width: width - 300, height: height - 300 }, 'serif', palette.ink);
}

function frame({ canvas }: Job, stroke: string): void {
  const { width, height } = canvas;
  const line = (inset: number, thick: number): string =>
    tag('rect', { x: inset, y: inset, width: width - inset * 2, height: height - inset * 2, rx: 10, fill: 'none', stroke, 'stroke-width': thick });
  canvas.add(line(48, 6), line(66, 2));
}

/** Sets texts in the middle of a box, with a small ornament between title and the rest. */
function centred(job: Job, texts: readonly string[], box: Box, face: Face, colour: string): void {
  const { canvas, fonts, palette } = job;
  const [title = '', ...more] = texts;
  const small = 42;
  const below = more.length > 0 ? 90 + more.length * small * 1.7 : 0;
  const main = fitText(fonts, title, { width: box.width, height: Math.max(120, box.height - below) }, { face, leading: 1.24, maxSize: 168 });
  const x = box.x + box.width / 2;
  let y = box.y + (box.height - main.height - below) / 2;
  canvas.add(textMarkup(main, { x, y, anchor: 'middle', colour, face, leading: 1.24 }));
  y += main.height;
  if (more.length > 0) canvas.add(tag('circle', { cx: x, cy: y + 58, r: 7, fill: palette.accents[0] }), tag('path', { d: `M${x - 90} ${y + 58}h60M${x + 30} ${y + 58}h60`, stroke: palette.accents[0], 'stroke-width': 4 }));
  y += 106;
  for (const text of more) {
    const line = fitText(fonts, text, { width: box.width, height: small * 2.4 }, { face: 'sans', maxSize: small, maxLines: 2 });
    canvas.add(textMarkup(line, { x, y, anchor: 'middle', colour, face: 'sans' }));
    y += line.height + small * 0.9;
  }
}

/** Shapes on a grid above, type below. */
function shaped(job: Job, texts: readonly string[]): void {
  const { canvas, palette } = job;
  const { width, height, random } = canvas;
  canvas.add(fill(canvas, palette.ground));
  const columns = Math.max(4, Math.round(width / 200));
  const cell = width / columns;
  const rows = Math.max(2, Math.floor((height * 0.5) / cell));
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) canvas.add(tile(random.below(6), column * cell, row * cell, cell, palette, random.shuffled(palette.accents)));
  const y = rows * cell + 70;
  setTexts(job, texts, { x: 70, y, width: width - 140, height: height - y - 60 }, { face: 'bold', anchor: 'start', colour: palette.ink, quiet: palette.ink });
}

function tile(form: number, x: number, y: number, s: number, { field }: Palette, [a = field, b = field]: readonly string[]): string {
  const base = tag('rect', { x, y, width: s + 1, height: s + 1, fill: form % 2 ? field : b });
  if (form === 0) return base + tag('path', { d: `M${x} ${y}h${s}a${s} ${s} 0 0 1 ${-s} ${s}Z`, fill: a });
  if (form === 1) return base + tag('circle', { cx: x + s / 2, cy: y + s / 2, r: s * 0.36, fill: a });
  if (form === 2) return base + polygon([[x, y + s], [x + s, y], [x + s, y + s]], { fill: a });
  if (form === 3) return base + tag('path', { d: `M${x} ${y + s / 2}a${s / 2} ${s / 2} 0 0 1 ${s} 0Z`, fill: a }) + tag('path', { d: `M${x} ${y + s}a${s / 2} ${s / 2} 0 0 1 ${s} 0Z`, fill: b });
  if (form === 4) return base + tag('path', { d: `M${x} ${y + s}v${-s}a${s} ${s} 0 0 1 ${s} ${s}Z`, fill: a });
  return base + polygon([[x + s / 2, y + s * 0.1], [x + s * 0.9, y + s / 2], [x + s / 2, y + s * 0.9], [x + s * 0.1, y + s / 2]], { fill: a });
}

/** Centred type over a sky of soft bands. */
function banded(job: Job, texts: readonly string[]): void {
  const { canvas, palette } = job;
  const { width, height, random } = canvas;
  const [a, b] = [palette.accents[0], palette.accents[1]];
  const deep = mix(a, '#14122b', 0.35);
  canvas.add(tag('rect', { width, height, fill: gradient(canvas, [deep, a, mix(b, a, 0.3)], random.between(-25, 25)) }));
  for (let ring = 5; ring > 0; ring--)
    canvas.add(tag('circle', { cx: width / 2, cy: height * 1.04, r: ring * 0.16 * Math.max(width, height * 0.8), fill: mix(b, palette.accents[2], ring / 6), opacity: 0.32 }));
  const colour = readable(mix(deep, a, 0.6), ['#ffffff', '#14122b']);
  centred(job, texts, { x: 110, y: 90, width: width - 220, height: height * 0.7 }, 'bold', colour);
}

export function drawCard(job: Job): Shown {
  const { canvas, brief, palette, emoji } = job;
  const { width, height, random } = canvas;
  const texts = brief.texts.length > 0 ? brief.texts : nameOf(job);
  const greeting = brief.occasion && GREETINGS[brief.occasion.name];
  const own = brief.items.flatMap(({ thing, count, colour }) => Array.from({ length: count }, () => iconOf(emoji, thing.icon, colour?.name)));
  const icons = own.length > 0 ? own : greeting ? [iconOf(emoji, greeting.icon)] : [];
  canvas.add(fill(canvas, mix(palette.accents[0], palette.ground, 0.55)));
  const inset = 56;
  const paper = readable(palette.ink, [palette.ground, '#fffdf8']);
  canvas.add(tag('rect', { x: inset, y: inset, width: width - inset * 2, height: height - inset * 2, rx: 44, fill: paper }));
  canvas.add(
    tag('rect', { x: inset + 26, y: inset + 26, width: width - inset * 2 - 52, height: height - inset * 2 - 52, rx: 28, fill: 'none', stroke: palette.accents[1], 'stroke-width': 4, 'stroke-dasharray': '2 16', 'stroke-linecap': 'round' }),
  );
  canvas.add(...confetti(job, inset + 52));
  const art = icons.length === 0 ? 0 : Math.min(300, height * 0.3);
  const row = icons.slice(0, 7);
  const each = Math.min(art, (width - inset * 2 - 220) / Math.max(1, row.length) - 14);
  row.forEach((icon, at) => {
    const scale = each / Math.max(icon.box.width, icon.box.height);
    const lift = Math.abs(at - (row.length - 1) / 2) * 12;
    const place = { x: width / 2 + (at - (row.length - 1) / 2) * (each + 14), y: height * 0.22 + art * 0.82 + lift, scale, turned: row.length > 1 ? random.between(-6, 6) : 0 };
    canvas.add(placed(icon, place, canvas.nextId()));
  });
  const top = icons.length === 0 ? inset + 110 : height * 0.22 + art + 40;
  const face = random.chance(0.5) ? 'serif' : 'bold';
  centred(job, texts, { x: inset + 110, y: top, width: width - inset * 2 - 220, height: height - top - inset - 100 }, face, palette.ink);
  return { items: true, texts, more: own.length === 0 && greeting && brief.occasion ? [brief.occasion.term] : [] };
}

/** Small shapes along the border. */
function confetti({ canvas, palette }: Job, inset: number): string[] {
  const { width, height, random } = canvas;
  return Array.from({ length: 34 }, (_, at) => {
    const along = random.between(0, 1);
    const depth = random.between(0, 30);
    const [x, y] = (
      [
        [inset + along * (width - inset * 2), inset + depth],
        [inset + along * (width - inset * 2), height - inset - depth],
        [inset + depth, inset + along * (height - inset * 2)],
        [width - inset - depth, inset + along * (height - inset * 2)],
      ] as const
    )[at % 4] ?? [0, 0];
    const colour = random.pick(palette.accents);
    if (at % 3 === 0) return tag('circle', { cx: x, cy: y, r: random.between(5, 10), fill: colour });
    return tag('rect', { x: -8, y: -4, width: 18, height: 8, rx: 4, fill: colour, transform: `translate(${Math.round(x)} ${Math.round(y)}) rotate(${random.below(180)})` });
  });
}
