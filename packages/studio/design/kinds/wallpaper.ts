import { hexOf, mix, toOklch } from '../colour.ts';
import { fill, glow, gradient, hill, stops, tag } from '../svg.ts';
import type { Job, Shown } from './studio.ts';

/** Gradients and soft shapes for screens. */
export function drawWallpaper(job: Job): Shown {
  const { brief, canvas } = job;
  const named = brief.motifs[0]?.name;
  if (named === 'gradient') mesh(job);
  else if (named === 'aurora') aurora(job);
  else if (named === 'bokeh') bokeh(job);
  else if (named === 'waves') waves(job);
  else if (named) arcs(job);
  else canvas.random.pick([mesh, mesh, waves, arcs])(job);
  return { motifs: true };
}

/** Neighbours in hue, which blend without turning grey: of the first colour, or on the way to the second one that was named. */
function colours({ palette, brief, canvas: { random } }: Job): readonly [string, string, string, string] {
  const pastel = brief.moods.some(({ name }) => name === 'pastel');
  const dark = brief.moods.some(({ name }) => name === 'dark');
  const [first = random.pick(palette.accents), second] = brief.colours.map(({ name }) => name);
  const { l, c, h } = toOklch(first);
  const step = second === undefined ? random.pick([26, -26, 38, -38]) : 0;
  const shade = (turn: number, lift: number): string => {
    const light = pastel ? 0.87 + lift * 0.4 : dark ? 0.32 + lift : Math.min(0.92, Math.max(0.42, l) + lift);
    return hexOf({ l: light, c: pastel ? 0.075 : Math.min(0.19, Math.max(c < 0.03 ? 0 : 0.11, c)), h: h + turn });
  };
  if (second !== undefined && !pastel) return [first, second, mix(first, second, 0.5), mix(second, '#ffffff', 0.35)];
  return [shade(0, 0), shade(step, 0.08), shade(step * 2, 0.16), shade(-step, -0.08)];
}

/** Large lights that flow into each other. */
function mesh(job: Job): void {
  const { canvas } = job;
  const { width, height, random } = canvas;
  const [a, b, c, d] = colours(job);
  const reach = Math.max(width, height);
  canvas.add(tag('rect', { width, height, fill: gradient(canvas, [a, b], random.between(0, 90)) }));
  const corners = random.shuffled([
    [0.05, 0.1],
    [0.95, 0.15],
    [0.9, 0.95],
    [0.1, 0.9],
    [0.5, 0.45],
    [0.35, 0.75],
  ] as const);
  corners.forEach(([x, y], at) => {
    const colour = [a, c, b, d, mix(c, '#ffffff', 0.45), c][at] ?? a;
    canvas.add(
      glow(
        canvas,
        colour,
        {
          cx: (x + random.between(-0.12, 0.12)) * width,
          cy: (y + random.between(-0.12, 0.12)) * height,
          r: reach * random.between(0.45, 0.7),
        },
        0.9,
      ),
    );
  });
}

function waves(job: Job): void {
  const { canvas, palette } = job;
  const { width, height, random } = canvas;
  const [a, b, c] = colours(job);
  const top = mix(palette.ground, b, 0.15);
  canvas.add(tag('rect', { width, height, fill: gradient(canvas, [mix(top, '#ffffff', 0.2), mix(top, b, 0.35)]) }));
  const r = Math.min(width, height) * random.between(0.1, 0.17);
  canvas.add(
    tag('circle', {
      cx: width * random.between(0.25, 0.75),
      cy: height * random.between(0.2, 0.3),
      r,
      fill: mix(c, '#ffffff', 0.35),
    }),
  );
  const layers = 6;
  for (let layer = 0; layer < layers; layer++) {
    const y = height * (0.42 + (layer / layers) * 0.56);
    const shift = random.between(0, 1);
    const points = Array.from(
      { length: 6 },
      (_, at) => [((at - shift) / 4) * width, y + (at % 2 ? 1 : -1) * random.between(0.2, 1) * height * 0.05] as const,
    );
    canvas.add(hill(canvas, points, mix(mix(b, palette.ground, 0.35), mix(a, '#14122b', 0.35), layer / (layers - 1))));
  }
}

function arcs(job: Job): void {
  const { canvas, palette } = job;
  const { width, height, random } = canvas;
  const [a, b, c, d] = colours(job);
  canvas.add(fill(canvas, palette.ground));
  const [cx, cy] = random.pick([
    [0, height],
    [width, height],
    [width / 2, height],
    [width, 0],
  ]);
  const reach = Math.hypot(width, height) * 0.92;
  const rings = 9;
  for (let ring = rings; ring > 0; ring--) {
    const paint = [a, palette.ground, b, c, palette.field, d][ring % 6] ?? a;
    canvas.add(tag('circle', { cx, cy, r: (reach * ring) / rings, fill: mix(paint, palette.ground, 0.12) }));
  }
}

function bokeh(job: Job): void {
  const { canvas } = job;
  const { width, height, random } = canvas;
  const [a, b, c, d] = colours(job);
  canvas.add(tag('rect', { width, height, fill: gradient(canvas, [mix(a, '#0c0f2a', 0.72), mix(b, '#0c0f2a', 0.5)], 30) }));
  for (let light = 0; light < 46; light++) {
    const r = random.between(20, 120);
    const circle = { cx: random.between(0, width), cy: random.between(0, height), r };
    const colour = mix(random.pick([a, b, c, d]), '#ffffff', 0.25);
    canvas.add(
      tag('circle', {
        ...circle,
        fill: colour,
        opacity: random.between(0.16, 0.45),
        stroke: colour,
        'stroke-width': 3,
        'stroke-opacity': 0.5,
      }),
    );
  }
}

function aurora(job: Job): void {
  const { canvas } = job;
  const { width, height, random } = canvas;
  canvas.add(tag('rect', { width, height, fill: gradient(canvas, ['#050b22', '#0b2140', '#123a4f']) }));
  for (let star = 0; star < 120; star++)
    canvas.add(
      tag('circle', {
        cx: random.between(0, width),
        cy: random.between(0, height * 0.8),
        r: random.between(0.8, 2.4),
        fill: '#ffffff',
        opacity: 0.7,
      }),
    );
  const veils = ['#38f0a8', '#3ad4e8', '#8f6bf2', '#58f5c0'];
  veils.forEach((colour, at) => {
    const paint = canvas.define(
      'linearGradient',
      { x1: 0, y1: 0, x2: 0, y2: 1 },
      ...stops([colour, colour, colour], [0, 0.5, 0]),
    );
    const y = height * random.between(0.08, 0.3) + at * 30;
    const curve = (base: number, back: boolean): string => {
      const xs = [0.33, 0.66, 1].map((x) => (back ? 1 - x : x));
      return `${xs.map((x) => `Q${(x + (back ? 0.165 : -0.165)) * width} ${base + random.between(-130, 130)} ${x * width} ${base + random.between(-70, 70)}`).join('')}`;
    };
    canvas.add(
      tag('path', {
        d: `M0 ${y}${curve(y, false)}L${width} ${y + height * 0.45}${curve(y + height * 0.45, true)}Z`,
        fill: paint,
      }),
    );
  });
  const ridge = (base: number, colour: string): void => {
    const points = Array.from(
      { length: 9 },
      (_, at) => [(at / 8) * width, base + (at % 2 ? -1 : 1) * random.between(10, 70)] as const,
    );
    canvas.add(hill(canvas, points, colour));
  };
  ridge(height * 0.82, '#0a1a30');
  ridge(height * 0.9, '#050d1d');
}
