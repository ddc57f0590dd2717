import type { BitmapFont, Glyph } from './font.ts';

/** Writes the Glyph Bitmap Distribution Format 2.1 with glyphs ordered by code. */
export function writeBdf({ properties, ascent, descent, glyphs }: BitmapFont): string {
  const property = (name: string): string | number | undefined => properties.find(([key]) => key === name)?.[1];
  const size = property('POINT_SIZE');
  const [across, down] = [property('RESOLUTION_X'), property('RESOLUTION_Y')].map((value) =>
    typeof value === 'number' ? value : 75,
  );
  const points = typeof size === 'number' ? Math.round(size / 10) : ascent + descent;
  const name = String(
    property('FONT') ?? `-misc-fixed-medium-r-normal--${ascent + descent}-${points * 10}-${across}-${down}-c-0-iso10646-1`,
  );
  const ordered = [...glyphs].sort((one, other) => (one.code ?? Infinity) - (other.code ?? Infinity));
  return [
    'STARTFONT 2.1',
    `FONT ${name}`,
    `SIZE ${points} ${across} ${down}`,
    `FONTBOUNDINGBOX ${boxOf(glyphs).join(' ')}`,
    ...propertyLines(properties, ascent, descent),
    `CHARS ${glyphs.length}`,
    ...ordered.flatMap((glyph) => glyphLines(glyph, points * (across ?? 75))),
    'ENDFONT',
    '',
  ].join('\n');
}

function boxOf(glyphs: readonly Glyph[]): readonly number[] {
  const inked = glyphs.filter(({ width, height }) => width > 0 && height > 0);
  const least = (of: (glyph: Glyph) => number): number => inked.reduce((best, glyph) => Math.min(best, of(glyph)), 0);
  const most = (of: (glyph: Glyph) => number): number => inked.reduce((best, glyph) => Math.max(best, of(glyph)), 0);
  const [left, bottom] = [least((glyph) => glyph.left), least((glyph) => glyph.bottom)];
  return [most((glyph) => glyph.left + glyph.width) - left, most((glyph) => glyph.bottom + glyph.height) - bottom, left, bottom];
}

function propertyLines(properties: BitmapFont['properties'], ascent: number, descent: number): readonly string[] {
  const own = properties.filter(([name]) => !['FONT', 'FONT_ASCENT', 'FONT_DESCENT'].includes(name));
  const all = [...own, ['FONT_ASCENT', ascent] as const, ['FONT_DESCENT', descent] as const];
  return [
    `STARTPROPERTIES ${all.length}`,
    ...all.map(([name, value]) => `${name} ${typeof value === 'number' ? value : `"${value.replaceAll('"', '""')}"`}`),
    'ENDPROPERTIES',
  ];
}

/** `scale` is points times dots per inch: scalable widths are thousandths of the size. */
function glyphLines({ code, name, width, height, left, bottom, advance, dots }: Glyph, scale: number): readonly string[] {
  const rows = Array.from({ length: height }, (_, row) => {
    let digits = '';
    for (let column = 0; column < Math.ceil(width / 8) * 8; column += 4) {
      let value = 0;
      for (let bit = 0; bit < 4; bit += 1)
        value = value * 2 + (column + bit < width ? (dots[row * width + column + bit] ?? 0) : 0);
      digits += value.toString(16).toUpperCase();
    }
    return digits;
  });
  return [
    `STARTCHAR ${name}`,
    `ENCODING ${code ?? -1}`,
    `SWIDTH ${Math.round((advance * 72_000) / scale)} 0`,
    `DWIDTH ${advance} 0`,
    `BBX ${width} ${height} ${left} ${bottom}`,
    'BITMAP',
    ...rows,
    'ENDCHAR',
  ];
}
