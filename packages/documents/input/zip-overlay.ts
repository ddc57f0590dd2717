import { type Bytes, concat, viewOf } from '@bakkum/bytes/bytes';
import { zipSync } from 'fflate';
import { endRecord } from './zip-directory.ts';

const END_RECORD = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
/** Marks that the real value is elsewhere (APPNOTE 4.4.1.4, ZIP64). */
const ELSEWHERE = 0xffffffff;
const COUNT_ELSEWHERE = 0xffff;

type Entry = { readonly name: string; readonly record: Bytes };
type Directory = { readonly at: number; readonly entries: readonly Entry[] };

/**
 * Replaces some members of a zip; the rest is copied in compressed form. The old contents remain without a directory entry.
 * `undefined` if the file is not a plain zip, or too large for one.
 */
export function withMembers(zip: Bytes, members: Readonly<Record<string, Uint8Array>>): Bytes | undefined {
  const over = new Uint8Array(zipSync(members, { level: 0 }));
  const [base, upper] = [directoryOf(zip), directoryOf(over)];
  if (!base || !upper) return undefined;
  const kept = base.entries.filter(({ name }) => !(name in members)).map(({ record }) => record);
  const added = upper.entries.map(({ record }) => movedBy(record, base.at));
  const records = [...kept, ...added];
  const size = records.reduce((sum, { length }) => sum + length, 0);
  const at = base.at + upper.at;
  if (records.length >= COUNT_ELSEWHERE || at + size >= ELSEWHERE) return undefined;
  return concat([zip.subarray(0, base.at), over.subarray(0, upper.at), ...records, endOf(records.length, size, at)]);
}

function directoryOf(zip: Bytes): Directory | undefined {
  const view = viewOf(zip);
  const end = endRecord(view);
  if (end === undefined) return undefined;
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  if (count === COUNT_ELSEWHERE || start > end) return undefined;
  const entries: Entry[] = [];
  for (let at = start; entries.length < count; ) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY || view.getUint32(at + 42, true) === ELSEWHERE)
      return undefined;
    const nameBytes = view.getUint16(at + 28, true);
    const bytes = ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const name = new TextDecoder().decode(zip.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    entries.push({ name, record: zip.slice(at, at + bytes) });
    at += bytes;
  }
  return { at: start, entries };
}

/** Adjusts the content offset, which counts from the beginning of the file. */
function movedBy(record: Bytes, distance: number): Bytes {
  const view = new DataView(record.buffer);
  view.setUint32(42, view.getUint32(42, true) + distance, true);
  return record;
}

function endOf(count: number, size: number, at: number): Bytes {
  const view = new DataView(new ArrayBuffer(END_BYTES));
  view.setUint32(0, END_RECORD, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, size, true);
  view.setUint32(16, at, true);
  return new Uint8Array(view.buffer);
}
