/** Posters: the prompt's own words, with things and a place if it names any. */
import { mix, readable } from '../colour.ts';
import { addGround, type Box, tag } from '../svg.ts';
import type { Face } from '../text/fonts.ts';
import { iconOf, placed } from '../vectors/icon.ts';
import { nameOf, setTexts } from './lettering.ts';
import { drawStage } from './scene.ts';
import { scatterShapes } from './shapes.ts';
import type { Job, Shown } from './studio.ts';
import { typographic } from './typography.ts';

export function drawPoster(job: Job): Shown {
  const { brief } = job;
  const texts = brief.texts.length > 0 ? brief.texts : nameOf(job);
  const hasPlace = brief.place ?? brief.time ?? brief.weathers[0] ?? (brief.season && brief.items.length > 0);
  if (hasPlace || brief.links.length > 0) return illustrated(job, texts);
  if (brief.items.length > 0) return blocks(job, texts);
  return typographic(job, texts);
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
  const [ground, block] = random.chance(0.5)
    ? [palette.ground, mix(accent, palette.ground, 0.25)]
    : [mix(accent, palette.ground, 0.15), palette.field];
  addGround(canvas, ground);
  const stage: Box = wide
    ? { x: width * 0.52, y: 0, width: width * 0.48, height }
    : { x: 0, y: textFirst ? height * 0.4 : 0, width, height: height * 0.6 };
  const text: Box = wide
    ? { x: margin, y: height * 0.2, width: width * 0.42, height: height * 0.62 }
    : {
        x: margin,
        y: textFirst ? margin * 1.15 : height * 0.66,
        width: width - margin * 2,
        height: height * (textFirst ? 0.27 : 0.27),
      };
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
  if (form === 1)
    canvas.add(tag('path', { d: `M${cx - r} ${y + height}V${cy}a${r} ${r} 0 0 1 ${r * 2} 0V${y + height}Z`, fill: colour }));
  if (form === 2) canvas.add(tag('rect', { x: cx - r * 1.05, y: cy - r, width: r * 2.1, height: r * 2, rx: 60, fill: colour }));
  const icons = brief.items.flatMap(({ thing, colour: own, count }) =>
    Array.from({ length: count }, () => iconOf(emoji, thing.icon, own?.name)),
  );
  const columns = Math.ceil(Math.sqrt(icons.length));
  const rows = Math.ceil(icons.length / columns);
  const cell = (r * (icons.length === 1 ? 1.35 : 1.75)) / Math.max(columns, rows);
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
