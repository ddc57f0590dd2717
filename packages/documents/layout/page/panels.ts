import { isLight } from '@bakkum/document-model/graphics';
import { heightOf, holds, type Painting, widthOf } from '../page-content.ts';
import type { Segment } from '../text/segments.ts';
import type { PreparedPage } from './prepared-page.ts';

/** Text belongs to its panel if that covers at least this fraction of the page. */
const LARGE = 0.15;

/** Whether text of a page is on a panel without which it cannot be read, or on a large one. */
export function hasPanels({ content, segments }: PreparedPage, residue: readonly Painting[]): boolean {
  const area = content.width * content.height * LARGE;
  return residue.filter(isArea).some((panel) => {
    const isLarge = widthOf(panel) * heightOf(panel) > area;
    return segments.some((segment) => holds(panel, segment) && (isLarge || isLightText(segment)));
  });
}

/** Whether a painting covers its place, rather than framing it. White areas count as paper. */
function isArea({ fill, outlines }: Painting): boolean {
  return outlines.length === 0 || (fill !== undefined && !isLight(fill.colour));
}

const isLightText = ({ glyphs }: Segment): boolean => glyphs.some(({ text, colour }) => text !== ' ' && isLight(colour));
