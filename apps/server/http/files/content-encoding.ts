import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A body, encoded when a content encoding is first asked for. A failed encoding is tried again. */
export type EncodedBody = (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>;

/** @param effort Brotli's level: 5 for single use, 11 for cached bodies */
export function encodedBody(body: Uint8Array<ArrayBuffer>, effort: 5 | 11): EncodedBody {
  const encoded = new Map([['identity' as Encoding, Promise.resolve(body)]]);
  return (encoding) => {
    const known = encoded.get(encoding);
    if (known) return known;
    const started = encode(body, encoding, effort).catch((error: unknown) => {
      encoded.delete(encoding);
      throw error;
    });
    encoded.set(encoding, started);
    return started;
  };
}

async function encode(body: Uint8Array<ArrayBuffer>, encoding: Encoding, effort: 5 | 11): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'gzip') return new Uint8Array(await zip(body, { level: effort === 11 ? 9 : 6 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength };
  return new Uint8Array(await brotli(body, { params }));
}

/** Chooses the best available encoding that `Accept-Encoding` allows (RFC 9110, 12.5.3). A weight of 0 forbids one. */
export function chooseEncoding(acceptEncoding: string | undefined, available: readonly Encoding[] = ['br', 'gzip']): Encoding {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, weight]) => !weight || Number(weight.replace('q=', '')) > 0)
      .map(([name]) => name),
  );
  return available.find((encoding) => accepted.has(encoding)) ?? 'identity';
}
