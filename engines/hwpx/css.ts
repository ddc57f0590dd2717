import type { Alignment, TextStyle } from '@bakkum/document-model/model';

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
  const colour = colourOf(declared.get('color'));
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
const SMALLEST = 4;
const LARGEST = 200;

function sizeOf(value: string | undefined, inherited: number): number {
  const [, number = '', unit = ''] = /^([\d.]+)\s*(pt|px|pc|in|cm|mm|em|rem|%)$/.exec(value ?? '') ?? [];
  const amount = Number(number);
  if (number === '' || !(amount > 0)) return inherited;
  const relative = unit === '%' ? amount / 100 : unit === 'rem' ? (amount * 10) / inherited : amount;
  const points = POINTS[unit] === undefined ? relative * inherited : amount * POINTS[unit];
  return Math.min(LARGEST, Math.max(SMALLEST, Math.round(points * 2) / 2));
}

/** Returns a length in points; `undefined` for percentages and keywords. */
export function lengthOf(value: string | undefined): number | undefined {
  const [, number = '', unit = 'px'] = /^([\d.]+)\s*(pt|px|pc|in|cm|mm)?$/.exec((value ?? '').trim()) ?? [];
  return number === '' ? undefined : Number(number) * (POINTS[unit] ?? 1);
}

const NAMED: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  orange: '#ffa500',
  purple: '#800080',
  navy: '#000080',
  maroon: '#800000',
  teal: '#008080',
};

/** Returns `#rrggbb`; `undefined` if it is not a plain colour. */
export function colourOf(value: string | undefined): string | undefined {
  const text = (value ?? '').trim().toLowerCase();
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/.exec(text) ?? [];
  if (long !== undefined) return `#${long}`;
  if (short !== undefined) return `#${[...short].map((digit) => digit + digit).join('')}`;
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(text)?.slice(1);
  return parts ? `#${parts.map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0')).join('')}` : NAMED[text];
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
