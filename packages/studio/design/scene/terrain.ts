/** Building blocks of landscapes. */
import { mix } from '../colour.ts';
import { hill, polygon, tag } from '../svg.ts';
import type { Backdrop, Setting } from './setting.ts';

export type Land = (setting: Setting) => Backdrop;
export type Point = readonly [number, number];

const SHADOW = '#12203a';
const GRASS = { spring: '#9ccf7a', summer: '#6dbb5e', autumn: '#d9a64e', winter: '#eef4fa', usual: '#7fbf6b' } as const;

export const result = ({ horizon, lit }: Setting, floor: number, more: Partial<Backdrop> = {}): Backdrop => ({
  horizon,
  floor,
  floating: false,
  dark: false,
  top: '#ffffff',
  shadow: lit(SHADOW),
  ...more,
});

export const grassOf = ({ season }: Setting): string => GRASS[season ?? 'usual'];

/** A line of hills. @param rise height of the waves */
export function range({ canvas }: Setting, y: number, rise: number, waves: number): readonly Point[] {
  const { random, width } = canvas;
  const shift = random.between(-0.5, 0.5);
  return Array.from(
    { length: waves + 2 },
    (_, at) => [((at - 0.5 + shift * 0.6) / waves) * width, y + (at % 2 ? -rise : rise) * random.between(0.4, 1)] as const,
  );
}

export function ground(setting: Setting, colour: string, layers = 3): void {
  const { canvas, horizon, lit } = setting;
  const depth = canvas.height - horizon;
  for (let layer = 0; layer < layers; layer++) {
    const y = horizon + (depth * layer * 0.62) / layers;
    const distance = (layers - 1 - layer) / layers;
    const shade = mix(colour, '#1f4a3a', layer * 0.08);
    canvas.add(hill(canvas, range(setting, y, 34 - layer * 7, 2 + (layer % 2)), lit(shade, distance * 0.55)));
  }
}

/** A tree in two forms, as tall as `size`. */
function tree(x: number, y: number, size: number, colour: string, pointed: boolean): string {
  const trunk = tag('rect', {
    x: x - size * 0.03,
    y: y - size * 0.2,
    width: size * 0.06,
    height: size * 0.2,
    fill: mix(colour, '#4a2f22', 0.6),
  });
  if (!pointed) {
    const crown = tag('ellipse', { cx: x, cy: y - size * 0.58, rx: size * 0.25, ry: size * 0.42, fill: colour });
    return trunk + crown;
  }
  const tiers = [0, 1, 2].map((tier) => {
    const [half, top] = [size * (0.27 - tier * 0.06), y - size * (0.52 + tier * 0.24)];
    return polygon(
      [
        [x - half, top + size * 0.38],
        [x, top],
        [x + half, top + size * 0.38],
      ],
      { fill: colour },
    );
  });
  return trunk + tiers.join('');
}

const TREES = { spring: '#8fc17c', summer: '#3f8f52', autumn: '#d9772f', winter: '#7fa3a8', usual: '#3c8a58' } as const;

export function trees(setting: Setting, y: number, size: number, count: number, distance: number): void {
  const { canvas, season, lit } = setting;
  const { random, width } = canvas;
  const pointed = season === 'winter' || random.chance(0.6);
  for (let at = 0; at < count; at++) {
    const x = ((at + random.between(0.1, 0.9)) / count) * width;
    const hue = season === 'autumn' && random.chance(0.5) ? '#c2452d' : TREES[season ?? 'usual'];
    canvas.add(
      tree(
        x,
        y + random.between(-8, 14),
        size * random.between(0.75, 1.15),
        lit(mix(hue, '#173b33', random.between(0, 0.25)), distance),
        pointed,
      ),
    );
  }
}

export function ridge(setting: Setting, y: number, peak: number, distance: number, snow: boolean): void {
  const { canvas, lit } = setting;
  const { random, width } = canvas;
  const count = 3 + random.below(2);
  for (let at = 0; at < count; at++) {
    const [x, half] = [((at + random.between(0.2, 0.8)) / count) * width, (width / count) * random.between(0.7, 1.05)];
    const top = y - peak * random.between(0.65, 1);
    const colour = lit('#6d7fae', distance);
    canvas.add(
      polygon(
        [
          [x - half, y + 60],
          [x, top],
          [x + half, y + 60],
        ],
        { fill: colour },
      ),
    );
    canvas.add(
      polygon(
        [
          [x, top],
          [x + half, y + 60],
          [x + half * 0.15, y + 60],
        ],
        { fill: mix(colour, '#1c2450', 0.16) },
      ),
    );
    const cap = (y + 60 - top) * 0.24;
    const side = (half * cap) / (y + 60 - top);
    if (snow)
      canvas.add(
        polygon(
          [
            [x - side, top + cap],
            [x, top],
            [x + side, top + cap],
            [x + side * 0.45, top + cap * 0.8],
            [x + side * 0.1, top + cap * 1.2],
            [x - side * 0.4, top + cap * 0.8],
          ],
          {
            fill: lit('#ffffff'),
          },
        ),
      );
  }
}
