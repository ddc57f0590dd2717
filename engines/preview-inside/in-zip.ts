import type { Bytes } from '@bakkum/bytes/bytes';
import { unpackParts } from '@bakkum/document-input/packed-parts';
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
const MAX_BYTES = 512 * 1024 * 1024;

/** Reads images in a zip under the usual preview names. */
export function inZip(file: Bytes): readonly Stored[] {
  const members = unpackParts(file, (name, bytes) => bytes < MAX_BYTES && NAMES.some((each) => each.test(name)));
  const whole = [...members].filter(([name]) => FULL_SIZE.test(name));
  return (whole.length > 0 ? whole : [...members]).map(([, bytes]) => ({ kind: 'file', bytes }));
}
