import { type Box, heightOf, widthOf } from '@bakkum/document-layout/page-content';
import { drawObjects } from '@bakkum/document-pdfium/drawing';
import type { Pdfium } from '@bakkum/document-pdfium/program';
import { activate } from './objects.ts';

/** PDFium reports gradients as white and tiling patterns as this grey. */
const COLOURS: ReadonlySet<string> = new Set(['#ffffff', '#bfbfbf']);

/** Smaller areas are not worth a rendering, in square points. */
const MIN_AREA = 400;
/** Side of the rendering, in pixels. */
const SIDE = 24;
const TOLERANCE = 12;

/** Maximum number of areas of a page that are rendered. */
const MAX_AREAS = 60;

/** Whether an object, named by its number, is filled with a pattern or gradient. `colour` is the one PDFium reports. */
export type PatternFinder = (object: number, box: Box, colour: string) => boolean;

/** Finds patterns by rendering areas alone. */
export function patternFinder(pdfium: Pdfium, page: number): PatternFinder {
  let rendered = 0;
  return (object, box, colour) => {
    const [width, height] = [widthOf(box), heightOf(box)];
    if (!COLOURS.has(colour) || width * height < MIN_AREA || rendered >= MAX_AREAS) return false;
    rendered += 1;
    activate(pdfium, page, ({ index }) => index === object);
    const region = { left: box.left, top: box.top, width, height };
    const { data } = drawObjects(pdfium, page, region, (72 * SIDE) / Math.max(width, height));
    activate(pdfium, page, () => true);
    const level = Number.parseInt(colour.slice(1, 3), 16);
    return data.some((value, at) => at % 4 < 3 && (data[at - (at % 4) + 3] ?? 0) > SEEN && Math.abs(value - level) > TOLERANCE);
  };
}

/** Alpha of a pixel whose colour counts. */
const SEEN = 128;
