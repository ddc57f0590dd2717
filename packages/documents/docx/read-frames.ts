import type { Frame } from '@bakkum/document-model/frames';
import type { Border, Float } from '@bakkum/document-model/model';
import { childOf, descendantsOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { EMU, paintOf, pointsOf } from './read-graphics.ts';
import type { Reading } from './reading.ts';

/** The frame of a text box (DrawingML); `undefined` without a size, and for parts of groups and canvases, which have one place. */
export function readFrame(drawing: XmlElement, reading: Reading): Frame | undefined {
  const anchor = childOf(drawing, 'anchor') ?? childOf(drawing, 'inline');
  const shape = anchor && descendantsOf(anchor, 'wsp').next().value;
  if (!shape || ['wgp', 'wpc'].some((name) => descendantsOf(anchor, name).next().value)) return undefined;
  const extent = childOf(anchor, 'extent');
  const width = pointsOf(extent, 'cx');
  if (!(width > 0)) return undefined;
  const properties = childOf(shape, 'spPr');
  const border = borderOf(childOf(properties, 'ln'), childOf(childOf(shape, 'style'), 'lnRef'), reading);
  const shading = colourOf(properties, reading);
  return {
    width,
    height: pointsOf(extent, 'cy'),
    ...(border && { border }),
    ...(shading !== undefined && { shading }),
    ...(anchor.name === 'anchor' && { float: floatOf(anchor) }),
  };
}

function borderOf(line: XmlElement | undefined, style: XmlElement | undefined, reading: Reading): Border | undefined {
  const isStyled = style !== undefined && style.attributes['idx'] !== '0';
  const isTransparent = paintOf(line)?.opacity === 0;
  if (isTransparent || childOf(line, 'noFill') || (!isStyled && !childOf(line, 'solidFill'))) return undefined;
  return { width: pointsOf(line, 'w') || 0.75, colour: colourOf(line, reading) ?? '#000000' };
}

/** A solid color; `undefined` if it is transparent. */
function colourOf(parent: XmlElement | undefined, { source }: Reading): string | undefined {
  const paint = paintOf(parent, source.part('theme')?.root);
  return paint && paint.opacity > 0 ? paint.colour : undefined;
}

const AREAS: ReadonlyMap<string, 'page' | 'margin'> = new Map([
  ['page', 'page'],
  ['margin', 'margin'],
]);

function floatOf(anchor: XmlElement): Float {
  const [across, down] = [childOf(anchor, 'positionH'), childOf(anchor, 'positionV')];
  const area = (position: XmlElement | undefined): 'page' | 'margin' | undefined =>
    AREAS.get(position?.attributes['relativeFrom'] ?? '');
  return {
    horizontal: { area: area(across) ?? 'column', ...placeOf(across) },
    vertical: { area: area(down) ?? 'paragraph', ...placeOf(down) },
    wrap: wrapOf(anchor),
  };
}

const ALIGNMENTS: ReadonlyMap<string, 'center' | 'end'> = new Map([
  ['center', 'center'],
  ['right', 'end'],
  ['outside', 'end'],
  ['bottom', 'end'],
]);

function placeOf(
  position: XmlElement | undefined,
): { readonly offset: number } | { readonly alignment: 'start' | 'center' | 'end' } {
  const [align, offset] = [childOf(position, 'align'), childOf(position, 'posOffset')];
  if (align) return { alignment: ALIGNMENTS.get(textOf(align).trim()) ?? 'start' };
  return { offset: Number(offset ? textOf(offset) : 0) / EMU };
}

function wrapOf(anchor: XmlElement): Float['wrap'] {
  if (anchor.attributes['behindDoc'] === '1') return 'behind-text';
  const wrap = elementsOf(anchor).find(({ name }) => name.startsWith('wrap'))?.name;
  if (wrap === 'wrapTopAndBottom') return 'above-and-below';
  return wrap === 'wrapNone' ? 'in-front-of-text' : 'around';
}
