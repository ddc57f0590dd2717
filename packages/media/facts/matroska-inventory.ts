import { textAt } from '@bakkum/bytes/bytes';
import { bytesAt, type Inventory, NOTHING } from './contents.ts';

/** Element ids of RFC 9559, marker bits included. */
const ID = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  codecId: 0x86,
  chapters: 0x1043a770,
  attachments: 0x1941a469,
  attachedFile: 0x61a7,
  mediaType: 0x4660,
} as const;

const TRACK_VIDEO = 1;
const TRACK_AUDIO = 2;
const TRACK_SUBTITLE = 17;
const MAX_ELEMENTS_BEFORE_CLUSTERS = 200;
/** Most elements have a few kilobytes; attachments hold whole fonts, but only their headers count. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

export async function matroskaInventory(file: Blob): Promise<Inventory | undefined> {
  const ebml = await elementAt(file, 0);
  const segment = ebml ? await elementAt(file, ebml.end) : undefined;
  if (segment?.id !== ID.segment) return undefined;
  const parts = await topLevelOf(file, segment.body);
  const lists = await Promise.all(partsOf(parts, ID.tracks).map(async (part) => tracksOf(await bodyOf(file, part))));
  const tracks = lists.flat();
  const count = (wanted: number, codec = '') =>
    tracks.filter((track) => track.type === wanted && track.codec.startsWith(codec)).length;
  const files = await Promise.all(partsOf(parts, ID.attachments).map(async (part) => attachmentsOf(await bodyOf(file, part))));
  return {
    ...NOTHING,
    video: count(TRACK_VIDEO),
    audio: count(TRACK_AUDIO),
    subtitles: count(TRACK_SUBTITLE),
    textSubtitles: count(TRACK_SUBTITLE, 'S_TEXT/'),
    attachments: files.flat().filter((type) => !type.startsWith('image/')).length,
    chapters: parts.has(ID.chapters),
  };
}

type Element = { readonly id: number; readonly body: number; readonly end: number };

/** Collects the sections before the first cluster, and those after it that the seek head lists. */
async function topLevelOf(file: Blob, start: number): Promise<Map<number, Element>> {
  const parts = new Map<number, Element>();
  let position = start;
  for (let count = 0; count < MAX_ELEMENTS_BEFORE_CLUSTERS && position < file.size; count++) {
    const element = await elementAt(file, position);
    if (!element || element.id === ID.cluster) break;
    if (!parts.has(element.id)) parts.set(element.id, element);
    position = element.end;
  }
  const seekHead = parts.get(ID.seekHead);
  for (const offset of seekHead ? seekPositionsOf(await bodyOf(file, seekHead)) : []) {
    const element = await elementAt(file, start + offset);
    if (element && !parts.has(element.id)) parts.set(element.id, element);
  }
  return parts;
}

function partsOf(parts: ReadonlyMap<number, Element>, id: number): Element[] {
  const part = parts.get(id);
  return part ? [part] : [];
}

async function bodyOf(file: Blob, { body, end }: Element): Promise<Uint8Array> {
  return bytesAt(file, body, Math.min(end - body, MAX_BODY_BYTES));
}

async function elementAt(file: Blob, position: number): Promise<Element | undefined> {
  const found = headerIn(await bytesAt(file, position, 12), 0, file.size - position);
  return found && { id: found.id, body: position + found.body, end: position + found.end };
}

function* elementsIn(bytes: Uint8Array): Generator<Element> {
  for (let at = 0; at < bytes.length; ) {
    const element = headerIn(bytes, at, bytes.length - at);
    if (!element) return;
    yield element;
    at = element.end;
  }
}

function headerIn(bytes: Uint8Array, at: number, rest: number): Element | undefined {
  const id = numberIn(bytes, at, true);
  const size = id && numberIn(bytes, at + id.length, false);
  if (!id || !size) return undefined;
  const body = at + id.length + size.length;
  return { id: id.value, body, end: size.value === undefined ? at + rest : body + size.value } satisfies Element;
}

type VariableNumber = { readonly length: number; readonly value: number };

/** The number of leading zero bits gives the length. An id keeps its marker bit; a size of all ones means unknown. */
function numberIn(bytes: Uint8Array, at: number, isId: true): VariableNumber | undefined;
function numberIn(
  bytes: Uint8Array,
  at: number,
  isId: false,
): { readonly length: number; readonly value: number | undefined } | undefined;
function numberIn(bytes: Uint8Array, at: number, isId: boolean) {
  const first = bytes[at];
  if (!first) return undefined;
  const length = Math.clz32(first) - 23;
  if (length > (isId ? 4 : 8) || at + length > bytes.length) return undefined;
  const marker = 1 << (8 - length);
  let value = isId ? first : first & (marker - 1);
  let isUnknown = !isId && value === marker - 1;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 255;
  }
  return { length, value: isUnknown ? undefined : value };
}

function uintIn(bytes: Uint8Array, { body, end }: Element): number {
  return bytes.subarray(body, end).reduce((value, byte) => value * 256 + byte, 0);
}

function tracksOf(tracks: Uint8Array): { readonly type: number; readonly codec: string }[] {
  return [...elementsIn(tracks)]
    .filter(({ id }) => id === ID.trackEntry)
    .map(({ body, end }) => {
      const entry = tracks.subarray(body, end);
      const fields = [...elementsIn(entry)];
      const type = fields.find(({ id }) => id === ID.trackType);
      const codec = fields.find(({ id }) => id === ID.codecId);
      return { type: type ? uintIn(entry, type) : 0, codec: codec ? textAt(entry, codec.body, codec.end - codec.body) : '' };
    });
}

function attachmentsOf(attachments: Uint8Array): string[] {
  return [...elementsIn(attachments)]
    .filter(({ id }) => id === ID.attachedFile)
    .map(({ body, end }) => {
      const file = attachments.subarray(body, end);
      const type = [...elementsIn(file)].find(({ id }) => id === ID.mediaType);
      return type ? textAt(file, type.body, type.end - type.body) : '';
    });
}

function seekPositionsOf(seekHead: Uint8Array): number[] {
  const wanted: ReadonlySet<number> = new Set([ID.tracks, ID.chapters, ID.attachments]);
  return [...elementsIn(seekHead)]
    .filter(({ id }) => id === ID.seek)
    .flatMap(({ body, end }) => {
      const seek = seekHead.subarray(body, end);
      const fields = [...elementsIn(seek)];
      const target = fields.find(({ id }) => id === ID.seekId);
      const position = fields.find(({ id }) => id === ID.seekPosition);
      return target && position && wanted.has(uintIn(seek, target)) ? [uintIn(seek, position)] : [];
    });
}
