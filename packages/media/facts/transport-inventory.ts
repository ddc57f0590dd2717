import { bytesAt, type Inventory, NOTHING } from './contents.ts';

/** The tables repeat several times per second, so the first megabyte of any stream has them. */
const SEARCHED_BYTES = 1024 * 1024;
const SYNC = 0x47;

/** ISO/IEC 13818-1 stream types, and those ATSC A/53 and Blu-ray add. */
const VIDEO_TYPES: ReadonlySet<number> = new Set([0x01, 0x02, 0x10, 0x1b, 0x1e, 0x20, 0x21, 0x24, 0x33, 0x42, 0xd1, 0xea]);
const AUDIO_TYPES: ReadonlySet<number> = new Set([
  0x03, 0x04, 0x0f, 0x11, 0x1c, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0xa1, 0xa2,
]);
const BLU_RAY_SUBTITLES: ReadonlySet<number> = new Set([0x90, 0x91, 0x92]);
const PRIVATE = 0x06;

/** ETSI EN 300 468 descriptors that identify the codec of a private stream. */
const AUDIO_DESCRIPTORS: ReadonlySet<number> = new Set([0x6a, 0x7a, 0x7b, 0x7c]);
const SUBTITLE_DESCRIPTORS: ReadonlySet<number> = new Set([0x56, 0x59]);

/** Counts the streams of the first program. */
export async function transportInventory(file: Blob): Promise<Inventory | undefined> {
  const bytes = await bytesAt(file, 0, SEARCHED_BYTES);
  const packets = packetsOf(bytes);
  const programs = sectionOf(packets, 0);
  const table = programs && sectionOf(packets, programMapOf(programs));
  if (!table) return undefined;
  const streams = streamsOf(table);
  const count = (isWanted: (stream: Stream) => boolean) => streams.filter(isWanted).length;
  const described = (stream: Stream, tags: ReadonlySet<number>) =>
    stream.type === PRIVATE && stream.descriptors.some((tag) => tags.has(tag));
  return {
    ...NOTHING,
    video: count(({ type }) => VIDEO_TYPES.has(type)),
    audio: count((stream) => AUDIO_TYPES.has(stream.type) || described(stream, AUDIO_DESCRIPTORS)),
    subtitles: count((stream) => BLU_RAY_SUBTITLES.has(stream.type) || described(stream, SUBTITLE_DESCRIPTORS)),
  };
}

/** Splits the stream into packets of 188 bytes; in m2ts, four bytes of time stamp precede each. */
function packetsOf(bytes: Uint8Array): readonly Uint8Array[] {
  const [first, step] = bytes[0] === SYNC && bytes[188] === SYNC ? [0, 188] : [4, 192];
  const packets: Uint8Array[] = [];
  for (let at = first; at + 188 <= bytes.length && bytes[at] === SYNC; at += step) packets.push(bytes.subarray(at, at + 188));
  return packets;
}

/** Joins the first section with a packet identifier from all packets it spans. */
function sectionOf(packets: readonly Uint8Array[], wanted: number): Uint8Array | undefined {
  let section: number[] | undefined;
  for (const packet of packets) {
    const { id, startsSection, payload } = payloadOf(packet);
    if (id !== wanted || payload.length === 0) continue;
    if (startsSection) section = [...payload.subarray(1 + (payload[0] ?? 0))];
    else section?.push(...payload);
    const [, high = 0, low = 0] = section ?? [];
    const length = 3 + ((high & 0x0f) << 8) + low;
    if (section && section.length >= Math.max(length, 4)) return Uint8Array.from(section.slice(0, length));
  }
  return undefined;
}

const SECTION_START = 0x40_0000;
const HAS_PAYLOAD = 0x10;
const HAS_ADAPTATION = 0x20;

function payloadOf(packet: Uint8Array): { id: number; startsSection: boolean; payload: Uint8Array } {
  const header = new DataView(packet.buffer, packet.byteOffset, 4).getUint32(0);
  const start = header & HAS_ADAPTATION ? 5 + (packet[4] ?? 0) : 4;
  return {
    id: (header >> 8) & 0x1fff,
    startsSection: (header & SECTION_START) !== 0,
    payload: packet.subarray(header & HAS_PAYLOAD ? start : packet.length),
  };
}

/** Returns the packet identifier of the first program's map; program 0 is the network. */
function programMapOf(section: Uint8Array): number {
  for (let at = 8; at + 4 <= section.length - 4; at += 4) {
    const [program1 = 0, program2 = 0, high = 0, low = 0] = section.subarray(at, at + 4);
    if (program1 + program2 > 0) return ((high & 0x1f) << 8) + low;
  }
  return -1;
}

type Stream = { readonly type: number; readonly descriptors: readonly number[] };

function streamsOf(section: Uint8Array): Stream[] {
  const streams: Stream[] = [];
  const at16 = (at: number) => (((section[at] ?? 0) & 0x0f) << 8) + (section[at + 1] ?? 0);
  for (let at = 12 + at16(10); at + 5 <= section.length - 4; ) {
    const length = at16(at + 3);
    streams.push({ type: section[at] ?? 0, descriptors: tagsOf(section.subarray(at + 5, at + 5 + length)) });
    at += 5 + length;
  }
  return streams;
}

function tagsOf(descriptors: Uint8Array): number[] {
  const tags: number[] = [];
  for (let at = 0; at + 2 <= descriptors.length; at += 2 + (descriptors[at + 1] ?? 0)) tags.push(descriptors[at] ?? 0);
  return tags;
}
