import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A body in all supported content encodings. */
export type EncodedBody = Readonly<Record<Encoding, Uint8Array<ArrayBuffer>>>;

/** Encodes a body. `effort` is Brotli's level: 5 for single use, 11 for cached bodies. */
export async function encode(body: Uint8Array<ArrayBuffer>, effort: 5 | 11): Promise<EncodedBody> {
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength };
  const [br, zipped] = await Promise.all([brotli(body, { params: parameters }), zip(body, { level: effort === 11 ? 9 : 6 })]);
  return { br: new Uint8Array(br), gzip: new Uint8Array(zipped), identity: body };
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
