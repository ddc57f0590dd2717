import { ConversionError } from '@bakkum/conversion/errors';
import { describe, expect, it } from 'vitest';
import { fromMagick } from './errors.ts';

describe('fromMagick', () => {
  it('leaves typed failures as they are', () => {
    const failure = new ConversionError('too-large', 'x');
    expect(fromMagick(failure)).toBe(failure);
  });

  it('calls a trap a crash, because the memory is lost with it', () => {
    expect(fromMagick(new WebAssembly.RuntimeError('unreachable')).code).toBe('crashed');
  });

  it('calls a C++ exception of a decoder damage', () => {
    expect(fromMagick({ excPtr: 4096 }).code).toBe('corrupt');
  });

  it('calls what nobody foresaw internal', () => {
    expect(fromMagick(new TypeError('x')).code).toBe('internal');
  });
});
