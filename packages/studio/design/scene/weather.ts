import type { Brief } from '../prompt/brief.ts';
import type { Random } from '../random.ts';
import { type Canvas, glow, tag } from '../svg.ts';

export function starfield({ random, width }: Canvas, height: number, count: number): string {
  const stars = Array.from({ length: count }, () =>
    tag('circle', {
      cx: random.between(0, width),
      cy: random.between(0, height),
      r: random.chance(0.12) ? 4 : random.between(1, 2.6),
    }),
  );
  return tag('g', { fill: '#fff9e3', 'fill-opacity': 0.85 }, ...stars);
}

type Cloud = { readonly x: number; readonly y: number; readonly size: number; readonly colour: string; readonly opacity: number };

export function cloud(random: Random, { x, y, size, colour, opacity }: Cloud): string {
  const puffs = [-0.62, -0.2, 0.26, 0.66].map((dx, at) => {
    const r = size * (at === 0 || at === 3 ? random.between(0.2, 0.28) : random.between(0.34, 0.46));
    return tag('circle', { cx: x + dx * size, cy: y - r * 0.6, r });
  });
  const base = tag('rect', { x: x - size * 0.92, y: y - size * 0.3, width: size * 1.84, height: size * 0.3, rx: size * 0.15 });
  return tag('g', { fill: colour, opacity }, ...puffs, base);
}

/** Rainbows and fog, behind the things. */
export function drawWeather(canvas: Canvas, { weathers, time }: Brief, horizon: number): void {
  const { width, random } = canvas;
  for (const { name } of weathers) {
    if (name === 'rainbow')
      canvas.add(rainbow(width * random.between(0.4, 0.6), horizon, Math.min(width * 0.46, horizon * 0.82)));
    if (name === 'fog')
      for (let band = 0; band < 6; band++)
        canvas.add(
          tag('rect', {
            x: -width * random.between(0, 0.3),
            y: horizon * random.between(0.55, 1.25),
            width: width * random.between(0.8, 1.4),
            height: random.between(40, 90),
            rx: 45,
            fill: time?.name === 'night' ? '#aab4d8' : '#ffffff',
            opacity: 0.28,
          }),
        );
  }
}

const RAINBOW = ['#f2545b', '#f79d48', '#ffd84d', '#5fc27e', '#4aa8e0', '#8a63c9'];

function rainbow(cx: number, cy: number, radius: number): string {
  const band = radius * 0.06;
  const arcs = RAINBOW.map((stroke, at) => {
    const r = radius - at * band;
    return tag('path', { d: `M${cx - r} ${cy}A${r} ${r} 0 0 1 ${cx + r} ${cy}`, stroke });
  });
  return tag('g', { fill: 'none', 'stroke-width': band * 1.04, opacity: 0.8 }, ...arcs);
}

/** Rain, snow and petals, in front of the things. */
export function drawFall(canvas: Canvas, { weathers, season, time }: Brief): void {
  const { width, height, random } = canvas;
  const scattered = (count: number, draw: (x: number, y: number) => string): string[] =>
    Array.from({ length: count }, () => draw(random.between(0, width), random.between(0, height)));
  const has = (weather: string): boolean => weathers.some(({ name }) => name === weather);
  if (has('rain')) {
    const drops = scattered(110, (x, y) => tag('line', { x1: x, y1: y, x2: x - 12, y2: y + random.between(30, 54) }));
    canvas.add(
      tag(
        'g',
        { stroke: time?.name === 'night' ? '#b8d4ff' : '#ffffff', 'stroke-width': 3.5, 'stroke-linecap': 'round', opacity: 0.6 },
        ...drops,
      ),
    );
  }
  if (has('snowfall')) {
    const flakes = scattered(110, (cx, cy) => tag('circle', { cx, cy, r: random.between(3, 9) }));
    canvas.add(tag('g', { fill: '#ffffff', opacity: 0.9 }, ...flakes));
  }
  const leaf = season && { spring: '#ffb3cb', autumn: '#e9843a', summer: '', winter: '' }[season.name];
  if (leaf) {
    const leaves = scattered(34, (x, y) =>
      tag('ellipse', {
        rx: random.between(6, 12),
        ry: random.between(4, 7),
        transform: `translate(${Math.round(x)} ${Math.round(y)}) rotate(${random.below(180)})`,
      }),
    );
    canvas.add(tag('g', { fill: leaf, opacity: 0.9 }, ...leaves));
  }
  if (has('fog')) canvas.add(glow(canvas, '#ffffff', { cx: width / 2, cy: height * 0.78, r: width * 0.6 }, 0.35));
}
