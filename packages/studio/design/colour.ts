/** Colours in OKLCH, where equal steps look equal. Strings are `#rrggbb`. */
export type Oklch = {
  /** Lightness, 0 to 1. */
  readonly l: number;
  /** Chroma, 0 (grey) to about 0.32. */
  readonly c: number;
  /** Hue in degrees. */
  readonly h: number;
};
type Triple = readonly [number, number, number];

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encoded = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function rgbOf(hex: string): Triple {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const channel = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

function labOf(hex: string): Triple {
  const [r, g, b] = rgbOf(hex).map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linearRgbOf([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function hexOfLab(lab: Triple): string {
  const digits = (value: number): string =>
    Math.round(Math.min(1, Math.max(0, encoded(Math.max(0, value)))) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${linearRgbOf(lab).map(digits).join('')}`;
}

export function toOklch(hex: string): Oklch {
  const [l, a, b] = labOf(hex);
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

/** The colour as `#rrggbb`, with as much of its chroma as a screen can show. */
export function hexOf({ l, c, h }: Oklch): string {
  const light = Math.min(1, Math.max(0, l));
  const angle = (h * Math.PI) / 180;
  const labWith = (chroma: number): Triple => [light, chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const fits = (chroma: number): boolean => linearRgbOf(labWith(chroma)).every((value) => value > -0.002 && value < 1.002);
  let chroma = Math.max(0, c);
  while (chroma > 0 && !fits(chroma)) chroma = chroma < 0.004 ? 0 : chroma * 0.95;
  return hexOfLab(labWith(chroma));
}

/** @param share of the second colour, 0 to 1 */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [labOf(one), labOf(other)];
  const blend = (at: 0 | 1 | 2): number => from[at] + (to[at] - from[at]) * share;
  return hexOfLab([blend(0), blend(1), blend(2)]);
}

/** Changes the lightness. @param by from -1 to 1 */
export function lighter(colour: string, by: number): string {
  const { l, c, h } = toOklch(colour);
  return hexOf({ l: l + by, c, h });
}

/** Contrast ratio of WCAG, 1 to 21. */
export function contrast(one: string, other: string): number {
  const light = (hex: string): number => {
    const [r, g, b] = rgbOf(hex).map(linear) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [a, b] = [light(one), light(other)];
  return Math.max(a, b) / Math.min(a, b);
}

/** The candidate that is easiest to read on a colour. */
export function readable(ground: string, candidates: readonly [string, ...string[]]): string {
  return candidates.reduce((best, next) => (contrast(ground, next) > contrast(ground, best) ? next : best), candidates[0]);
}
