/** The land of each place: below the sky, behind the things. */
import { mix } from '../colour.ts';
import type { Place } from '../prompt/brief.ts';
import { type Canvas, fill, glow, gradient, hill, polygon, tag } from '../svg.ts';
import type { Backdrop, Setting } from './backdrop.ts';
import { starfield } from './weather.ts';

type Land = (setting: Setting) => Backdrop;
type Point = readonly [number, number];

const SHADOW = '#12203a';
const GRASS = { spring: '#9ccf7a', summer: '#6dbb5e', autumn: '#d9a64e', winter: '#eef4fa', usual: '#7fbf6b' } as const;

const result = ({ horizon, lit }: Setting, floor: number, more: Partial<Backdrop> = {}): Backdrop => ({
  horizon,
  floor,
  floating: false,
  dark: false,
  top: '#ffffff',
  shadow: lit(SHADOW),
  ...more,
});

const grassOf = ({ season }: Setting): string => GRASS[season ?? 'usual'];

/** A line of hills. @param rise height of the waves */
function range({ canvas }: Setting, y: number, rise: number, waves: number): readonly Point[] {
  const { random, width } = canvas;
  const shift = random.between(-0.5, 0.5);
  return Array.from({ length: waves + 2 }, (_, at) => [((at - 0.5 + shift * 0.6) / waves) * width, y + (at % 2 ? -rise : rise) * random.between(0.4, 1)] as const);
}

function ground(setting: Setting, colour: string, layers = 3): void {
  const { canvas, horizon, lit } = setting;
  const depth = canvas.height - horizon;
  for (let layer = 0; layer < layers; layer++) {
    const y = horizon + (depth * layer * 0.62) / layers;
    const distance = (layers - 1 - layer) / layers;
    const shade = mix(colour, '#1f4a3a', layer * 0.08);
    canvas.add(hill(canvas, range(setting, y, 34 - layer * 7, 2 + (layer % 2)), lit(shade, distance * 0.55)));
  }
}

const field: Land = (setting) => {
  const { canvas, horizon, lit, season } = setting;
  const { random, width, height } = canvas;
  const colour = grassOf(setting);
  ground(setting, colour);
  const petals = season === 'winter' ? [] : ['#ffffff', '#ffd84d', '#ff9db8'];
  const tufts = Array.from({ length: 26 }, (_, at) => {
    const [x, y] = [random.between(0, width), random.between(horizon + (height - horizon) * 0.45, height)];
    const petal = petals[at % 3];
    return petal ? tag('circle', { cx: x, cy: y, r: random.between(4, 8), fill: lit(petal) }) : '';
  });
  canvas.add(...tufts);
  return result(setting, horizon + (height - horizon) * 0.55);
};

/** A tree in two forms, as tall as `size`. */
function tree(x: number, y: number, size: number, colour: string, pointed: boolean): string {
  const trunk = tag('rect', { x: x - size * 0.03, y: y - size * 0.2, width: size * 0.06, height: size * 0.2, fill: mix(colour, '#4a2f22', 0.6) });
  if (!pointed) {
    const crown = tag('ellipse', { cx: x, cy: y - size * 0.58, rx: size * 0.25, ry: size * 0.42, fill: colour });
    return trunk + crown;
  }
  const tiers = [0, 1, 2].map((tier) => {
    const [half, top] = [size * (0.27 - tier * 0.06), y - size * (0.52 + tier * 0.24)];
    return polygon([[x - half, top + size * 0.38], [x, top], [x + half, top + size * 0.38]], { fill: colour });
  });
  return trunk + tiers.join('');
}

const TREES = { spring: '#8fc17c', summer: '#3f8f52', autumn: '#d9772f', winter: '#7fa3a8', usual: '#3c8a58' } as const;

function trees(setting: Setting, y: number, size: number, count: number, distance: number): void {
  const { canvas, season, lit } = setting;
  const { random, width } = canvas;
  const pointed = season === 'winter' || random.chance(0.6);
  for (let at = 0; at < count; at++) {
    const x = ((at + random.between(0.1, 0.9)) / count) * width;
    const hue = season === 'autumn' && random.chance(0.5) ? '#c2452d' : TREES[season ?? 'usual'];
    canvas.add(tree(x, y + random.between(-8, 14), size * random.between(0.75, 1.15), lit(mix(hue, '#173b33', random.between(0, 0.25)), distance), pointed));
  }
}

