import { bytesAt, textAt } from './contents.ts';

/** More chunks before the samples than any program writes. */
const MOST_CHUNKS = 64;
/** Sizes that stand for "not known yet", from programs that could not go back to fill them in. */
const LEAST_UNKNOWN = 0xffff_ff00;

/**
 * Whether the header of a WAVE file announces more samples than there are. Such a file is simply shorter for a player, so nothing
 * else tells that it was cut off.
 */
export async function isWaveCutOff(file: Blob): Promise<boolean> {
  const head = await bytesAt(file, 0, 12);
  if (head.length < 12 || textAt(head, 0, 4) !== 'RIFF' || textAt(head, 8, 4) !== 'WAVE') return false;
  let at = 12;
  for (let chunk = 0; chunk < MOST_CHUNKS; chunk += 1) {
    const bytes = await bytesAt(file, at, 8);
    if (bytes.length < 8) return true;
    const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
    if (textAt(bytes, 0, 4) === 'data') return size < LEAST_UNKNOWN && at + 8 + size > file.size;
    at += 8 + size + (size % 2);
  }
  return false;
}

/** Seconds that the header of a FLAC file announces (RFC 9639, section 8.2); `undefined` for other files and where it does not tell. */
export async function flacSeconds(file: Blob): Promise<number | undefined> {
  const head = await bytesAt(file, 0, 26);
  if (head.length < 26 || textAt(head, 0, 4) !== 'fLaC') return undefined;
  const view = new DataView(head.buffer, head.byteOffset);
  const rate = view.getUint32(18) >>> 12; // 20 bits, before channels and depth
  const samples = (view.getUint8(21) & 0x0f) * 2 ** 32 + view.getUint32(22);
  return rate > 0 && samples > 0 ? samples / rate : undefined;
}
