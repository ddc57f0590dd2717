import type { PDFDict, PDFDocument } from '@cantoo/pdf-lib';
import { name } from '../document/objects.ts';
import { fromView, type View, written } from './boxes.ts';
import { addResource } from './content.ts';

/** Resolution of pages that become images, in dots per inch. */
export const PAGE_IMAGE_DPI = 200;

/** A drawn page: four bytes per pixel, from the top left corner. */
export type PageImage = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

/** Replaces the content of a page by an image of it. Links stay. */
export function replaceByImage({ context }: PDFDocument, page: PDFDict, view: View, { width, height, data }: PageImage): void {
  const { space, samples } = samplesOf(data);
  const entries = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: space,
    BitsPerComponent: 8,
  };
  page.set(name('Resources'), context.obj({}));
  page.delete(name('Group'));
  const key = addResource(page, 'XObject', 'Page', context.register(context.flateStream(samples, entries)));
  const placed = `q ${written(fromView(view))} cm ${written([view.width, 0, 0, view.height, 0, 0])} cm ${key.toString()} Do Q`;
  page.set(name('Contents'), context.register(context.flateStream(placed)));
}

/** One byte per pixel where it has no color, as in most documents, or three. */
function samplesOf(data: Uint8ClampedArray): { readonly space: 'DeviceGray' | 'DeviceRGB'; readonly samples: Uint8Array } {
  const pixels = data.length / 4;
  const greys = new Uint8Array(pixels);
  let isGrey = true;
  for (let pixel = 0; isGrey && pixel < pixels; pixel += 1) {
    const red = data[pixel * 4] ?? 0;
    isGrey = red === data[pixel * 4 + 1] && red === data[pixel * 4 + 2];
    greys[pixel] = red;
  }
  if (isGrey) return { space: 'DeviceGray', samples: greys };
  const colours = new Uint8Array(pixels * 3);
  for (let pixel = 0; pixel < pixels; pixel += 1) colours.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
  return { space: 'DeviceRGB', samples: colours };
}
