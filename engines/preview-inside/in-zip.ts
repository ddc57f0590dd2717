import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unzipSync } from 'fflate';
import type { Stored } from './stored.ts';

const NAMES: readonly RegExp[] = [
  /^mergedimage\.png$/i, // OpenRaster, Krita
  /^previews?\/[^/]+\.(?:png|jpe?g|bmp)$/i, // Sketch, CorelDRAW
  /^QuickLook\/Thumbnail\.(?:png|jpe?g)$/i, // Procreate and others of its platform
  /^(?:metadata\/)?thumbnails?\/[^/]+\.(?:png|jpe?g|bmp)$/i, // CorelDRAW, OpenRaster
  /^docProps\/thumbnail\.(?:png|jpe?g)$/i, // Office
  /(?:^|\/)(?:theme|auxiliaryTheme)Thumbnail\.(?:png|jpe?g)$/i,
  /^com\.autodesk\.dwf\.[^\\/]+[\\/][^\\/]+\.(?:png|jpe?g)$/i,
];
const FULL_SIZE = /^mergedimage\.png$/i;

/** More than any preview takes. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Reads images in a zip under the usual preview names. */
export function inZip(file: Bytes): readonly Stored[] {
  try {
    const members = unzipSync(file, {
      filter: ({ name, originalSize }) => originalSize < MOST_BYTES && NAMES.some((each) => each.test(name)),
    });
    const names = Object.keys(members);
    const whole = names.filter((name) => FULL_SIZE.test(name));
    return (whole.length > 0 ? whole : names).flatMap((name) => {
      const bytes = members[name];
      return bytes ? [{ kind: 'file', bytes: new Uint8Array(bytes) }] : [];
    });
  } catch (cause) {
    throw new ConversionError('corrupt', 'the zip does not unpack', { cause });
  }
}
