import { decodeLatin1, encodeLatin1 } from '@bakkum/bytes/bytes';
import { inflate } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';

/**
 * Normalizes XGL for the importer: inflates ZGL and adds a fraction to integers, because the importer reads a comma directly
 * after digits as a decimal separator.
 * @throws ConversionError `corrupt`, `too-large`
 */
export async function plainXgl(file: Uint8Array<ArrayBuffer>, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const isDeflated = file[0] === 0x78;
  const text = decodeLatin1(isDeflated ? await inflate(file, 'deflate', { maxBytes: mostBytes }) : file);
  if (!/<\/(?:WORLD|DATA)>\s*$/i.test(text)) throw new ConversionError('corrupt', 'the world has no end');
  const spelled = text.replaceAll(/(?<![\d.eE+-])([+-]?\d+)(?=\s*,)/g, '$1.0');
  return encodeLatin1(spelled);
}
