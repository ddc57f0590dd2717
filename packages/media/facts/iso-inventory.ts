import { startsWith, textAt, viewOf } from '@bakkum/bytes/bytes';
import { bytesAt, type Inventory, NOTHING } from './contents.ts';

/** Larger than any real sample table; a file that claims more is not read completely. */
const MAX_MOOV_BYTES = 128 * 1024 * 1024;
const MAX_TOP_LEVEL_BOXES = 10_000;

/** ISO/IEC 14496-12 handler types. Time codes, hints and metadata are not counted: they are no loss. */
const TEXT_HANDLERS: ReadonlySet<string> = new Set(['text', 'sbtl', 'subt']);
const SUBTITLE_HANDLERS: ReadonlySet<string> = new Set(['text', 'sbtl', 'subt', 'clcp', 'subp']);

export async function isoInventory(file: Blob): Promise<Inventory | undefined> {
  const moov = await findMoov(file);
  if (!moov) return undefined;
  const tracks = childrenOf(moov)
    .filter(({ type }) => type === 'trak')
    .map(({ body }) => trackOf(body));
  const chapterTracks = new Set(tracks.flatMap(({ chaptersIn }) => chaptersIn));
  const count = (wanted: (handler: string) => boolean) =>
    tracks.filter(({ id, handler }) => wanted(handler) && !chapterTracks.has(id)).length;
  return {
    ...NOTHING,
    video: count((handler) => handler === 'vide'),
    audio: count((handler) => handler === 'soun'),
    subtitles: count((handler) => SUBTITLE_HANDLERS.has(handler)),
    textSubtitles: count((handler) => TEXT_HANDLERS.has(handler)),
    chapters: chapterTracks.size > 0 || find(moov, ['udta', 'chpl']) !== undefined,
    edited: tracks.some(({ edits }) => edits.shown > 1),
    ...mostPacketsOf(tracks),
    ...presentedEndOf(
      tracks.filter(({ handler }) => handler === 'vide' || handler === 'soun'),
      timescaleOf(find(moov, ['mvhd'])),
    ),
  };
}

/** Fragmented files have empty tables. */
function mostPacketsOf(tracks: readonly Track[]): { mostPackets?: number } {
  const most = Math.max(0, ...tracks.map(({ packets }) => packets));
  return most > 0 ? { mostPackets: most } : {};
}

function presentedEndOf(tracks: readonly Track[], timescale: number): { presentedEnd?: number } {
  if (tracks.length === 0 || timescale === 0 || tracks.some(({ edits }) => edits.duration === 0)) return {};
  return { presentedEnd: Math.max(...tracks.map(({ edits }) => edits.duration)) / timescale };
}

/** Time units per second of the durations in edit lists. */
function timescaleOf(mvhd: Uint8Array | undefined): number {
  const at = mvhd?.[0] === 1 ? 20 : 12;
  return mvhd && mvhd.length >= at + 4 ? viewOf(mvhd).getUint32(at) : 0;
}

async function findMoov(file: Blob): Promise<Uint8Array | undefined> {
  let position = 0;
  for (let boxes = 0; position + 8 <= file.size && boxes < MAX_TOP_LEVEL_BOXES; boxes++) {
    const head = await bytesAt(file, position, 16);
    const { size, header } = sizeOf(head, 0, file.size - position);
    if (size < header) return undefined;
    if (startsWith(head, 'moov', 4)) return size > MAX_MOOV_BYTES ? undefined : bytesAt(file, position + header, size - header);
    position += size;
  }
  return undefined;
}

type Box = { readonly type: string; readonly body: Uint8Array };

function childrenOf(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const { size, header } = sizeOf(bytes, at, bytes.length - at);
    if (size < header) break;
    boxes.push({ type: textAt(bytes, at + 4, 4), body: bytes.subarray(at + header, at + size) });
    at += size;
  }
  return boxes;
}

/** A `size` of 1 announces a 64-bit size, 0 means up to the end. */
function sizeOf(bytes: Uint8Array, at: number, rest: number): { size: number; header: number } {
  const view = viewOf(bytes);
  const size = view.getUint32(at);
  if (size === 0) return { size: rest, header: 8 };
  if (size !== 1) return { size, header: 8 };
  return bytes.length < at + 16 ? { size: 0, header: 16 } : { size: Number(view.getBigUint64(at + 8)), header: 16 };
}

function find(bytes: Uint8Array, path: readonly string[]): Uint8Array | undefined {
  const [first, ...rest] = path;
  const body = childrenOf(bytes).find(({ type }) => type === first)?.body;
  return body && rest.length > 0 ? find(body, rest) : body;
}

type Edits = { readonly shown: number; readonly duration: number };
type Track = {
  readonly id: number;
  readonly handler: string;
  readonly chaptersIn: readonly number[];
  readonly edits: Edits;
  readonly packets: number;
};

function trackOf(trak: Uint8Array): Track {
  const header = find(trak, ['tkhd']);
  const handler = find(trak, ['mdia', 'hdlr']);
  return {
    id: header ? trackIdOf(header) : 0,
    handler: handler ? textAt(handler, 8, 4) : '',
    chaptersIn: numbersOf(find(trak, ['tref', 'chap'])),
    edits: editsOf(find(trak, ['edts', 'elst'])),
    packets: packetsOf(find(trak, ['mdia', 'minf', 'stbl'])),
  };
}

/** Both sample size boxes store the count after four bytes of flags and four of a size. */
function packetsOf(table: Uint8Array | undefined): number {
  const sizes = table && (find(table, ['stsz']) ?? find(table, ['stz2']));
  return sizes && sizes.length >= 12 ? viewOf(sizes).getUint32(8) : 0;
}

function trackIdOf(tkhd: Uint8Array): number {
  const at = tkhd[0] === 1 ? 20 : 12;
  return tkhd.length < at + 4 ? 0 : viewOf(tkhd).getUint32(at);
}

function numbersOf(list: Uint8Array | undefined): readonly number[] {
  if (!list) return [];
  const view = viewOf(list);
  return Array.from({ length: Math.floor(list.length / 4) }, (_, index) => view.getUint32(index * 4));
}

/** Counts the entries that show media (an empty one only delays the track), and adds up the duration of all. */
function editsOf(elst: Uint8Array | undefined): Edits {
  if (!elst || elst.length < 8) return { shown: 0, duration: 0 };
  const view = viewOf(elst);
  const wide = elst[0] === 1;
  const bytes = wide ? 20 : 12;
  const count = Math.min(view.getUint32(4), Math.floor((elst.length - 8) / bytes));
  const entries = Array.from({ length: count }, (_, index) => 8 + index * bytes);
  const shown = entries.filter((at) => (wide ? view.getBigInt64(at + 8) >= 0n : view.getInt32(at + 4) >= 0)).length;
  const durations = entries.map((at) => (wide ? Number(view.getBigUint64(at)) : view.getUint32(at)));
  return { shown, duration: durations.reduce((sum, duration) => sum + duration, 0) };
}
