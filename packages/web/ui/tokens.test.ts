import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The light and dark value of every token that has both. */
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light: linearRgb(light), dark: linearRgb(dark) }],
  ),
);

/** Converts OKLCH to linear sRGB, clipped as browsers clip it. Matrices of Björn Ottosson's Oklab. */
function linearRgb(value: string): Rgb {
  const [lightness = 0, chroma = 0, hue = 0] = value.split(/[\s/]+/).map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (channel: number) => Math.min(1, Math.max(0, channel));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Relative luminance and contrast ratio of WCAG 2.2. */
function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [one, other].map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b).sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function worst(foreground: string, grounds: readonly string[]): number {
  const ratios = grounds.flatMap((ground) =>
    (['light', 'dark'] as const).map((theme) => {
      const [front, back] = [tokens.get(foreground)?.[theme], tokens.get(ground)?.[theme]];
      if (!front || !back) throw new Error(`no token ${foreground} or ${ground}`);
      return contrast(front, back);
    }),
  );
  return Math.min(...ratios);
}

const GROUNDS = ['paper', 'surface', 'sunken'];

describe('contrast, light and dark', () => {
  it('of body text meets AAA', () => {
    expect(worst('ink', GROUNDS)).toBeGreaterThanOrEqual(7);
    expect(worst('ink-soft', GROUNDS)).toBeGreaterThanOrEqual(7);
  });

  it.each(['ink-faint', 'accent', 'accent-strong', 'success', 'warning', 'danger', 'info'])('of %s as text meets AA', (token) => {
    expect(worst(token, GROUNDS)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['success', 'warning', 'danger', 'info'])('of %s and ink on its own background meets AA', (tone) => {
    expect(worst(tone, [`${tone}-soft`])).toBeGreaterThanOrEqual(4.5);
    expect(worst('ink', [`${tone}-soft`])).toBeGreaterThanOrEqual(7);
  });

  it('of buttons and badges meets AA', () => {
    expect(worst('on-accent', ['accent', 'accent-strong'])).toBeGreaterThanOrEqual(4.5);
    expect(worst('accent-strong', ['accent-soft'])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['document', 'image', 'audio', 'video', 'archive', 'code'])('of %s tiles meets AA', (family) => {
    expect(worst(family, [`${family}-soft`])).toBeGreaterThanOrEqual(4.5);
  });

  it('of control borders makes them visible', () => {
    expect(worst('line-strong', GROUNDS)).toBeGreaterThanOrEqual(3);
  });
});
