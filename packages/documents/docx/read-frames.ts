import type { Frame } from '@bakkum/document-model/frames';
import type { Border, Float } from '@bakkum/document-model/model';
import { childOf, descendantsOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { EMU, pointsOf } from './read-graphics.ts';
import type { Reading } from './reading.ts';

/** The frame of a text box (DrawingML); `undefined` for parts of groups, whose place is that of the group. */
export function readFrame(drawing: XmlElement, reading: Reading): Frame | undefined {
  const anchor = childOf(drawing, 'anchor') ?? childOf(drawing, 'inline');
  const shape = anchor && descendantsOf(anchor, 'wsp').next().value;
  if (!shape || descendantsOf(anchor, 'wgp').next().value) return undefined;
  const extent = childOf(anchor, 'extent');
  const properties = childOf(shape, 'spPr');
  const border = borderOf(childOf(properties, 'ln'), childOf(childOf(shape, 'style'), 'lnRef'), reading);
  const shading = colourOf(properties, reading);
  return {
    width: pointsOf(extent, 'cx'),
    height: pointsOf(extent, 'cy'),
    ...(border && { border }),
    ...(shading !== undefined && { shading }),
    ...(anchor.name === 'anchor' && { float: floatOf(anchor) }),
  };
}

function borderOf(line: XmlElement | undefined, style: XmlElement | undefined, reading: Reading): Border | undefined {
  const isStyled = style !== undefined && style.attributes['idx'] !== '0';
  if (childOf(line, 'noFill') || (!isStyled && !childOf(line, 'solidFill'))) return undefined;
  return { width: pointsOf(line, 'w') || 0.75, colour: colourOf(line, reading) ?? '#000000' };
}

/** Names of theme colors that shapes use, and those that the theme has. */
const THEME_NAMES: Readonly<Record<string, string>> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };

/** A solid color, without its changes of brightness. */
function colourOf(parent: XmlElement | undefined, { source }: Reading): string | undefined {
  const fill = childOf(parent, 'solidFill');
  const named = childOf(fill, 'schemeClr')?.attributes['val'] ?? '';
  const theme = source.part('theme')?.root;
  const holder = named === '' ? fill : theme && descendantsOf(theme, THEME_NAMES[named] ?? named).next().value;
  const value = childOf(holder, 'srgbClr')?.attributes['val'] ?? childOf(holder, 'sysClr')?.attributes['lastClr'];
  if (value !== undefined && /^[0-9a-f]{6}$/i.test(value)) return `#${value.toLowerCase()}`;
  return childOf(fill, 'prstClr')?.attributes['val'] === 'white' ? '#ffffff' : undefined;
}

const ACROSS: Readonly<Record<string, 'page' | 'margin'>> = { page: 'page', margin: 'margin' };

function floatOf(anchor: XmlElement): Float {
  const [across, down] = [childOf(anchor, 'positionH'), childOf(anchor, 'positionV')];
  const area = (position: XmlElement | undefined): 'page' | 'margin' | undefined =>
    ACROSS[position?.attributes['relativeFrom'] ?? ''];
  return {
    horizontal: { area: area(across) ?? 'column', ...placeOf(across) },
    vertical: { area: area(down) ?? 'paragraph', ...placeOf(down) },
    wrap: wrapOf(anchor),
  };
}

const ALIGNMENTS: Readonly<Record<string, 'center' | 'end'>> = { center: 'center', right: 'end', outside: 'end', bottom: 'end' };

function placeOf(
  position: XmlElement | undefined,
): { readonly offset: number } | { readonly alignment: 'start' | 'center' | 'end' } {
  const [align, offset] = [childOf(position, 'align'), childOf(position, 'posOffset')];
  if (align) return { alignment: ALIGNMENTS[textOf(align).trim()] ?? 'start' };
  return { offset: Number(offset ? textOf(offset) : 0) / EMU };
}

function wrapOf(anchor: XmlElement): Float['wrap'] {
  if (anchor.attributes['behindDoc'] === '1') return 'behind-text';
  const wrap = elementsOf(anchor).find(({ name }) => name.startsWith('wrap'))?.name;
  if (wrap === 'wrapTopAndBottom') return 'above-and-below';
  return wrap === 'wrapNone' ? 'in-front-of-text' : 'around';
}
