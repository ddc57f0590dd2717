import { describe, expect, it } from 'vitest';
import { similarFaces } from './latin-metrics.ts';

describe('typefaces with similar widths', () => {
  it('are not sought for long names or names with control characters, before the program starts', async () => {
    expect(await similarFaces(['Grotesk'.repeat(20), 'Grotesk\u0007'])).toEqual(new Map());
  });
});
