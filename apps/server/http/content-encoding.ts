import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A body in the encodings a browser may ask for. */
export type EncodedBody = Readonly<Record<Encoding, Uint8Array<ArrayBuffer>>>;

/** `effort` of brotli: 5 for what is made for one visitor, 11 for what is kept. */
export async function encode(body: Uint8Array<ArrayBuffer>, effort: 5 | 11): Promise<EncodedBody> {
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength };
  const [br, zipped] = await Promise.all([brotli(body, { params: parameters }), zip(body, { level: effort === 11 ? 9 : 6 })]);
  return { br: new Uint8Array(br), gzip: new Uint8Array(zipped), identity: body };
}

/** The best of the available encodings that `Accept-Encoding` names (RFC 9110, 12.5.3); a weight of 0 refuses one. */
export function chooseEncoding(acceptEncoding: string | undefined, available: readonly Encoding[] = ['br', 'gzip']): Encoding {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, weight]) => !weight || Number(weight.replace('q=', '')) > 0)
      .map(([name]) => name),
  );
  return available.find((encoding) => accepted.has(encoding)) ?? 'identity';
}
