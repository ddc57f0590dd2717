/** Draws where and when a scene takes place. */
import { hexOf, mix, toOklch } from '../colour.ts';
import type { Palette } from '../palettes.ts';
import type { Brief, Place, Time, Weather } from '../prompt/brief.ts';
import { type Canvas, fill, glow, gradient, hill, polygon, tag } from '../svg.ts';
import { LANDS } from './lands.ts';
import type { Backdrop, Setting } from './setting.ts';
import { cloud, drawWeather, starfield } from './weather.ts';

const SKIES: Readonly<Record<Time, readonly (readonly [string, ...string[]])[]>> = {
  day: [
    ['#7cc6f5', '#cdeafb', '#f4f9f2'],
    ['#5fb4ee', '#a9dbf7', '#fdf1d8'],
    ['#8fd3f0', '#d9f1ee', '#fff6df'],
  ],
  dawn: [
    ['#7f9be0', '#d9b8d8', '#ffd9b8'],
    ['#6fa3d8', '#f3c3c9', '#ffe9bd'],
  ],
  sunset: [
    ['#44307c', '#c24b7d', '#ff8e5c', '#ffd38a'],
    ['#5b3f92', '#ee6f8c', '#ffb97a'],
    ['#2e4a86', '#d8688a', '#ff9d66', '#ffe0a0'],
  ],
  night: [
    ['#0b1437', '#23306b', '#4b4d8f'],
    ['#081a2e', '#14385a', '#3a6380'],
    ['#160f38', '#372566', '#6a4a92'],
  ],
};
const TINTS: Readonly<Record<Time, readonly [string, number]>> = {
  day: ['#ffffff', 0],
  dawn: ['#b9a0d0', 0.22],
  sunset: ['#6a2f63', 0.36],
  night: ['#101a44', 0.62],
};

const isWater = (place: Place | undefined): boolean => place === 'sea' || place === 'beach' || place === 'lake';

type Needs = {
  /** Something stands on land. */
  readonly needsShore: boolean;
  /** The sky is behind text. */
  readonly underText: boolean;
};

export function drawBackdrop(canvas: Canvas, brief: Brief, palette: Palette, { needsShore, underText }: Needs): Backdrop {
  const { place, time, season, weathers } = brief;
  const isOutdoors = place || time || season || weathers.length > 0;
  if (!isOutdoors) return studio(canvas, palette);
  const where = place?.name ?? 'field';
  if (where === 'room') return LANDS.room(settingOf(canvas, palette, brief, needsShore));
  const setting = settingOf(canvas, palette, brief, needsShore);
  const sky = skyOf(
    canvas,
    setting.time,
    weathers.map(({ name }) => name),
  );
  if (!hasOwnSky(where)) drawSky(setting, sky, brief, underText);
  const backdrop = LANDS[where](setting);
  drawWeather(canvas, brief, setting.horizon);
  if (hasOwnSky(where)) return backdrop;
  const isDark = setting.time === 'night' || (setting.time === 'sunset' && isDarkColour(sky[0]));
  return { ...backdrop, dark: isDark, top: sky[0] };
}

const hasOwnSky = (place: Place): boolean => place === 'space' || place === 'underwater';

function settingOf(canvas: Canvas, palette: Palette, { time, season, place, weathers, moods }: Brief, shore: boolean): Setting {
  const isNeon = moods.some(({ name }) => name === 'neon' || name === 'dark');
  const starry = weathers.some(({ name }) => name === 'stars');
  const now = time?.name ?? (starry || isNeon ? 'night' : 'day');
  const [tint, amount] = TINTS[now];
  const high = isWater(place?.name) ? [0.5, 0.58] : [0.56, 0.66];
  return {
    canvas,
    palette,
    time: now,
    season: season?.name ?? (weathers.some(({ name }) => name === 'snowfall') ? 'winter' : undefined),
    lit: (colour, distance = 0) => mix(mix(colour, SKIES[now][0]?.at(-1) ?? colour, distance * 0.7), tint, amount),
    horizon: canvas.height * canvas.random.between(high[0] ?? 0.5, high[1] ?? 0.6),
    shore,
  };
}

function skyOf(canvas: Canvas, time: Time, weathers: readonly Weather[]): readonly [string, ...string[]] {
  const [first = ['#7cc6f5'] as const, ...rest] = SKIES[time];
  const sky = canvas.random.pick([first, ...rest]);
  const [top, ...lower] = sky;
  const grey = (colour: string): string => {
    const { l, c, h } = toOklch(colour);
    return hexOf({ l: l * 0.96, c: c * 0.35, h });
  };
  return isGrey(weathers) ? [grey(top), ...lower.map(grey)] : sky;
}

const isDarkColour = (colour: string): boolean => toOklch(colour).l < 0.5;

function drawSky(
  { canvas, time, horizon }: Setting,
  sky: readonly [string, ...string[]],
  { items, weathers, place }: Brief,
  underText: boolean,
): void {
  const { random, width, height } = canvas;
  const end = place?.name === 'sky' ? height : horizon;
  canvas.add(tag('rect', { width, height, fill: sky.at(-1) }));
  canvas.add(tag('rect', { width, height: end * 1.08, fill: gradient(canvas, sky) }));
  const has = (weather: Weather): boolean => weathers.some(({ name }) => name === weather);
  const grey = isGrey(weathers.map(({ name }) => name));
  if (time === 'night') canvas.add(starfield(canvas, horizon * 0.95, has('stars') ? 150 : 70));
  if (!grey && showsLight(items, time, underText)) drawLight(canvas, time, horizon, random.chance(0.5) ? 1 : -1);
  if (underText) return;
  const colour = mix(sky.at(-1) ?? '#ffffff', '#ffffff', time === 'night' ? 0.12 : 0.72);
  const cloudy = has('clouds') || place?.name === 'sky' || grey;
  drawClouds(canvas, horizon, colour, cloudy ? 6 : usualClouds(canvas, time));
}

