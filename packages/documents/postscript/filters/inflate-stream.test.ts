import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drain, MemoryStream } from './byte-stream.ts';
import { inflateStream } from './inflate-stream.ts';

const TEXT = new TextEncoder().encode(Array.from({ length: 5000 }, (_, line) => `${line * 7919} squirrel\n`).join(''));
const AFTER = new TextEncoder().encode('showpage');

describe('a deflated stream', () => {
  it.each([0, 1, 9])('ends where its data ends, at level %i', (level) => {
    const source = new MemoryStream(new Uint8Array([...deflateSync(TEXT, { level }), ...AFTER]));
    expect(drain(inflateStream(source), TEXT.length * 2)).toEqual(TEXT);
    expect(source.take(100)).toEqual(AFTER);
  });

  it('reads no more of the source than needed', () => {
    const packed = deflateSync(TEXT, { level: 0 });
    const source = new MemoryStream(new Uint8Array(packed));
    inflateStream(source).take(10);
    expect(source.position() - source.heldBytes()).toBeLessThan(8192);
  });

  it('yields the beginning of damaged data', () => {
    const packed = new Uint8Array(deflateSync(TEXT));
    const read = drain(inflateStream(new MemoryStream(packed.subarray(0, packed.length / 2))), TEXT.length);
    expect(read.length).toBeGreaterThan(1000);
    expect(read).toEqual(TEXT.subarray(0, read.length));
  });
});