const forest: Land = (setting) => {
  const { canvas, horizon } = setting;
  const { height } = canvas;
  const depth = height - horizon;
  const colour = grassOf(setting);
  trees(setting, horizon + 14, height * 0.4, 15, 0.75);
  canvas.add(hill(canvas, range(setting, horizon + 4, 12, 2), setting.lit(colour, 0.5)));
  trees(setting, horizon + depth * 0.16, height * 0.5, 9, 0.35);
  canvas.add(hill(canvas, range(setting, horizon + depth * 0.15, 16, 3), setting.lit(mix(colour, '#1f4a3a', 0.12), 0.1)));
  return result(setting, horizon + depth * 0.58);
};

function ridge(setting: Setting, y: number, peak: number, distance: number, snow: boolean): void {
  const { canvas, lit } = setting;
  const { random, width } = canvas;
  const count = 3 + random.below(2);
  for (let at = 0; at < count; at++) {
    const [x, half] = [((at + random.between(0.2, 0.8)) / count) * width, (width / count) * random.between(0.7, 1.05)];
    const top = y - peak * random.between(0.65, 1);
    const colour = lit('#6d7fae', distance);
    canvas.add(polygon([[x - half, y + 60], [x, top], [x + half, y + 60]], { fill: colour }));
    canvas.add(polygon([[x, top], [x + half, y + 60], [x + half * 0.15, y + 60]], { fill: mix(colour, '#1c2450', 0.16) }));
    const cap = (y + 60 - top) * 0.24;
    const side = (half * cap) / (y + 60 - top);
    if (snow)
      canvas.add(
        polygon([[x - side, top + cap], [x, top], [x + side, top + cap], [x + side * 0.45, top + cap * 0.8], [x + side * 0.1, top + cap * 1.2], [x - side * 0.4, top + cap * 0.8]], {
          fill: lit('#ffffff'),
        }),
      );
  }
}

const mountains: Land = (setting) => {
  const { horizon, canvas } = setting;
  ridge(setting, horizon, canvas.height * 0.36, 0.7, true);
  ridge(setting, horizon + 10, canvas.height * 0.24, 0.35, false);
  return field(setting);
};

/** Water with waves and the light of the sky. */
function water(setting: Setting, top: number, bottom: number): void {
  const { canvas, lit } = setting;
  const { random, width } = canvas;
  canvas.add(tag('rect', { y: top, width, height: bottom - top, fill: gradient(canvas, [lit('#6fc3e0', 0.35), lit('#2f8fc4'), lit('#1c6aa3')]) }));
  const rows = 9;
  for (let row = 0; row < rows; row++) {
    const y = top + ((row + 0.6) / rows) ** 1.4 * (bottom - top);
    for (let at = 0; at < 4; at++) {
      const length = (30 + row * 14) * random.between(0.6, 1.3);
      canvas.add(tag('rect', { x: random.between(-0.05, 0.95) * width, y, width: length, height: 3 + row * 0.6, rx: 4, fill: '#ffffff', opacity: 0.3 }));
    }
  }
}

const sea: Land = (setting) => {
  const { canvas, horizon, shore, lit } = setting;
  const { height } = canvas;
  const depth = height - horizon;
  water(setting, horizon, height);
  if (!shore) return result(setting, horizon + depth * 0.5, { water: horizon + depth * 0.42 });
  const y = horizon + depth * 0.5;
  canvas.add(hill(canvas, range(setting, y - 12, 14, 2), lit('#f9f3dd')), hill(canvas, range(setting, y + 6, 14, 2), lit('#eed9a4')));
  return result(setting, horizon + depth * 0.76, { water: horizon + depth * 0.2 });
};

const lake: Land = (setting) => {
  const { canvas, horizon, lit } = setting;
  const { height, width } = canvas;
  const depth = height - horizon;
  ridge(setting, horizon, height * 0.26, 0.6, true);
  canvas.add(hill(canvas, range(setting, horizon - 4, 14, 3), lit(grassOf(setting), 0.5)));
  water(setting, horizon + depth * 0.08, horizon + depth * 0.62);
  canvas.add(hill(canvas, [[0, horizon + depth * 0.48], [width * 0.5, horizon + depth * 0.64], [width, horizon + depth * 0.52]], lit(grassOf(setting))));
  return result(setting, horizon + depth * 0.78, { water: horizon + depth * 0.32 });
};

