import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';

/** For encoders with a quality: the best quality whose file is within this size. 1 kB is 1000 bytes. */
export const TARGET_SIZE_OPTION: OptionsSchema = {
  targetSize: { kind: 'number', min: 1, max: 1_000_000, step: 1, unit: 'kB', default: null, advanced: true },
};

const MAX_ENCODES = 6;
const LOWEST_QUALITY = 0.02;

/**
 * Encodes at `quality`, or lower where the file has to fit into the requested size, with at most six encodes.
 * Throws `invalid-options` when even the lowest quality is too large.
 * @param encodeAt encodes the complete file, including metadata, at a quality from 0 to 1
 */
export async function encodeToSize<File extends Uint8Array<ArrayBuffer> | Blob>(
  options: OptionValues,
  quality: number,
  encodeAt: (quality: number) => Promise<File>,
): Promise<File> {
  const { targetSize } = options;
  const asked = await encodeAt(quality);
  if (typeof targetSize !== 'number' || sizeOf(asked) <= targetSize * 1000) return asked;
  const limit = targetSize * 1000;
  let best: File | undefined;
  let [low, high] = [LOWEST_QUALITY, quality];
  for (let encodes = 1; encodes < MAX_ENCODES; encodes++) {
    const isLastChance = best === undefined && encodes === MAX_ENCODES - 1;
    const tried = isLastChance ? LOWEST_QUALITY : (low + high) / 2;
    const file = await encodeAt(tried);
    if (sizeOf(file) > limit) high = tried;
    else {
      best = file;
      low = tried;
    }
  }
  if (!best) throw new ConversionError('invalid-options', `does not fit into ${targetSize} kB at the lowest quality`);
  return best;
}

function sizeOf(file: Uint8Array | Blob): number {
  return file instanceof Blob ? file.size : file.byteLength;
}
