import { ConversionError } from '@bakkum/conversion/errors';
import { parseXml, type XmlElement, XmlError } from '@bakkum/document-input/xml';
import { type Unzipped, unzipSync } from 'fflate';
import { textOf } from './text-lines.ts';

/**
 * Parses XML and returns the root element.
 * @throws ConversionError `corrupt`
 */
export function rootOf(file: Uint8Array, name: string): XmlElement {
  try {
    const root = parseXml(textOf(file).replace(/^\ufeff/, ''));
    if (root.name.toLowerCase() !== name) throw new ConversionError('corrupt', `${root.name} is not ${name}`);
    return root;
  } catch (cause) {
    throw cause instanceof XmlError ? new ConversionError('corrupt', cause.message, { cause }) : cause;
  }
}

/** Size limit of unpacked text and textures; more is a bomb. */
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * Extracts selected files of a zip.
 * @throws ConversionError `corrupt`, `too-large`
 */
export function unzipped(file: Uint8Array, wants: (name: string) => boolean): Unzipped {
  let total = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (!wants(name)) return false;
    total += originalSize;
    if (total > MOST_BYTES) throw new ConversionError('too-large', `${total} bytes in a zip`);
    return true;
  };
  try {
    return unzipSync(file, { filter });
  } catch (cause) {
    throw cause instanceof ConversionError ? cause : new ConversionError('corrupt', 'the zip does not unpack', { cause });
  }
}

export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be written
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Formats a colour as `#RRGGBBAA`. */
export const hexColour = (colour: readonly number[]): string =>
  `#${colour
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase()}`;
