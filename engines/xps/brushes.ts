import { numbersOf } from '@bakkum/document-pages/matrix';
import { boxOf } from '@bakkum/document-pages/svg-paint';
import { outlineOf as operatorsOf } from '@bakkum/document-pages/svg-path';
import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { type XmlElement } from '@bakkum/markup/xml';
import type { Drawing } from './drawing.ts';
import type { Outline } from './geometry.ts';
import { propertyOf, type Resources, transformOf } from './markup.ts';
import { resolve } from './parts.ts';
import { sourceOf } from './picture.ts';

type Box = readonly [left: number, top: number, width: number, height: number];

/** Limit on tiles, beyond which a pattern is not visible. */
const MAX_TILES = 2000;
/** Nesting limit of brushes. */
const MAX_DEPTH = 8;

/** Paints an image or drawing brush inside an outline, which clips it (ECMA-388, 13.2 and 13.3). */
export function tiledSvg(brush: XmlElement, outline: Outline, drawing: Drawing, resources: Resources, depth = 0): string {
  const view = boxIn(brush.attributes['Viewbox']);
  const port = boxIn(brush.attributes['Viewport']);
  if (!view || !port || depth > MAX_DEPTH) return '';
  const content = contentOf(brush, drawing, resources);
  if (content === '') return '';
  const [x, y, width, height] = port;
  const tile = (left: number, top: number): string =>
    `<svg x="${left}" y="${top}" width="${width}" height="${height}" viewBox="${view.join(' ')}" preserveAspectRatio="none">${content}</svg>`;
  const isRepeated = (brush.attributes['TileMode'] ?? 'None') !== 'None';
  const transform = transformOf(brush, 'Transform', resources);
  const tiles =
    isRepeated && transform === ''
      ? placesOf(outline, port)
          .map(([left, top]) => tile(left, top))
          .join('')
      : tile(x, y);
  return transform === '' ? tiles : `<g${transform}>${tiles}</g>`;
}

function boxIn(value: string | undefined): Box | undefined {
  const [left = 0, top = 0, width = 0, height = 0] = numbersOf(value ?? '');
  return width > 0 && height > 0 ? [left, top, width, height] : undefined;
}

function contentOf(brush: XmlElement, drawing: Drawing, resources: Resources): string {
  if (brush.name === 'VisualBrush') {
    const visual = propertyOf(brush, 'Visual', resources);
    return typeof visual === 'object' ? drawing.children({ ...brush, children: [visual] }, resources) : '';
  }
  const picture = drawing.picture(resolve(sourceOf(brush.attributes['ImageSource']), drawing.base));
  if (!picture) {
    drawing.lose();
    return '';
  }
  return `<image width="${picture.width}" height="${picture.height}" preserveAspectRatio="none" href="${escapeXmlAttribute(picture.address)}"/>`;
}

/** Returns the positions of the tiles that cover the outline. */
function placesOf({ path }: Outline, [x, y, width, height]: Box): readonly (readonly [number, number])[] {
  const shape: XmlElement = { name: 'path', attributes: { d: path }, children: [] };
  const [left, top, across, down] = boxOf(operatorsOf(shape));
  const [firstColumn, firstRow] = [Math.floor((left - x) / width), Math.floor((top - y) / height)];
  const columns = Math.ceil((left + across - x) / width) - firstColumn;
  const rows = Math.ceil((top + down - y) / height) - firstRow;
  if (!(columns * rows <= MAX_TILES)) return [[x, y]];
  return Array.from({ length: columns * rows }, (_, index) => [
    x + (firstColumn + (index % columns)) * width,
    y + (firstRow + Math.floor(index / columns)) * height,
  ]);
}
