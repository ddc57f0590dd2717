import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, encodedBody } from './content-encoding.ts';

describe('an encoded body', () => {
  const text = new TextEncoder().encode('바꿈 '.repeat(100));
  const body = encodedBody(text, 5);

  it('decodes to the original in every encoding', async () => {
    expect(new Uint8Array(brotliDecompressSync(await body('br')))).toEqual(text);
    expect(new Uint8Array(gunzipSync(await body('gzip')))).toEqual(text);
    expect(await body('identity')).toBe(text);
  });

  it('is encoded once for all clients', async () => {
    expect(await body('br')).toBe(await body('br'));
  });
});

it('sends no encoding that a client excludes', () => {
  expect([undefined, 'br;q=0, gzip', 'gzip, br', 'deflate'].map((accepted) => chooseEncoding(accepted))).toEqual([
    'identity',
    'gzip',
    'br',
    'identity',
  ]);
});
