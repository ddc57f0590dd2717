import { type Bytes, concat } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackSnappy } from '@bakkum/copying-codecs/snappy-block';
import { fieldsOf, messagesIn, numberIn } from './protocol-buffer.ts';

/** An object of a document: id, message type and message. */
export type IwaObject = { readonly id: number; readonly type: number; readonly message: Bytes };

/** A chunk unpacks to 64 KiB at most; some writers exceed that slightly. */
const MAX_CHUNK_BYTES = 131_072;
const CHUNK_HEAD = 4;

/**
 * Reads the objects of an iWork archive: Snappy chunks without framing that contain a stream of headers and messages (documented
 * at https://github.com/obriensp/iWorkFileFormat). Errors: `corrupt`.
 */
export function objectsOf(file: Bytes): readonly IwaObject[] {
  const reader = new ByteReader(unpacked(file));
  const objects: IwaObject[] = [];
  while (reader.left > 0) {
    const info = fieldsOf(reader.take(reader.varint()));
    const id = numberIn(info, 1) ?? 0;
    for (const description of messagesIn(info, 2).map(fieldsOf)) {
      const message = reader.take(numberIn(description, 3) ?? 0);
      objects.push({ id, type: numberIn(description, 1) ?? 0, message });
    }
  }
  return objects;
}

function unpacked(file: Bytes): Bytes {
  const chunks: Bytes[] = [];
  for (let at = 0; at < file.length; ) {
    const length = (file[at + 1] ?? 0) + (file[at + 2] ?? 0) * 256 + (file[at + 3] ?? 0) * 65_536;
    const from = at + CHUNK_HEAD;
    if (file[at] !== 0 || from + length > file.length) throw new ConversionError('corrupt', 'no chunk of an archive');
    chunks.push(unpackSnappy(file.subarray(from, from + length), MAX_CHUNK_BYTES));
    at = from + length;
  }
  return concat(chunks);
}
