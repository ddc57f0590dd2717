import { deflate, inflate } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';

/** Size limit of the text, against gzip bombs. */
export const MAX_MARKUP_BYTES = 64 * 1024 * 1024;
/** Limit on declared entities; more indicate an attack, because entities can refer to entities. */
const MAX_ENTITIES = 256;

/** Returns the text of a drawing, gunzipped if necessary. */
export async function readMarkup(file: Blob): Promise<string> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const packed = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = packed ? await inflate(file, 'gzip', { maxBytes: MAX_MARKUP_BYTES }) : new Uint8Array(await file.arrayBuffer());
  if (bytes.length > MAX_MARKUP_BYTES) throw new ConversionError('too-large', `${bytes.length} bytes of markup`);
  const text = decodeText(bytes);
  if (!/<(\w+:)?svg[\s>]/.test(text)) throw new ConversionError('corrupt', 'no svg element');
  if ((text.match(/<!ENTITY/g)?.length ?? 0) > MAX_ENTITIES || nestsEntities(text)) {
    throw new ConversionError('too-large', 'nested entities');
  }
  return text;
}

/** Nested entities grow exponentially ("billion laughs"); drawings need only one level. */
function nestsEntities(text: string): boolean {
  const values = [...text.matchAll(/<!ENTITY\s+[\w.-]+\s+(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, double, single]) => double ?? single ?? '',
  );
  return values.filter((value) => (value.match(/&[\w.-]+;/g)?.length ?? 0) > 2).length > 2;
}

/** Compresses a drawing with gzip. */
export async function pack(markup: string): Promise<Blob> {
  return new Blob([await deflate(new Blob([markup]), 'gzip')], { type: 'image/svg+xml' });
}
