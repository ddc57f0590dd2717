import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** A field of a message: a number, or bytes (text, a message, packed numbers). Fixed-width numbers are skipped. */
export type Field = { readonly number: number; readonly value: number | Bytes };

const KINDS = { varint: 0, eightBytes: 1, bytes: 2, fourBytes: 5 } as const;
/** Varint limit: ten groups of seven bits hold 64. */
const MAX_GROUPS = 10;

/** Reads the Protocol Buffers wire format field by field. Errors: `corrupt`. */
export class MessageReader {
  readonly #bytes: Bytes;
  #at = 0;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  varint(): number {
    let value = 0;
    for (let group = 0; group < MAX_GROUPS; group += 1) {
      const byte = this.take(1)[0] ?? 0;
      value += (byte & 0x7f) * 128 ** group;
      if (byte < 0x80) return value;
    }
    throw new ConversionError('corrupt', 'a number without an end');
  }

  take(length: number): Bytes {
    if (length > this.left) throw new ConversionError('corrupt', 'a message that ends too early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

export function fieldsOf(message: Bytes): readonly Field[] {
  const reader = new MessageReader(message);
  const fields: Field[] = [];
  while (reader.left > 0) {
    const key = reader.varint();
    const kind = key % 8;
    const number = Math.floor(key / 8);
    if (kind === KINDS.varint) fields.push({ number, value: reader.varint() });
    else if (kind === KINDS.bytes) fields.push({ number, value: reader.take(reader.varint()) });
    else if (kind === KINDS.eightBytes) reader.take(8);
    else if (kind === KINDS.fourBytes) reader.take(4);
    else throw new ConversionError('corrupt', `a field of kind ${kind}`);
  }
  return fields;
}

export function messagesIn(fields: readonly Field[], number: number): readonly Bytes[] {
  return fields.flatMap((field) => (field.number === number && typeof field.value !== 'number' ? [field.value] : []));
}

export function numberIn(fields: readonly Field[], number: number): number | undefined {
  const value = fields.find((field) => field.number === number)?.value;
  return typeof value === 'number' ? value : undefined;
}

export function textIn(fields: readonly Field[], number: number): string {
  return messagesIn(fields, number)
    .map((bytes) => new TextDecoder().decode(bytes))
    .join('');
}