function skyline(setting: Setting, y: number, tall: number, count: number, distance: number): void {
  const { canvas, time, lit } = setting;
  const { random, width } = canvas;
  const each = width / count;
  const lights = time === 'night' || time === 'sunset';
  for (let at = 0; at < count; at++) {
    const [x, wide, high] = [at * each, each * random.between(0.84, 1.02), tall * random.between(0.45, 1)];
    const colour = lit(random.pick(['#8293b8', '#a08fb5', '#7fa3b4', '#b59a8f']), distance);
    canvas.add(tag('rect', { x, y: y - high, width: wide, height: high + 60, fill: colour }));
    if (random.chance(0.3)) canvas.add(tag('rect', { x: x + wide * 0.46, y: y - high - 34, width: 5, height: 36, fill: colour }));
    const columns = Math.max(2, Math.round(wide / 34));
    const windows: string[] = [];
    for (let row = 0; row * 34 < high - 34; row++)
      for (let column = 0; column < columns; column++) {
        if (random.chance(lights ? 0.5 : 0.3)) continue;
        const gap = wide / (columns + 0.4);
        windows.push(tag('rect', { x: x + gap * (column + 0.4), y: y - high + 18 + row * 34, width: gap * 0.5, height: 17, rx: 2 }));
      }
    canvas.add(tag('g', { fill: lights ? '#ffd98a' : '#ffffff', opacity: lights ? 0.85 : 0.35 }, ...windows));
  }
}

const city: Land = (setting) => {
  const { canvas, horizon, lit } = setting;
  const { height, width } = canvas;
  skyline(setting, horizon, height * 0.42, 11, 0.6);
  skyline(setting, horizon + 14, height * 0.27, 8, 0.1);
  const depth = height - horizon;
  canvas.add(tag('rect', { y: horizon + 10, width, height: depth, fill: lit('#c9cdd6') }));
  canvas.add(tag('rect', { y: horizon + depth * 0.62, width, height: depth, fill: lit('#6b7280') }));
  for (let x = 20; x < width; x += 150) canvas.add(tag('rect', { x, y: horizon + depth * 0.8, width: 84, height: 9, rx: 4, fill: lit('#fff3c2') }));
  return result(setting, horizon + depth * 0.5);
};

const desert: Land = (setting) => {
  ground(setting, '#e8b565');
  const { horizon, canvas } = setting;
  return result(setting, horizon + (canvas.height - horizon) * 0.55);
};

const snowfield: Land = (setting) => {
  const winter: Setting = { ...setting, season: 'winter' };
  trees(winter, winter.horizon + 16, winter.canvas.height * 0.26, 9, 0.55);
  ground(winter, '#f2f7fc');
  return result(winter, winter.horizon + (winter.canvas.height - winter.horizon) * 0.55);
};

const space: Land = ({ canvas, palette }) => {
  const { random, width, height } = canvas;
  const deep = random.pick(['#0b0b2b', '#120a2e', '#06162e']);
  canvas.add(tag('rect', { width, height, fill: gradient(canvas, [deep, mix(deep, palette.accents[0], 0.22)], random.between(0, 60)) }));
  for (let cloud = 0; cloud < 3; cloud++)
    canvas.add(
      glow(canvas, palette.accents[cloud as 0 | 1 | 2], { cx: random.between(0, width), cy: random.between(0, height), r: width * random.between(0.35, 0.6) }, 0.32),
    );
  canvas.add(starfield(canvas, height, 170));
  const [cx, cy, r] = [width * random.between(0.86, 0.96), height * random.between(0.05, 0.1), 52];
  canvas.add(tag('circle', { cx, cy, r, fill: mix(palette.accents[1], deep, 0.2) }), tag('circle', { cx: cx - 24, cy: cy - 20, r: r * 0.62, fill: palette.accents[1], opacity: 0.4 }));
  return { horizon: height * 0.5, floor: height * 0.72, floating: true, dark: true, top: deep, shadow: deep };
};

