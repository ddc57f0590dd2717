import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Cubic, Point } from './charstring.ts';
import { type Contour, GlyphReader, moved } from './glyf.ts';
import { glyphNames } from './glyph-names.ts';
import { nameOf } from './names.ts';
import { CFF_OUTLINES, neededTable, readSfnt, type Sfnt, type Table, tableOf, whole, writeSfnt } from './sfnt.ts';
import { type CffFont, type CffGlyph, MAX_OUTLINES, writeCff } from './write-cff.ts';

/** Tables of TrueType outlines, their hints and variations, and tables that depend on the bytes of the font. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'glyf loca cvt fpgm prep gasp hdmx VDMX LTSH DSIG fvar gvar avar cvar HVAR VVAR MVAR STAT'.split(' '),
);
/** CFF numbers its names with 16 bits, after the standard ones. */
const MAX_GLYPHS = 64_000;
/** Fonts with fewer units get fractions, because half a unit would be visible. */
const FINE_UNITS = 1000;
const FRACTIONS = 256;

/**
 * Replaces TrueType outlines with PostScript ones, which describe every quadratic curve exactly, to half a unit. Widths, names, characters
 * and layout rules stay; hints are lost, and a variable font is fixed at its defaults.
 * Errors: `corrupt`; `unsupported-feature`.
 */
export function toPostScript(sfnt: Bytes): Bytes {
  const font = readSfnt(sfnt);
  return whole(() => {
    const head = viewOf(neededTable(font, 'head'));
    const unitsPerEm = head.getUint16(18);
    const count = viewOf(neededTable(font, 'maxp')).getUint16(4);
    if (unitsPerEm === 0) throw new ConversionError('corrupt', 'an em without units');
    if (count > MAX_GLYPHS) throw new ConversionError('unsupported-feature', `${count} glyphs`);
    const names = nameStrings(font);
    const cff = writeCff({
      ...names,
      unitsPerEm,
      box: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
      ...drawingsOf(font, count, unitsPerEm < FINE_UNITS ? FRACTIONS : 1),
    });
    const made: readonly Table[] = [
      { tag: 'CFF ', data: cff },
      { tag: 'maxp', data: new Uint8Array([0, 0, 0x50, 0, count >> 8, count & 255]) },
      ...(tableOf(font, 'post') ? [{ tag: 'post', data: postOf(neededTable(font, 'post')) }] : []),
    ];
    const kept = font.tables.filter(({ tag }) => !LEFT_OUT.has(tag.trim()) && !made.some((table) => table.tag === tag));
    return writeSfnt({ flavour: CFF_OUTLINES, tables: [...kept, ...made] });
  });
}

/** Names of a font in CFF have ASCII letters only. */
function nameStrings(font: Sfnt): { readonly name: string; readonly fullName: string; readonly family: string } {
  const table = tableOf(font, 'name');
  const ascii = (id: number): string => (nameOf(table, id) ?? '').replaceAll(/[^ -~]/g, '').trim();
  const fullName = ascii(4) || 'Font';
  const name = (ascii(6) || fullName).replaceAll(/[^\w.+-]/g, '').slice(0, 63) || 'Font';
  return { name, fullName, family: ascii(1) || fullName };
}

/**
 * Outlines that composite glyphs use are written once, because Korean fonts compose thousands of syllables of a few hundred letters.
 */
