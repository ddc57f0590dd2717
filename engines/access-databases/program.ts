import { Buffer as OwnBuffer } from 'buffer/index.js';
import type MDBReader from 'mdb-reader';

export type Database = MDBReader;

/** Opens a database with `mdb-reader`, which needs Node's `Buffer` or a polyfill of it. */
export async function openDatabase(bytes: Uint8Array<ArrayBuffer>, password: string): Promise<Database> {
  if (!('Buffer' in globalThis)) Object.assign(globalThis, { Buffer: OwnBuffer });
  const buffer: unknown = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { default: Reader } = await import('mdb-reader');
  return new Reader(buffer as ConstructorParameters<typeof Reader>[0], { password });
}
