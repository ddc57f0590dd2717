import { type Bytes, textAt, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { whole } from './sfnt.ts';

const TYPE = 8;
const REFERENCE = 12;
/** More fonts than any suitcase contains. */
const MAX_FONTS = 256;

/** Reads the `sfnt` resources of a Mac suitcase stored in the data fork (Inside Macintosh, Resource Manager). */
export function readSuitcase(file: Bytes): readonly Bytes[] {
  return whole(() => {
    const view = viewOf(file);
    const [data, map] = [view.getUint32(0), view.getUint32(4)];
    const types = map + view.getUint16(map + 24);
    const kinds = Array.from({ length: (view.getUint16(types) + 1) & 0xffff }, (_, index) => types + 2 + index * TYPE);
    const fonts = kinds
      .filter((at) => textAt(file, at, 4) === 'sfnt')
      .flatMap((at) => {
        const first = types + view.getUint16(at + 6);
        return Array.from({ length: Math.min(MAX_FONTS, view.getUint16(at + 4) + 1) }, (_, index) => first + index * REFERENCE);
      });
    if (fonts.length === 0) throw new ConversionError('unsupported-feature', 'a suitcase without outlines');
    return fonts.map((at) => {
      const start = data + (view.getUint32(at + 4) & 0x00ff_ffff);
      const length = view.getUint32(start);
      if (start + 4 + length > file.length) throw new ConversionError('corrupt', 'a font is cut off');
      return file.slice(start + 4, start + 4 + length);
    });
  });
}
