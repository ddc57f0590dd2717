import type { Alignment, TextStyle } from '@bakkum/document-model/model';
import { parseCssColour } from '@bakkum/markup/colour';

/** Parses the declarations of a `style` attribute by property. */
export function declarationsOf(style: string | undefined): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  for (const declaration of (style ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0) declared.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim());
  }
  return declared;
}

/** Applies declarations to an inherited text style. */
export function styledBy(declared: ReadonlyMap<string, string>, inherited: TextStyle): TextStyle {
  const weight = declared.get('font-weight');
  const decoration = declared.get('text-decoration') ?? declared.get('text-decoration-line') ?? '';
  const colour = parseCssColour(declared.get('color') ?? '');
  const family = declared.get('font-family')?.split(',')[0]?.replaceAll(/['"]/g, '').trim();
  const slanted = declared.get('font-style');
  return {
    ...inherited,
    ...(weight !== undefined && { bold: isBold(weight) }),
    ...(slanted !== undefined && { italic: slanted !== 'normal' }),
    ...(decoration.includes('underline') && { underline: true }),
    ...(decoration.includes('line-through') && { strike: true }),
    ...(colour !== undefined && { colour }),
    ...(family !== undefined && !GENERIC.has(family.toLowerCase()) && { font: family }),
    size: sizeOf(declared.get('font-size'), inherited.size),
  };
}

const GENERIC: ReadonlySet<string> = new Set(['', 'serif', 'sans-serif', 'monospace', 'system-ui', 'inherit', 'initial']);

function isBold(weight: string): boolean {
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}

const POINTS: Readonly<Record<string, number>> = { pt: 1, px: 0.75, pc: 12, in: 72, cm: 72 / 2.54, mm: 72 / 25.4 };
const MIN_FONT_SIZE = 4;
const MAX_FONT_SIZE = 200;

function sizeOf(value: string | undefined, inherited: number): number {
  const [, number = '', unit = ''] = /^([\d.]+)\s*(pt|px|pc|in|cm|mm|em|rem|%)$/.exec(value ?? '') ?? [];
  const amount = Number(number);
  if (number === '' || !(amount > 0)) return inherited;
  const relative = unit === '%' ? amount / 100 : unit === 'rem' ? (amount * 10) / inherited : amount;
  const points = POINTS[unit] === undefined ? relative * inherited : amount * POINTS[unit];
  return Math.min(MAX_FONT_SIZE, Math.max(MIN_FONT_SIZE, Math.round(points * 2) / 2));
}

/** Returns a length in points; `undefined` for percentages and keywords. */
export function lengthOf(value: string | undefined): number | undefined {
  const [, number = '', unit = 'px'] = /^([\d.]+)\s*(pt|px|pc|in|cm|mm)?$/.exec((value ?? '').trim()) ?? [];
  return number === '' ? undefined : Number(number) * (POINTS[unit] ?? 1);
}

const ALIGNMENTS: Readonly<Record<string, Alignment>> = {
  left: 'start',
  start: 'start',
  center: 'center',
  right: 'end',
  end: 'end',
  justify: 'justify',
};

export function alignmentOf(value: string | undefined): Alignment | undefined {
  return ALIGNMENTS[(value ?? '').trim().toLowerCase()];
}
