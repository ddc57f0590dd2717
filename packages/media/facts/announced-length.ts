import { startsWith } from '@bakkum/bytes/bytes';
import { bytesAt } from './contents.ts';

/** Maximum number of chunks before the samples; no program writes more. */
const MAX_CHUNKS = 64;
/** Sizes from here up mean "not known yet", from programs that could not seek back to fill them in. */
const MIN_UNKNOWN_SIZE = 0xffff_ff00;

/**
 * Returns whether the header of a WAVE file announces more samples than the file has. Players treat such a file as a shorter one,
 * so nothing else reveals that it was truncated.
 */
export async function isWaveCutOff(file: Blob): Promise<boolean> {
  const head = await bytesAt(file, 0, 12);
  if (head.length < 12 || !startsWith(head, 'RIFF') || !startsWith(head, 'WAVE', 8)) return false;
  let at = 12;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const bytes = await bytesAt(file, at, 8);
    if (bytes.length < 8) return true;
    const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
    if (startsWith(bytes, 'data')) return size < MIN_UNKNOWN_SIZE && at + 8 + size > file.size;
    at += 8 + size + (size % 2);
  }
  return false;
}

/**
 * Returns the duration in the header of a FLAC file, in seconds (RFC 9639, section 8.2); `undefined` for other files and where it
 * is unknown.
 */
export async function flacSeconds(file: Blob): Promise<number | undefined> {
  const head = await bytesAt(file, 0, 26);
  if (head.length < 26 || !startsWith(head, 'fLaC')) return undefined;
  const view = new DataView(head.buffer, head.byteOffset);
  const rate = view.getUint32(18) >>> 12; // 20 bits, followed by channels and depth
  const samples = (view.getUint8(21) & 0x0f) * 2 ** 32 + view.getUint32(22);
  return rate > 0 && samples > 0 ? samples / rate : undefined;
}
