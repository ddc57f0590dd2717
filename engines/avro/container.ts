import { corrupt } from '@bakkum/conversion/errors';
import type { DataSource } from '@bakkum/data-tree/data-reader';
import { type Value } from '@bakkum/data-tree/value';
import { BinaryInput } from './binary-input.ts';
import { blockCodec } from './block-codec.ts';
import { readerOf } from './schema.ts';

const SYNC = 16;

/**
 * Reads all objects of a container (Avro 1.12, "Object Container Files"). Errors: `corrupt`, `unsupported-feature`, `too-large`.
 */
export function readContainer({ bytes, signal }: DataSource): Value {
  const input = new BinaryInput(bytes);
  if (new TextDecoder('latin1').decode(input.take(4)) !== 'Obj\u0001') throw corrupt('no container of Avro');
  const facts = factsOf(input);
  const sync = input.take(SYNC);
  const schema = facts.get('avro.schema');
  if (!schema) throw corrupt('no schema in it');
  const read = readerOf(schemaJson(schema));
  const unpack = blockCodec(new TextDecoder().decode(facts.get('avro.codec') ?? new Uint8Array()));
  const objects: Value[] = [];
  while (input.left > 0) {
    signal.throwIfAborted();
    const count = input.length();
    const block = new BinaryInput(unpack(input.take(input.length())));
    for (let left = count; left > 0; left -= 1) {
      block.countValue();
      objects.push(read(block, 0));
    }
    if (input.take(SYNC).some((byte, index) => byte !== sync[index])) throw corrupt('a block without its mark');
  }
  return objects;
}

/** Reads the metadata map in the header. */
function factsOf(input: BinaryInput): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const facts = new Map<string, Uint8Array<ArrayBuffer>>();
  input.eachItem(() => facts.set(input.text(), input.take(input.length())));
  return facts;
}

function schemaJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw corrupt(`its schema: ${cause.message}`);
    throw cause;
  }
}
