import { startsWith, viewOf } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';
import type { Dialect, Json } from './feature.ts';
import { notWritten, type Sample, trackFeatures } from './tracks.ts';

type FieldLayout = { readonly id: number; readonly size: number; readonly base: number };
type Layout = {
  readonly message: number;
  readonly isBig: boolean;
  readonly fields: readonly FieldLayout[];
  readonly extra: number;
};

const RECORD = 20;
const SESSION = 18;
/** Seconds from 1970 to the FIT epoch at the end of 1989. */
const EPOCH = 631_065_600;
const SEMICIRCLES = 180 / 2 ** 31;
/** Common sports by number, from the FIT profile. */
const SPORTS: Readonly<Record<number, string>> = {
  0: 'generic',
  1: 'running',
  2: 'cycling',
  5: 'swimming',
  11: 'walking',
  17: 'hiking',
};

/** FIT files of watches and cycling computers: positions of an activity with their measurements. */
export const fit: Dialect = {
  read(file) {
    const view = viewOf(file);
    if (file.length < 14 || !startsWith(file, '.FIT', 8)) throw corrupt('no FIT');
    try {
      const { samples, properties } = messagesOf(view, file[0] ?? 14);
      return trackFeatures([{ pieces: [samples], properties }]);
    } catch (cause) {
      throw cause instanceof RangeError ? corrupt('cut off', cause) : cause;
    }
  },
  write: notWritten,
};

function messagesOf(view: DataView, start: number): { samples: readonly Sample[]; properties: Readonly<Record<string, Json>> } {
  const layouts = new Map<number, Layout>();
  const samples: Sample[] = [];
  let properties: Readonly<Record<string, Json>> = {};
  const end = Math.min(view.byteLength, start + view.getUint32(4, true));
  let clock = 0;
  for (let at = start; at < end; ) {
    const header = view.getUint8(at);
    at += 1;
    const isShort = (header & 0x80) !== 0;
    const local = isShort ? (header >> 5) & 3 : header & 15;
    if (!isShort && header & 0x40) {
      const { layout, length } = layoutAt(view, at, (header & 0x20) !== 0);
      layouts.set(local, layout);
      at += length;
      continue;
    }
    const layout = layouts.get(local);
    if (!layout) throw corrupt('a message without its layout');
    const values = valuesAt(view, at, layout);
    at += layout.fields.reduce((sum, { size }) => sum + size, layout.extra);
    clock = isShort ? shortClock(clock, header & 31) : (values.get(253) ?? clock);
    if (layout.message === RECORD) samples.push(...sampleOf(values, clock));
    if (layout.message === SESSION) properties = { sport: SPORTS[values.get(5) ?? -1] ?? 'other' };
  }
  return { samples, properties };
}

/** Extends a compressed 5-bit timestamp. */
const shortClock = (clock: number, bits: number): number => clock + ((bits - (clock & 31) + 32) & 31);

function layoutAt(view: DataView, at: number, hasDeveloperFields: boolean): { layout: Layout; length: number } {
  const isBig = view.getUint8(at + 1) === 1;
  const message = view.getUint16(at + 2, !isBig);
  const count = view.getUint8(at + 4);
  const triple = (place: number): FieldLayout => ({
    id: view.getUint8(place),
    size: view.getUint8(place + 1),
    base: view.getUint8(place + 2),
  });
  const fields = Array.from({ length: count }, (_, index) => triple(at + 5 + index * 3));
  let length = 5 + count * 3;
  let extra = 0;
  if (hasDeveloperFields) {
    const more = view.getUint8(at + length);
    for (let index = 0; index < more; index += 1) extra += triple(at + length + 1 + index * 3).size;
    length += 1 + more * 3;
  }
  return { layout: { message, isBig, fields, extra }, length };
}

/** Reads numeric values; a value of all ones is invalid. */
function valuesAt(view: DataView, start: number, { fields, isBig }: Layout): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  let at = start;
  for (const { id, size, base } of fields) {
    const isSigned = base === 0x01 || base === 0x83 || base === 0x85;
    if (size === 1 && view.getUint8(at) !== 0xff) values.set(id, view.getUint8(at));
    if (size === 2 && view.getUint16(at, !isBig) !== 0xffff)
      values.set(id, isSigned ? view.getInt16(at, !isBig) : view.getUint16(at, !isBig));
    if (size === 4) {
      const value = isSigned ? view.getInt32(at, !isBig) : view.getUint32(at, !isBig);
      if (value !== (isSigned ? 0x7fffffff : 0xffffffff)) values.set(id, value);
    }
    at += size;
  }
  if (at > view.byteLength) throw corrupt('cut off');
  return values;
}

const degrees = (semicircles: number): number => Math.round(semicircles * SEMICIRCLES * 1e7) / 1e7;

function sampleOf(values: ReadonlyMap<number, number>, clock: number): readonly Sample[] {
  const [latitude, longitude] = [values.get(0), values.get(1)];
  if (latitude === undefined || longitude === undefined) return [];
  const raw = values.get(78) ?? values.get(2);
  const height = raw === undefined ? [] : [Math.round((raw / 5 - 500) * 10) / 10];
  const measured = {
    heartRates: values.get(3),
    cadences: values.get(4),
    powers: values.get(7),
    distances: over(values.get(5), 100),
    speeds: over(values.get(73) ?? values.get(6), 1000),
  };
  return [
    {
      position: [degrees(longitude), degrees(latitude), ...height],
      times: new Date((clock + EPOCH) * 1000).toISOString().replace('.000', ''),
      ...(Object.fromEntries(Object.entries(measured).filter(([, value]) => value !== undefined)) as Partial<Sample>),
    },
  ];
}

const over = (value: number | undefined, divisor: number): number | undefined =>
  value === undefined ? undefined : value / divisor;