function drawingsOf(font: Sfnt, count: number, fractions: number): Pick<CffFont, 'glyphs' | 'outlines'> {
  const isLong = viewOf(neededTable(font, 'head')).getInt16(50) !== 0;
  const reader = new GlyphReader(neededTable(font, 'glyf'), neededTable(font, 'loca'), isLong);
  const metrics = metricsOf(font);
  const names = glyphNames(tableOf(font, 'post'), count);
  const parts = names.map((_, glyph) => reader.parts(glyph));
  const outlines: (readonly Cubic[])[] = [];
  const shared = new Map<number, number>();
  const drawn = (glyph: number, dx: number): readonly Cubic[] =>
    moved(reader.contours(glyph), dx, 0).flatMap((contour) => pathOf(contour, fractions));
  for (const used of new Set(parts.flatMap((own) => own?.map(({ glyph }) => glyph) ?? []))) {
    if (outlines.length === MAX_OUTLINES) break;
    shared.set(used, outlines.length);
    outlines.push(drawn(used, 0));
  }
  const glyphs = names.map((name, glyph): CffGlyph => {
    const { width, left } = metrics(glyph);
    // TrueType moves outlines to their side bearing.
    const bearing = left - reader.left(glyph);
    const placed = (shared.has(glyph) ? [{ glyph, dx: 0, dy: 0 }] : parts[glyph])?.map(({ glyph: used, dx, dy }) => ({
      outline: shared.get(used),
      dx: dx + bearing,
      dy,
    }));
    if (placed?.every(isShared)) return { name, width, paths: [], parts: placed };
    return { name, width, paths: drawn(glyph, bearing) };
  });
  return { outlines, glyphs };
}

const isShared = <Place extends { readonly outline: number | undefined }>(place: Place): place is Place & { outline: number } =>
  place.outline !== undefined;

/** Widths and left side bearings; glyphs after the last full record have its width. */
function metricsOf(font: Sfnt): (glyph: number) => { readonly width: number; readonly left: number } {
  const view = viewOf(neededTable(font, 'hmtx'));
  const full = viewOf(neededTable(font, 'hhea')).getUint16(34);
  if (full === 0) throw new ConversionError('corrupt', 'glyphs without widths');
  return (glyph) => ({
    width: view.getUint16(Math.min(glyph, full - 1) * 4),
    left: view.getInt16(glyph < full ? glyph * 4 + 2 : full * 4 + (glyph - full) * 2),
  });
}

/**
 * Turns quadratic into cubic curves. Between two control points, a point on the curve is implied. The direction is reversed, because PostScript
 * fills to the left of a path, and TrueType to the right.
 */
function pathOf(contour: Contour, fractions: number): readonly Cubic[] {
  if (contour.length < 2) return [];
  const points = startingOnCurve(contour.toReversed());
  const rounded = ({ x, y }: Pick<Contour[number], 'x' | 'y'>): Point => [
    Math.round(x * fractions) / fractions,
    Math.round(y * fractions) / fractions,
  ];
  const [first, ...rest] = points;
  if (!first) return [];
  const curves: [Point, Point, Point][] = [];
  let from = first;
  let control: Contour[number] | undefined;
  const draw = (to: Contour[number]): void => {
    if (control) curves.push([rounded(between(from, control, 2 / 3)), rounded(between(to, control, 2 / 3)), rounded(to)]);
    else curves.push([rounded(from), rounded(to), rounded(to)]);
    from = to;
    control = undefined;
  };
  for (const point of rest) {
    if (point.onCurve) draw(point);
    else {
      if (control) draw(between(control, point, 1 / 2));
      control = point;
    }
  }
  // Readers close a path with a straight line.
  if (control) draw(first);
  return curves.length > 0 ? [{ start: rounded(first), curves }] : [];
}

function startingOnCurve(contour: Contour): Contour {
  const start = contour.findIndex(({ onCurve }) => onCurve);
  if (start >= 0) return [...contour.slice(start), ...contour.slice(0, start)];
  const [first, last] = [contour[0], contour.at(-1)];
  return first && last ? [between(last, first, 1 / 2), ...contour] : [];
}

const between = (one: Contour[number], other: Contour[number], share: number): Contour[number] => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
  onCurve: true,
});

/** Version 3 of `post`, without glyph names, which are in CFF. */
function postOf(post: Bytes): Bytes {
  const data = post.slice(0, 32);
  viewOf(data).setUint32(0, 0x00030000);
  return data;
}