const underwater: Land = (setting) => {
  const { canvas } = setting;
  const { random, width, height } = canvas;
  canvas.add(tag('rect', { width, height, fill: gradient(canvas, ['#4fc3dd', '#1f86bd', '#0f4c86']) }));
  for (let ray = 0; ray < 5; ray++) {
    const x = width * random.between(0, 1);
    canvas.add(polygon([[x, 0], [x + 70, 0], [x - 60, height], [x - 260, height]], { fill: '#ffffff', opacity: 0.07 }));
  }
  for (let bubble = 0; bubble < 26; bubble++)
    canvas.add(tag('circle', { cx: random.between(0, width), cy: random.between(0, height * 0.9), r: random.between(4, 16), fill: '#ffffff', opacity: 0.22 }));
  const sand = height * 0.86;
  for (let weed = 0; weed < 12; weed++) {
    const [x, tall] = [random.between(0, width), random.between(0.08, 0.24) * height];
    const d = `M${x} ${sand + 50}C${x - 40} ${sand - tall * 0.3} ${x + 44} ${sand - tall * 0.6} ${x} ${sand - tall}`;
    canvas.add(tag('path', { d, fill: 'none', stroke: random.pick(['#1f9e7a', '#2fbf8f', '#e0637c']), 'stroke-width': 17, 'stroke-linecap': 'round', opacity: 0.85 }));
  }
  canvas.add(hill(canvas, range(setting, sand, 18, 3), '#e6cf95'));
  return { horizon: height * 0.5, floor: height * 0.74, floating: true, dark: true, top: '#4fc3dd', shadow: '#0c3a63' };
};

const sky: Land = (setting) => {
  const { height } = setting.canvas;
  return result(setting, height * 0.74, { floating: true, horizon: height * 0.8 });
};

const room: Land = ({ canvas, palette, time }) => {
  const { random, width, height } = canvas;
  const night = time === 'night';
  const wall = mix(palette.field, night ? '#1b2145' : palette.ground, 0.45);
  const floor = height * 0.7;
  canvas.add(fill(canvas, wall));
  const side = random.chance(0.5) ? 0.1 : 0.62;
  drawWindow(canvas, { x: width * side, y: height * 0.12, width: width * 0.28, height: height * 0.3 }, time);
  const wood = night ? '#5c4652' : '#c99a6b';
  canvas.add(tag('rect', { y: floor, width, height: height - floor, fill: wood }));
  for (let board = 1; board < 4; board++) canvas.add(tag('rect', { y: floor + ((height - floor) * board) / 4, width, height: 3, fill: mix(wood, '#000000', 0.12) }));
  canvas.add(tag('rect', { y: floor - 16, width, height: 18, fill: mix(wall, '#ffffff', 0.5) }));
  canvas.add(tag('ellipse', { cx: width / 2, cy: floor + (height - floor) * 0.55, rx: width * 0.4, ry: (height - floor) * 0.34, fill: mix(palette.accents[0], wood, 0.3) }));
  return { horizon: floor, floor: floor + (height - floor) * 0.5, floating: false, dark: night, top: wall, shadow: mix(wood, '#000000', 0.6) };
};

function drawWindow(canvas: Canvas, { x, y, width, height }: { x: number; y: number; width: number; height: number }, time: string): void {
  const pane = time === 'night' ? ['#0b1437', '#3a4382'] : time === 'sunset' ? ['#c24b7d', '#ffd38a'] : ['#9ed6f5', '#eef8ee'];
  canvas.add(tag('rect', { x, y, width, height, rx: 8, fill: gradient(canvas, pane), stroke: '#ffffff', 'stroke-width': 16 }));
  canvas.add(tag('path', { d: `M${x + width / 2} ${y}v${height}M${x} ${y + height / 2}h${width}`, stroke: '#ffffff', 'stroke-width': 10 }));
}

export const LANDS: Readonly<Record<Place, Land>> = {
  field,
  forest,
  mountains,
  sea,
  beach: (setting) => sea({ ...setting, shore: true }),
  lake,
  city,
  desert,
  snowfield,
  space,
  underwater,
  sky,
  room,
};
