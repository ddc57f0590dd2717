import { describe, expect, it } from 'vitest';
import { assertPixelCount } from './construct.ts';
import { toDepth8, toDepth16 } from './depth.ts';
import { flatten, hasTransparency } from './flatten.ts';
import { parseColour, qualityOf } from './pixel-options.ts';

describe('depth', () => {
  it('rounds every 16-bit sample to the nearest 8-bit value', () => {
    const data = Uint16Array.from({ length: 65_536 }, (_, i) => i);
    const narrow = toDepth8({ depth: 16, width: 16_384, height: 1, data });
    expect(Array.from(narrow.data)).toEqual(Array.from(data, (v) => Math.round(v / 257)));
  });

  it('survives a round trip through 16 bits', () => {
    const data = Uint8ClampedArray.from({ length: 256 }, (_, i) => i);
    const wide = toDepth16({ depth: 8, width: 64, height: 1, data });
    expect(wide.data[255]).toBe(65_535);
    expect(toDepth8(wide).data).toEqual(data);
  });
});

describe('flatten', () => {
  it('blends pixels onto the background by their alpha', () => {
    const data = new Uint8ClampedArray([10, 20, 30, 255, 0, 0, 0, 0, 200, 100, 0, 128]);
    const flat = flatten({ depth: 8, width: 3, height: 1, data }, [255, 128, 0]);
    // 200·128/255 + 255·127/255 = 227.4; 100·128/255 + 128·127/255 = 113.9
    expect(Array.from(flat.data)).toEqual([10, 20, 30, 255, 255, 128, 0, 255, 227, 114, 0, 255]);
  });

  it('expands the background to 16 bits', () => {
    const data = new Uint16Array([9, 9, 9, 0]);
    const flat = flatten({ depth: 16, width: 1, height: 1, data }, [255, 128, 0]);
    expect(Array.from(flat.data)).toEqual([65_535, 128 * 257, 0, 65_535]);
  });

  it('detects transparency only where there is some', () => {
    expect(hasTransparency({ depth: 8, width: 1, height: 1, data: new Uint8ClampedArray([0, 0, 0, 255]) })).toBe(false);
    expect(hasTransparency({ depth: 8, width: 1, height: 1, data: new Uint8ClampedArray([0, 0, 0, 254]) })).toBe(true);
    expect(hasTransparency({ depth: 16, width: 1, height: 1, data: new Uint16Array([0, 0, 0, 255]) })).toBe(true);
  });
});

describe('limits and values', () => {
  it('refuses impossible and unsupported sizes', () => {
    expect(() => assertPixelCount(4000, 3000)).not.toThrow();
    expect(() => assertPixelCount(0, 3)).toThrow(expect.objectContaining({ code: 'corrupt' }));
    expect(() => assertPixelCount(1.5, 3)).toThrow(expect.objectContaining({ code: 'corrupt' }));
    expect(() => assertPixelCount(65_535, 65_535)).toThrow(expect.objectContaining({ code: 'too-large' }));
  });

  it('parses colours and qualities', () => {
    expect(parseColour('#ff8001')).toEqual([255, 128, 1]);
    expect([{ quality: 'high' }, { quality: 'medium' }, { quality: 'low' }, {}].map(qualityOf)).toEqual([0.92, 0.8, 0.6, 0.92]);
  });
});
