import { mix } from '../colour.ts';
import type { Value } from '../prompt/brief.ts';
import { addGround, type Box, gradient, tag } from '../svg.ts';
import { fitText, lineOf, textMarkup } from '../text/typeset.ts';
import type { Job, Shown } from './studio.ts';

export function drawChart(job: Job): Shown {
  const { canvas, brief, palette, fonts } = job;
  const { width, height } = canvas;
  addGround(canvas, palette.ground);
  const margin = 80;
  const [title = ''] = brief.texts;
  let top = margin;
  if (title !== '') {
    const set = fitText(fonts, title, { width: width - margin * 2, height: 150 }, { face: 'bold', maxSize: 84, maxLines: 2 });
    canvas.add(textMarkup(set, { x: margin, y: top, colour: palette.ink, face: 'bold' }));
    top += set.height + 60;
  }
  const area = { x: margin, y: top, width: width - margin * 2, height: height - top - margin };
  if (brief.chart === 'pie') pie(job, area);
  else if (brief.chart === 'line') line(job, area);
  else bars(job, area);
  const labels = brief.values.map(({ label, value, unit }) => `${label} ${value}${unit}`).join(', ');
  return { texts: title === '' ? [] : [title], more: [{ en: labels, ko: labels }] };
}

const formatted = ({ value, unit }: Value): string => `${value.toLocaleString('en')}${unit}`;

/** A round number at or above the largest value. */
function roundTop(values: readonly Value[]): number {
  const most = Math.max(...values.map(({ value }) => value), 1e-9);
  const step = 10 ** Math.floor(Math.log10(most));
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * step >= most) ?? 10) * step;
}

function label({ canvas, palette, fonts }: Job, text: string, size: number, x: number, y: number, strong = false): void {
  const face = strong ? 'bold' : 'sans';
  canvas.add(
    textMarkup(lineOf(fonts, text, size, face), {
      x,
      y,
      anchor: 'middle',
      colour: strong ? palette.ink : mix(palette.ink, palette.ground, 0.25),
      face,
    }),
  );
}

function labelSize({ fonts, brief }: Job, room: number): number {
  const widest = Math.max(
    ...brief.values.map((value) => Math.max(fonts.measure(value.label, 'sans'), fonts.measure(formatted(value), 'bold'))),
  );
  return Math.min(44, (room * 0.96) / widest);
}

function grid({ canvas, palette }: Job, { x, y, width, height }: Box, lines = 4): void {
  for (let at = 0; at <= lines; at++)
    canvas.add(
      tag('rect', {
        x,
        y: y + (height * at) / lines - 1,
        width,
        height: at === lines ? 4 : 2,
        fill: at === lines ? palette.ink : mix(palette.ink, palette.ground, 0.86),
      }),
    );
}

function bars(job: Job, { x, y, width, height }: Box): void {
  const { canvas, brief, palette } = job;
  const { values } = brief;
  const plot = { x, y: y + 60, width, height: height - 150 };
  grid(job, plot);
  const lowest = Math.min(0, ...values.map(({ value }) => value));
  const top = roundTop(values);
  const step = width / values.length;
  const wide = Math.min(step * 0.62, 150);
  const size = labelSize(job, step);
  const best = Math.max(...values.map(({ value }) => value));
  const [accent, other] = [palette.accents[0], palette.accents[1]];
  const paint = gradient(canvas, [accent, mix(accent, palette.ink, 0.14)]);
  const quiet = mix(accent, palette.ground, 0.42);
  values.forEach((value, at) => {
    const tall = Math.max(4, ((value.value - lowest) / (top - lowest)) * plot.height);
    const [cx, base] = [x + step * (at + 0.5), plot.y + plot.height];
    canvas.add(
      tag('path', {
        d: `M${cx - wide / 2} ${base}v${-(tall - Math.min(14, tall))}q0 -14 14 -14h${wide - 28}q14 0 14 14v${tall - Math.min(14, tall)}Z`,
        fill: value.value === best ? paint : values.length > 7 ? quiet : mix(other, palette.ground, 0.15),
      }),
    );
    label(job, formatted(value), size, cx, base - tall - size * 1.05, true);
    label(job, value.label, size, cx, base + size * 0.6);
  });
}

