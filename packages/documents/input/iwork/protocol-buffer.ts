import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError } from '@bakkum/conversion/errors';

/** A field of a message: a number, or bytes (text, a message, packed numbers). Numbers of eight bytes are skipped. */
export type Field = { readonly number: number; readonly value: number | Bytes };

const KINDS = { varint: 0, eightBytes: 1, bytes: 2, fourBytes: 5 } as const;
/** Reads the fields of a message in the wire format of Protocol Buffers. Errors: `corrupt`. */
export function fieldsOf(message: Bytes): readonly Field[] {
  const reader = new ByteReader(message);
  const fields: Field[] = [];
  while (reader.left > 0) {
    const key = reader.varint();
    const kind = key % 8;
    const number = Math.floor(key / 8);
    if (kind === KINDS.varint) fields.push({ number, value: reader.varint() });
    else if (kind === KINDS.bytes) fields.push({ number, value: reader.take(reader.varint()) });
    else if (kind === KINDS.eightBytes) reader.take(8);
    else if (kind === KINDS.fourBytes) fields.push({ number, value: viewOf(reader.take(4)).getFloat32(0, true) });
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

/** All values of a repeated number. */
export function numbersIn(fields: readonly Field[], number: number): readonly number[] {
  return fields.flatMap((field) => (field.number === number && typeof field.value === 'number' ? [field.value] : []));
}

/** The fields of the message at a path of field numbers, which can be empty; `undefined` if there is none. */
export function messageAt(fields: readonly Field[], ...path: readonly number[]): readonly Field[] | undefined {
  return path.reduce<readonly Field[] | undefined>((inside, number) => {
    const [message] = inside ? messagesIn(inside, number) : [];
    return message && fieldsOf(message);
  }, fields);
}

/** The fields of the message at a path of field numbers; empty if there is none. */
export function within(fields: readonly Field[], ...path: readonly number[]): readonly Field[] {
  return messageAt(fields, ...path) ?? [];
}

export function textIn(fields: readonly Field[], number: number): string {
  return messagesIn(fields, number)
    .map((bytes) => new TextDecoder().decode(bytes))
    .join('');
}
