import { ConversionError } from '@bakkum/conversion/errors';

/**
 * Normalizes XGL for the importer: inflates ZGL and adds a fraction to integers, because the importer reads a comma directly
 * after digits as a decimal separator.
 * @throws ConversionError `corrupt`, `too-large`
 */
export async function plainXgl(file: Uint8Array<ArrayBuffer>, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const isDeflated = file[0] === 0x78;
  const text = new TextDecoder('latin1').decode(isDeflated ? await inflated(file, mostBytes) : file);
  if (!/<\/(?:WORLD|DATA)>\s*$/i.test(text)) throw new ConversionError('corrupt', 'the world has no end');
  const spelled = text.replaceAll(/(?<![\d.eE+-])([+-]?\d+)(?=\s*,)/g, '$1.0');
  return Uint8Array.from(spelled, (character) => character.charCodeAt(0));
}

async function inflated(file: Uint8Array<ArrayBuffer>, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = [];
  let length = 0;
  try {
    for await (const part of new Blob([file]).stream().pipeThrough(new DecompressionStream('deflate'))) {
      length += part.length;
      if (length > mostBytes) throw new ConversionError('too-large', `over ${mostBytes} bytes unpacked`);
      parts.push(part);
    }
  } catch (cause) {
    throw cause instanceof ConversionError ? cause : new ConversionError('corrupt', 'it does not unpack', { cause });
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
