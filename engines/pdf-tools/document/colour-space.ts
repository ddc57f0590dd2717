import { PDFArray, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';
import { numberOf } from './objects.ts';
import { decodeName } from './text-strings.ts';

const COMPONENTS: Readonly<Record<string, 1 | 3 | 4>> = {
  DeviceGray: 1,
  CalGray: 1,
  DeviceRGB: 3,
  CalRGB: 3,
  DeviceCMYK: 4,
};

/** Components of a gray, RGB or CMYK color space (ISO 32000-1, 8.6); `undefined` for any other. */
export function componentsOf(space: PDFObject | undefined): 1 | 3 | 4 | undefined {
  const family = space instanceof PDFArray ? space.lookup(0) : space;
  if (!(family instanceof PDFName)) return undefined;
  const text = decodeName(family);
  if (text !== 'ICCBased') return Object.hasOwn(COMPONENTS, text) ? COMPONENTS[text] : undefined;
  const profile = space instanceof PDFArray ? space.lookup(1) : undefined;
  const count = profile instanceof PDFStream ? numberOf(profile.dict, 'N') : undefined;
  return count === 1 || count === 3 || count === 4 ? count : undefined;
}
