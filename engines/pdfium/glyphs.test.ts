import { describe, expect, it } from 'vitest';
import { angleOf } from './glyphs.ts';

describe('the angle of a character', () => {
  it.each([
    ['upright', [1, 0, 0, -1, 0, 0], 0],
    ['running down', [0, 1, 1, 0, 0, 0], 90],
    ['upside down', [-1, 0, 0, 1, 0, 0], 180],
    ['mirrored, as a letter in the name of XeTeX', [-1, 0, 0, -1, 0, 0], 0],
    ['slanted', [1, 0, 0.3, -1, 0, 0], 0],
  ] as const)('is detected when it is %s', (_, matrix, angle) => expect(Math.abs(angleOf(matrix))).toBeCloseTo(angle));
});