/** A sun or moon of the prompt takes its place. A low sun is beside the text, a high one or the moon behind it. */
function showsLight(items: Brief['items'], time: Time, underText: boolean): boolean {
  const high = time === 'day' || time === 'night';
  return !items.some(({ thing }) => /moon|^sun|star/.test(thing.icon)) && !(underText && high);
}

const isGrey = (weathers: readonly Weather[]): boolean =>
  weathers.includes('rain') || weathers.includes('fog') || weathers.includes('snowfall');

const usualClouds = ({ random }: Canvas, time: Time): number => (time === 'night' ? 0 : random.below(3) + 1);

function drawClouds({ random, width, add }: Canvas, horizon: number, colour: string, count: number): void {
  for (let at = 0; at < count; at++) {
    const x = ((at + random.between(0.15, 0.85)) / count) * width;
    const [y, size] = [random.between(0.12, 0.75) * horizon, width * random.between(0.1, 0.19)];
    add(cloud(random, { x, y, size, colour, opacity: 0.85 }));
  }
}

function drawLight(canvas: Canvas, time: Time, horizon: number, side: 1 | -1): void {
  const { random, width } = canvas;
  const cx = width * (0.5 + side * random.between(0.16, 0.34));
  if (time === 'night') {
    const [cy, r] = [horizon * random.between(0.2, 0.34), 58 + random.between(0, 24)];
    canvas.add(glow(canvas, '#fff3c9', { cx, cy, r: r * 3.2 }, 0.4), tag('circle', { cx, cy, r, fill: '#fff4d2' }));
    canvas.add(
      tag('circle', { cx: cx - r * 0.3, cy: cy - r * 0.2, r: r * 0.2, fill: '#efdfae' }),
      tag('circle', { cx: cx + r * 0.34, cy: cy + r * 0.3, r: r * 0.14, fill: '#efdfae' }),
    );
    return;
  }
  if (time === 'day') {
    const [cy, r] = [horizon * random.between(0.2, 0.34), 62];
    canvas.add(glow(canvas, '#fff2c4', { cx, cy, r: r * 3 }, 0.75), tag('circle', { cx, cy, r, fill: '#ffdf6e' }));
    return;
  }
  const r = time === 'sunset' ? 120 + random.between(0, 50) : 84;
  const cy = horizon - r * random.between(0.05, 0.45);
  const colour = time === 'sunset' ? '#ffe2a3' : '#fff3d2';
  canvas.add(glow(canvas, colour, { cx, cy, r: r * 3 }, 0.7), tag('circle', { cx, cy, r, fill: colour }));
}

/** A plain stage with a large quiet shape, for things without a place. */
function studio(canvas: Canvas, palette: Palette): Backdrop {
  const { random, width, height } = canvas;
  const floor = height * 0.8;
  const { field, ground, accents } = palette;
  const soft = mix(ground, random.pick(accents), 0.28);
  canvas.add(fill(canvas, ground));
  const form = random.below(5);
  stageShape(canvas, palette, { form, floor, soft });
  const base = mix(ground, accents[0], form === 1 || form === 4 ? 0.18 : 0.5);
  canvas.add(
    hill(
      canvas,
      [
        [0, floor - 30],
        [width * 0.5, floor - 64],
        [width, floor - 30],
      ],
      mix(field, base, 0.5),
    ),
  );
  const dark = toOklch(ground).l < 0.55;
  return {
    horizon: floor - 50,
    floor: floor + height * 0.035,
    floating: false,
    dark,
    top: ground,
    shadow: mix(base, dark ? '#000000' : palette.ink, 0.5),
  };
}

type StageShape = { readonly form: number; readonly floor: number; readonly soft: string };

function stageShape(canvas: Canvas, { field, ground, accents }: Palette, { form, floor, soft }: StageShape): void {
  const { width, height } = canvas;
  const [cx, cy] = [width / 2, height * 0.5];
  if (form === 0) canvas.add(tag('circle', { cx, cy, r: Math.min(width, height) * 0.41, fill: soft }));
  if (form === 1)
    canvas.add(
      tag('rect', {
        x: cx - width * 0.36,
        y: height * 0.12,
        width: width * 0.72,
        height: height * 0.88,
        rx: width * 0.36,
        fill: soft,
      }),
    );
  if (form === 2)
    for (let ring = 4; ring > 0; ring--)
      canvas.add(
        tag('circle', { cx, cy: floor, r: (Math.max(width, height) * ring) / 5, fill: ring % 2 ? field : mix(field, soft, 0.6) }),
      );
  if (form === 3) {
    const rays = 12;
    for (let ray = 0; ray < rays; ray++) {
      const [a, b] = [ray, ray + 0.5].map((step) => (step / rays) * Math.PI * 2) as [number, number];
      const far = width + height;
      canvas.add(
        polygon(
          [
            [cx, floor],
            [cx + Math.cos(a) * far, floor + Math.sin(a) * far],
            [cx + Math.cos(b) * far, floor + Math.sin(b) * far],
          ],
          { fill: field },
        ),
      );
    }
  }
  if (form === 4)
    canvas.add(
      glow(canvas, soft, { cx: width * 0.2, cy: height * 0.2, r: width * 0.6 }, 1),
      glow(canvas, mix(ground, accents[2], 0.3), { cx: width * 0.85, cy: height * 0.6, r: width * 0.6 }, 1),
    );
}
