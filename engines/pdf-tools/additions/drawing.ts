import { largest } from '@bakkum/bytes/long-lists';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Addition, DrawingAddition, ImageAddition, TextAddition } from '@bakkum/conversion/pages/page-additions';
import { pictureSize, readDataUrl } from '@bakkum/document-pages/picture';
import { escapeXmlText } from '@bakkum/markup/escape';
import type { Drawing } from '../marks/overlay.ts';
import type { Box } from '../pages/boxes.ts';

/** What an addition looks like, in a box measured from the upper left corner of the page as displayed. */
export type DrawnAddition = {
  readonly box: Box;
  readonly elements: Drawing;
  /** The image that the elements show. */
  readonly image?: { readonly url: string; readonly pixels: number };
};

/** @throws ConversionError `invalid-options` or `too-large` for an image */
export function drawingOf(addition: Addition): DrawnAddition {
  switch (addition.type) {
    case 'text':
      return drawnText(addition);
    case 'image':
      return drawnImage(addition);
    case 'drawing':
      return drawnPath(addition);
  }
}

/** Distance of lines in font sizes, as in the page editor of the website. */
const LINE_HEIGHT = 1.25;
/** Distance of the first baseline from the top in font sizes: where browsers place it with this distance of lines. */
const BASELINES = { sans: 1.013, serif: 0.949 } as const;
/** No letter is wider, in font sizes. */
const MAX_LETTER = 1.5;

function drawnText({ text, x, y, size, font, bold, italic, colour }: TextAddition): DrawnAddition {
  const lines = text.split('\n');
  // Accents and slanted letters reach beyond their lines.
  const margin = size;
  const longest = largest(lines.map((line) => [...line].length));
  const box = {
    x: x - margin,
    y: y - margin,
    width: 2 * margin + longest * size * MAX_LETTER,
    height: 2 * margin + lines.length * size * LINE_HEIGHT,
  };
  const style =
    `font-family="${font}" font-size="${size}" fill="${colour}"` +
    `${bold ? ' font-weight="bold"' : ''}${italic ? ' font-style="italic"' : ''}`;
  const elements = lines.map((line, at) => {
    const baseline = margin + (BASELINES[font] + at * LINE_HEIGHT) * size;
    return `<text x="${margin}" y="${baseline}" ${style}>${escapeXmlText(line)}</text>`;
  });
  return { box, elements: elements.join('') };
}

/** Pixels of an image. More need too much memory at once. */
const MAX_PIXELS = 40_000_000;

function drawnImage({ image, x, y, width, height }: ImageAddition): DrawnAddition {
  const data = readDataUrl(image);
  const pixels = data && pictureSize(data.bytes);
  // A JPEG may leave its height for later (ITU-T T.81, B.2.5), which readers of PDF do not accept.
  if (!pixels || pixels.width === 0 || pixels.height === 0)
    throw new ConversionError('invalid-options', 'an image that is not a JPEG or PNG');
  const count = pixels.width * pixels.height;
  if (count > MAX_PIXELS) throw new ConversionError('too-large', 'an image of additions');
  const box = { x, y, width, height: height ?? (width * pixels.height) / pixels.width };
  return {
    box,
    image: { url: image, pixels: count },
    elements: `<image width="${box.width}" height="${box.height}" preserveAspectRatio="none" href="${image}"/>`,
  };
}

function drawnPath({ path, box: [across, down], stroke, colour, x, y, width }: DrawingAddition): DrawnAddition {
  const scale = width / across;
  const margin = stroke * scale;
  const box = { x: x - margin, y: y - margin, width: width + 2 * margin, height: down * scale + 2 * margin };
  const pen = `fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"`;
  return { box, elements: `<g transform="translate(${margin} ${margin}) scale(${scale})"><path d="${path}" ${pen}/></g>` };
}
