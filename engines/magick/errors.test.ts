import { ConversionError } from '@bakkum/conversion/errors';
import { describe, expect, it } from 'vitest';
import { fromMagick } from './errors.ts';

describe('fromMagick', () => {
  it('leaves typed failures unchanged', () => {
    const failure = new ConversionError('too-large', 'x');
    expect(fromMagick(failure)).toBe(failure);
  });

  it('reports a trap as a crash, because the memory is lost', () => {
    expect(fromMagick(new WebAssembly.RuntimeError('unreachable')).code).toBe('crashed');
  });

  it('reports a C++ exception of a decoder as corrupt', () => {
    expect(fromMagick({ excPtr: 4096 }).code).toBe('corrupt');
  });

  it('reports unexpected errors as internal', () => {
    expect(fromMagick(new TypeError('x')).code).toBe('internal');
  });
});
