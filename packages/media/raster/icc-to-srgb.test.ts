import { concat, encodeLatin1, uint32BE } from '@bakkum/bytes/bytes';
import { describe, expect, it } from 'vitest';
import { convertToSrgb } from './icc-to-srgb.ts';
import type { Pixels } from './raster.ts';

const fixed = (value: number) => uint32BE(Math.round(value * 65_536) >>> 0);

/** Builds a profile from primaries as XYZ (D50) and one curve for all channels. */
function profile(columns: readonly (readonly number[])[], curve: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = concat([
    new Uint8Array(16),
    encodeLatin1('RGB XYZ '),
    new Uint8Array(12),
    encodeLatin1('acsp'),
    new Uint8Array(88),
  ]);
  const values = [
    ...columns.map((column) => concat([encodeLatin1('XYZ '), new Uint8Array(4), ...column.map(fixed)])),
    curve,
    curve,
    curve,
  ];
  const names = ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'];
  let offset = 132 + names.length * 12;
  const table = names.map((name, index) => {
    const value = values[index] ?? new Uint8Array();
    offset += value.length;
    return concat([encodeLatin1(name), uint32BE(offset - value.length), uint32BE(value.length)]);
  });
  return concat([header, uint32BE(names.length), ...table, ...values]);
}

const SRGB = [
  [0.4360747, 0.2225045, 0.0139322],
  [0.3850649, 0.7168786, 0.0971045],
  [0.1430804, 0.0606169, 0.7141733],
];
/** SMPTE EG 432-1 with a D65 white point, adapted to D50, as phones write it. */
const DISPLAY_P3 = [
  [0.515102, 0.241182, -0.001054],
  [0.291965, 0.692236, 0.041885],
  [0.157153, 0.066582, 0.784378],
];
const srgbCurve = concat([
  encodeLatin1('para'),
  new Uint8Array(4),
  Uint8Array.of(0, 3, 0, 0),
  ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed),
]);
const linear = concat([encodeLatin1('curv'), new Uint8Array(8)]);

const picture = (...colours: number[]): Extract<Pixels, { depth: 8 }> => ({
  depth: 8,
  width: colours.length / 4,
  height: 1,
  data: Uint8ClampedArray.from(colours),
});

describe('convertToSrgb', () => {
  it('leaves sRGB unchanged', () => {
    const pixels = picture(10, 128, 250, 77);
    expect(convertToSrgb(pixels, profile(SRGB, srgbCurve))).toEqual({ changed: false });
    expect([...pixels.data]).toEqual([10, 128, 250, 77]);
  });

  it('converts Display P3: greys stay, colours change by the known amount, alpha is unchanged', () => {
    const pixels = picture(128, 128, 128, 255, 0, 255, 0, 9, 200, 100, 50, 255);
    expect(convertToSrgb(pixels, profile(DISPLAY_P3, srgbCurve))).toEqual({ changed: true });
    const [grey, green, brown] = [pixels.data.slice(0, 4), pixels.data.slice(4, 8), pixels.data.slice(8)];
    for (const channel of grey.slice(0, 3)) expect(Math.abs(channel - 128)).toBeLessThanOrEqual(1);
    expect([...green]).toEqual([0, 255, 0, 9]);
    // 200/100/50 in Display P3 is 214.9/92.6/31.0 in sRGB by the matrices of CSS Color 4.
    expect(Math.abs((brown[0] ?? 0) - 214.9)).toBeLessThan(1);
    expect(Math.abs((brown[1] ?? 0) - 92.6)).toBeLessThan(1);
    expect(Math.abs((brown[2] ?? 0) - 31)).toBeLessThan(1);
  });

  it('encodes linear light, also with 16 bits', () => {
    const data = Uint16Array.of(13_989, 0, 65_535, 1);
    expect(convertToSrgb({ depth: 16, width: 1, height: 1, data }, profile(SRGB, linear))).toEqual({ changed: true });
    expect(Math.abs((data[0] ?? 0) - 32_768)).toBeLessThan(300);
    expect(data[1]).toBeLessThan(300);
    expect(data[2]).toBeGreaterThan(65_200);
    expect(data[3]).toBe(1);
  });

  it('returns undefined for other kinds of profiles and damaged ones', () => {
    const whole = profile(DISPLAY_P3, srgbCurve);
    expect(convertToSrgb(picture(1, 2, 3, 4), encodeLatin1('nothing'))).toBeUndefined();
    for (let cut = 0; cut < whole.length; cut += 7)
      expect(convertToSrgb(picture(1, 2, 3, 4), whole.slice(0, cut))).toBeUndefined();
  });
});