function line(job: Job, { x, y, width, height }: Box): void {
  const { canvas, brief, palette } = job;
  const { values } = brief;
  const plot = { x, y: y + 60, width, height: height - 150 };
  grid(job, plot);
  const lowest = Math.min(0, ...values.map(({ value }) => value));
  const top = roundTop(values);
  const step = width / values.length;
  const size = labelSize(job, step);
  const points = values.map(
    ({ value }, at) => [x + step * (at + 0.5), plot.y + plot.height * (1 - (value - lowest) / (top - lowest))] as const,
  );
  const [first = [x, y], last = first] = [points[0], points.at(-1)];
  const path = points.map(([px, py], at) => `${at === 0 ? 'M' : 'L'}${px} ${py}`).join('');
  const base = plot.y + plot.height;
  const shade = canvas.define(
    'linearGradient',
    { x1: 0, y1: 0, x2: 0, y2: 1 },
    tag('stop', { 'stop-color': palette.accents[0], 'stop-opacity': 0.32 }),
    tag('stop', { offset: 1, 'stop-color': palette.accents[0], 'stop-opacity': 0 }),
  );
  canvas.add(tag('path', { d: `${path}L${last[0]} ${base}L${first[0]} ${base}Z`, fill: shade }));
  canvas.add(
    tag('path', {
      d: path,
      fill: 'none',
      stroke: palette.accents[0],
      'stroke-width': 9,
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
    }),
  );
  points.forEach(([px, py], at) => {
    const value = values[at];
    if (!value) return;
    canvas.add(tag('circle', { cx: px, cy: py, r: 13, fill: palette.ground, stroke: palette.accents[0], 'stroke-width': 7 }));
    label(job, formatted(value), size, px, py - size * 1.5, true);
    label(job, value.label, size, px, base + size * 0.6);
  });
}

/** A ring with its legend below, or beside it on wide formats. */
function pie(job: Job, { x, y, width, height }: Box): void {
  const { canvas, brief, palette, fonts } = job;
  const values = brief.values.map((value) => ({ ...value, value: Math.max(0, value.value) }));
  const total = values.reduce((sum, { value }) => sum + value, 0) || 1;
  const wide = width > height * 1.15;
  const row = Math.min(84, (wide ? height : height * 0.42) / values.length);
  const r = Math.min(wide ? width * 0.26 : width * 0.4, (wide ? height : height - values.length * row - 40) / 2);
  const [cx, cy] = wide ? [x + r, y + height / 2] : [x + width / 2, y + r];
  const paints = [
    ...palette.accents,
    ...palette.accents.map((colour) => mix(colour, palette.ground, 0.45)),
    ...palette.accents.map((colour) => mix(colour, palette.ink, 0.4)),
  ];
  let angle = -Math.PI / 2;
  values.forEach(({ value }, at) => {
    const sweep = Math.min((value / total) * Math.PI * 2, Math.PI * 1.9999);
    const inner = r * 0.56;
    const point = (turn: number, far: number): string => `${cx + Math.cos(turn) * far} ${cy + Math.sin(turn) * far}`;
    const large = sweep > Math.PI ? 1 : 0;
    const d = `M${point(angle, r)}A${r} ${r} 0 ${large} 1 ${point(angle + sweep, r)}L${point(angle + sweep, inner)}A${inner} ${inner} 0 ${large} 0 ${point(angle, inner)}Z`;
    canvas.add(tag('path', { d, fill: paints[at % paints.length], stroke: palette.ground, 'stroke-width': 6 }));
    angle += sweep;
  });
  const left = wide ? x + r * 2 + 80 : x + width * 0.14;
  const right = wide ? x + width : x + width * 0.86;
  const start = wide ? cy - (values.length * row) / 2 : cy + r + 44;
  const size = Math.min(44, row * 0.55);
  values.forEach((value, at) => {
    const middle = start + row * (at + 0.5);
    canvas.add(
      tag('rect', {
        x: left,
        y: middle - size * 0.4,
        width: size * 0.8,
        height: size * 0.8,
        rx: 6,
        fill: paints[at % paints.length],
      }),
    );
    const share = value.unit === '%' ? formatted(value) : `${formatted(value)} · ${Math.round((value.value / total) * 100)}%`;
    canvas.add(
      textMarkup(lineOf(fonts, value.label, size, 'sans'), {
        x: left + size * 1.4,
        y: middle - size * 0.36,
        colour: palette.ink,
        face: 'sans',
      }),
    );
    canvas.add(
      textMarkup(lineOf(fonts, share, size, 'bold'), {
        x: right,
        y: middle - size * 0.36,
        anchor: 'end',
        colour: palette.ink,
        face: 'bold',
      }),
    );
  });
}
