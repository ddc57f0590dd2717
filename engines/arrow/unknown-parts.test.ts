import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CompressionType, compressionRegistry, RecordBatchStreamWriter, tableFromArrays } from 'apache-arrow';
import { expect, it } from 'vitest';
import { hasUnknownParts } from './unknown-parts.ts';

const fixture = (name: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(path.resolve(import.meta.dirname, '../../tests/fixtures/tables', name)));

/** A table whose buffers say that they are compressed with Zstandard. */
function compressed(): Uint8Array<ArrayBuffer> {
  const frame = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00);
  compressionRegistry.set(CompressionType.ZSTD, { encode: () => frame, decode: (data) => data });
  const writer = new RecordBatchStreamWriter({ compressionType: CompressionType.ZSTD });
  writer.write(tableFromArrays({ id: Int32Array.of(1, 2, 3) }));
  return Uint8Array.from(writer.finish().toUint8Array(true));
}

it.each(['table.arrow', 'table.arrows'])('finds nothing unknown in %s', (name) => {
  expect(hasUnknownParts(fixture(name))).toBe(false);
});

it('finds a compression without a decoder', () => {
  expect(hasUnknownParts(compressed())).toBe(true);
});

it('reports damage as damage', () => {
  const whole = fixture('table.arrows');
  for (let length = 0; length < whole.length; length += 37) expect(hasUnknownParts(whole.slice(0, length))).toBe(false);
});
