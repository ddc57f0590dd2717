import { type DrawnItem, drawingZoom, type Rectangle } from '@bakkum/conversion/pages/page-layout';
import { bordersOf, paddingsOf, radiiOf, widthsOf } from './boxes.browser.ts';
import { inset, insetRadii, outlineOf } from './outlines.ts';
import type { Reading } from './reading.browser.ts';

/** An image in its box: stretched, or fitted by `object-fit`. */
export function readImage(
  image: HTMLImageElement,
  style: CSSStyleDeclaration,
  box: DOMRect,
  reading: Reading,
): readonly DrawnItem[] {
  const edges = addSides(widthsOf(bordersOf(style)), paddingsOf(style));
  const content = inset(box, edges);
  const found = image.complete && image.naturalWidth > 0 ? reading.imageOf(image.src) : undefined;
  if (!found) {
    reading.lost.images += 1;
    return [];
  }
  reading.together.push([box.top, box.bottom]);
  const place = fitted(style.objectFit, content, { width: image.naturalWidth, height: image.naturalHeight });
  const drawn: DrawnItem = { kind: 'image', image: found.name, ...place };
  const radii = insetRadii(radiiOf(style, box), edges);
  const isCut = place.width > content.width + 0.5 || place.height > content.height + 0.5 || radii.some(([across]) => across > 0);
  return isCut ? [{ kind: 'open', clip: outlineOf(content, radii) }, drawn, { kind: 'close' }] : [drawn];
}

type Sides = ReturnType<typeof paddingsOf>;
const addSides = (one: Sides, other: Sides): Sides => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
  one[3] + other[3],
];

function fitted(fit: string, box: Rectangle, own: { readonly width: number; readonly height: number }): Rectangle {
  const factors = [box.width / own.width, box.height / own.height];
  const factor = { contain: Math.min(...factors), cover: Math.max(...factors), none: 1, 'scale-down': Math.min(1, ...factors) }[
    fit
  ];
  if (factor === undefined) return box;
  const [width, height] = [own.width * factor, own.height * factor];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

/** Pixels of an image that a PDF cannot hold as it is: PNG, with several pixels for each of a drawing. */
export async function asPng(address: string, isDrawing: boolean): Promise<Blob | undefined> {
  const image = new Image();
  image.src = address;
  const isReadable = await image.decode().then(
    () => true,
    () => false,
  );
  if (!isReadable) return undefined;
  const scale = isDrawing ? drawingZoom(image.naturalWidth, image.naturalHeight) : 1;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  try {
    return await new Promise<Blob | undefined>((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
  } catch (refusal) {
    // Some browsers do not let a drawing with foreign elements be read back.
    if (refusal instanceof DOMException) return undefined;
    throw refusal;
  }
}
