import type { FormControl } from '@bakkum/document-model/model';
import {
  type Box,
  type FontFace,
  type Glyph,
  heightOf,
  holds,
  type PageContent,
  type PlacedField,
  widthOf,
} from '../page-content.ts';
import { isEastAsian } from './script.ts';

/** Placeholder for an empty field until it is written; never occurs in text. */
const EMPTY = '\ufffc';
const FACE: FontFace = { family: 'Arial', bold: false, italic: false, kind: 'sans' };
const MIN_BOX_SIDE = 6;
const MAX_BOX_SIDE = 12;
/** Padding between the edge of a field and its text, in points. */
const PADDING = 2;
/** Distance of the baseline below the middle of a line, relative to the text size. */
const BELOW_MIDDLE = 0.35;

/** The page's characters plus the values of its fields at their positions, each linked to its field. */
export function withFields({ glyphs, fields = [] }: PageContent): readonly Glyph[] {
  if (fields.length === 0) return glyphs;
  const outside = glyphs.filter((glyph) => !fields.some((field) => holds(field, glyph)));
  const [near] = outside;
  return [...outside, ...fields.flatMap((field) => fieldGlyphs(field, near?.font ?? FACE, labelLine(field, outside)))];
}

/** Maximum distance of a drawn frame from its field, in points. */
const FRAME = 3;

/** The page without frames drawn around its fields, because the fields have their own. */
export function withoutFrames(content: PageContent): PageContent {
  const { fields = [], rules, fills, drawings } = content;
  if (fields.length === 0) return content;
  const isFrame = (box: Box): boolean =>
    fields.some(
      ({ left, top, right, bottom }) =>
        box.left > left - FRAME && box.right < right + FRAME && box.top > top - FRAME && box.bottom < bottom + FRAME,
    );
  const free = <Item extends Box>(items: readonly Item[]): readonly Item[] => items.filter((item) => !isFrame(item));
  return { ...content, rules: free(rules), fills: free(fills), drawings: free(drawings) };
}

/** Baseline of the label next to a field, used for the field's text as well. */
function labelLine({ left, right, top, bottom }: PlacedField, glyphs: readonly Glyph[]): number | undefined {
  const distance = (glyph: Glyph): number => (glyph.left < left ? left - glyph.right : glyph.left - right);
  const beside = glyphs.filter(
    (glyph) =>
      glyph.text !== ' ' && glyph.baseline > top && glyph.baseline < bottom + FRAME && distance(glyph) < MAX_LABEL_DISTANCE,
  );
  return beside.toSorted((a, b) => distance(a) - distance(b))[0]?.baseline;
}

const MAX_LABEL_DISTANCE = 40;

function fieldGlyphs(field: PlacedField, font: FontFace, beside: number | undefined): readonly Glyph[] {
  const size = field.size > 0 ? field.size : Math.min(MAX_BOX_SIDE, Math.max(MIN_BOX_SIDE, heightOf(field) * 0.65));
  const control = controlOf(field);
  const isBox = control.kind === 'check';
  const lines = isBox ? [field.checked ? '☒' : '☐'] : linesOf(field, size);
  const middle = (field.top + field.bottom) / 2;
  const first = field.isMultiline ? field.top + PADDING + size : (beside ?? middle + size * BELOW_MIDDLE);
  return lines.flatMap((line, row) => {
    const baseline = first + row * size * 1.2;
    let left = field.left + (isBox ? 0 : PADDING);
    return [...line].map((text) => {
      const width = text === EMPTY ? widthOf(field) - PADDING * 2 : isBox ? widthOf(field) : advanceOf(text, size);
      const glyph: Glyph = {
        text,
        left,
        right: left + width,
        top: baseline - size * 0.9,
        bottom: baseline + size * 0.25,
        baseline,
        size,
        font: { family: font.family, bold: false, italic: false, kind: font.kind },
        colour: '#000000',
        angle: 0,
        mark: -1,
        invisible: false,
        control,
      };
      left += width;
      return glyph;
    });
  });
}

function controlOf({ kind, name, checked, options }: PlacedField): FormControl {
  if (kind === 'check' || kind === 'radio') return { kind: 'check', name, checked };
  return kind === 'choice' ? { kind: 'choice', name, options } : { kind: 'text', name };
}

const advanceOf = (text: string, size: number): number => (isEastAsian(text) ? size : size * 0.5);

/** The lines of a multi-line field. */
function linesOf({ value, isMultiline, ...box }: PlacedField, size: number): readonly string[] {
  if (value.trim() === '') return [EMPTY];
  const given = value.split(/\r\n|\r|\n/).filter((line) => line !== '');
  if (!isMultiline) return [given.join(' ')];
  const room = widthOf(box) - PADDING * 2;
  return given.flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/(?<= )/)) {
      if (line !== '' && lengthOf(line + word.trimEnd(), size) > room) {
        lines.push(line);
        line = '';
      }
      line += word;
    }
    return [...lines, line];
  });
}

const lengthOf = (text: string, size: number): number => [...text].reduce((sum, one) => sum + advanceOf(one, size), 0);

/** Blank text for an empty field. */
const BLANK = '\u00a0'.repeat(12);

/** The output text of a field's characters. */
export const fieldText = (text: string): string => text.replaceAll(EMPTY, BLANK);
