import type { Bytes } from '@bakkum/bytes/bytes';
import type { Picture } from '@bakkum/document-model/model';
import { childOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { firstOf, pointsIn } from './attributes.ts';
import { bitmapAsPng } from './bitmap.ts';

/** The images of a package, in formats that every target can hold. */
export type Pictures = {
  /** `undefined` if the image is missing, outside the file, or in a format that targets cannot hold. */
  read(element: XmlElement): Picture | undefined;
  /** Counts a drawing that the model cannot hold. */
  lose(): void;
  lost(): number;
};

export function createPictures(files: ReadonlyMap<string, Bytes>): Pictures {
  const known = new Map<string, Pick<Picture, 'bytes' | 'mediaType'> | undefined>();
  let lost = 0;
  return {
    read(element) {
      const name = firstOf(element, 'img')?.attributes['binaryItemIDRef'] ?? '';
      const file = files.get(name) ?? files.get(name.replace(/\.[^.]*$/, ''));
      if (!known.has(name)) known.set(name, file && held(file));
      const picture = known.get(name);
      if (!picture) {
        lost += 1;
        return undefined;
      }
      const { width, height } = sizeOf(element);
      const comment = childOf(element, 'shapeComment');
      const description = comment ? textOf(comment).trim() : '';
      return { ...picture, width, height, ...(description !== '' && { description }) };
    },
    lose: () => {
      lost += 1;
    },
    lost: () => lost,
  };
}

function held(bytes: Bytes): Pick<Picture, 'bytes' | 'mediaType'> | undefined {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return { bytes, mediaType: 'image/png' };
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return { bytes, mediaType: 'image/jpeg' };
  const png = bitmapAsPng(bytes);
  return png && { bytes: png, mediaType: 'image/png' };
}

/** The displayed size, else the natural one. */
function sizeOf(element: XmlElement): { readonly width: number; readonly height: number } {
  for (const name of ['sz', 'curSz', 'orgSz']) {
    const size = childOf(element, name);
    const [width, height] = [pointsIn(size, 'width'), pointsIn(size, 'height')];
    if (width > 0 && height > 0) return { width, height };
  }
  return { width: 72, height: 72 };
}
