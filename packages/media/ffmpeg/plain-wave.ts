import { type Facts, NO_TRACK } from './facts.ts';
import type { ByteReader } from './tool.ts';

const HEADER_BYTES = 44;
/** Names of the file and its chunks, as numbers. */
const [RIFF, WAVE, FORMAT, DATA] = [0x52494646, 0x57415645, 0x666d7420, 0x64617461];
const FORMAT_BYTES = 16;
const PCM = 1;
/** Codec names by bits per sample. */
const CODECS: Readonly<Record<number, string>> = { 8: 'pcm_u8', 16: 'pcm_s16le', 24: 'pcm_s24le', 32: 'pcm_s32le' };
/** FFmpeg looks for compressed sound among the samples, which these bytes begin: DTS in four forms, and IEC 61937. */
const COMPRESSED: ReadonlySet<number> = new Set([0x7ffe8001, 0xfe7f0180, 0x1fffe800, 0xff1f00e8, 0x72f81f4e]);
const SEARCHED_BYTES = 65_536;

/**
 * Reads the facts of a WAVE file of PCM samples without other chunks, as `ffprobe` reports them, which takes longer to start than such a
 * file to convert. Undefined for all other files.
 */
export async function plainWaveFacts(source: ByteReader): Promise<Facts | undefined> {
  const start = new Uint8Array(Math.min(source.size, HEADER_BYTES + SEARCHED_BYTES));
  if ((await source.read(start, 0)) !== start.length || start.length <= HEADER_BYTES) return undefined;
  const view = new DataView(start.buffer);
  if (!isPlain(view, source.size) || mayBeCompressed(view)) return undefined;
  const [channels, sampleRate, bits] = [view.getUint16(22, true), view.getUint32(24, true), view.getUint16(34, true)];
  const blockBytes = (channels * bits) / 8;
  const duration = (source.size - HEADER_BYTES) / blockBytes / sampleRate;
  const sound = { codec: CODECS[bits] ?? '', channels, sampleRate, bitRate: sampleRate * blockBytes * 8, bits, duration };
  const track = { ...NO_TRACK, index: 0, kind: 'audio', ...sound } as const;
  return { container: 'wav', duration, guessedDuration: false, chapters: 0, tracks: [track] };
}

/** Whether the header names PCM samples up to the end of the file, and nothing else. */
function isPlain(view: DataView, size: number): boolean {
  const [channels, sampleRate, bits] = [view.getUint16(22, true), view.getUint32(24, true), view.getUint16(34, true)];
  const expected = [
    [view.getUint32(0), RIFF],
    [view.getUint32(4, true), size - 8],
    [view.getUint32(8), WAVE],
    [view.getUint32(12), FORMAT],
    [view.getUint32(16, true), FORMAT_BYTES],
    [view.getUint16(20, true), PCM],
    [view.getUint16(32, true), (channels * bits) / 8],
    [view.getUint32(36), DATA],
    [view.getUint32(40, true), size - HEADER_BYTES],
    [(size - HEADER_BYTES) % ((channels * bits) / 8), 0],
  ] as const;
  const isKnown = CODECS[bits] !== undefined && (channels === 1 || channels === 2) && sampleRate > 0;
  return isKnown && expected.every(([found, wanted]) => found === wanted);
}

function mayBeCompressed(view: DataView): boolean {
  for (let at = HEADER_BYTES; at + 4 <= view.byteLength; at += 1) if (COMPRESSED.has(view.getUint32(at))) return true;
  return false;
}
