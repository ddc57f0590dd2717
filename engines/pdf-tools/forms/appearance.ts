import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { escapeXmlText } from '@bakkum/markup/escape';
import { PDFArray, type PDFDict, type PDFDocument, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib';
import { arrayOf, dictAt, dictOf, name, numberOf, textOf } from '../document/objects.ts';
import { type Drawing, drawForms } from '../marks/overlay.ts';
import { emsOf } from '../marks/text-width.ts';
import { boxOf, numbersOf } from '../pages/boxes.ts';
import { contentOperators } from '../pages/content-operators.ts';
import { type FormField, hasFlag, optionsOf } from './fields.ts';
import { linesWithin } from './lines.ts';

type Size = { readonly width: number; readonly height: number };

const MAX_WIDGETS = 50_000;
/** Maximum characters of all widgets together. A short field can repeat a long value in each of its widgets. */
const MAX_CHARACTERS = 4_000_000;

/**
 * Draws the values of text and choice fields as the appearances of their widgets, with embedded fonts for every script.
 * @throws ConversionError `too-large`
 */
export async function drawAppearances(
  document: PDFDocument,
  fields: readonly FormField[],
  context: EngineContext,
): Promise<void> {
  const places = placesOf(fields, context.signal);
  const forms = await drawForms(document, places, context);
  for (const [at, { widget, size }] of places.entries()) {
    const form = forms[at];
    if (form) dictAt(widget, 'AP').set(name('N'), turnedForm(document, form, size, rotationOf(widget)));
  }
}

type Place = { readonly widget: PDFDict; readonly size: Size; readonly elements: Drawing };

function placesOf(fields: readonly FormField[], signal: AbortSignal): readonly Place[] {
  const places = new Map<PDFDict, Place>();
  let characters = 0;
  for (const field of fields) {
    signal.throwIfAborted();
    const text = shownText(field);
    for (const widget of field.widgets) {
      const size = sizeOf(widget);
      if (!size || places.has(widget)) continue;
      characters += text.length + field.appearance.length;
      if (places.size >= MAX_WIDGETS || characters > MAX_CHARACTERS)
        throw new ConversionError('too-large', 'too many form fields, or too much text in them');
      places.set(widget, { widget, size, elements: drawingOf(field, text, widget, size) });
    }
  }
  return [...places.values()];
}

/** Size of a widget in the direction of its text. */
function sizeOf(widget: PDFDict): Size | undefined {
  const rect = boxOf(arrayOf(widget, 'Rect'));
  if (!rect || rect.width < 1 || rect.height < 1) return undefined;
  const isSide = rotationOf(widget) % 180 === 90;
  return isSide ? { width: rect.height, height: rect.width } : { width: rect.width, height: rect.height };
}

/** Degrees counterclockwise. */
function rotationOf(widget: PDFDict): number {
  return (((numberOf(dictOf(widget, 'MK'), 'R') ?? 0) % 360) + 360) % 360;
}

/** Returns a rotated copy of the form, or the form itself if it is upright, because widgets of equal size and value share it. */
function turnedForm({ context }: PDFDocument, form: PDFRef, size: Size, rotation: number): PDFRef {
  const stream = context.lookup(form);
  const matrix = turned(size, rotation);
  if (!matrix || !(stream instanceof PDFRawStream)) return form;
  const dict = stream.dict.clone();
  dict.set(name('Matrix'), context.obj([...matrix]));
  return context.register(PDFRawStream.of(dict, stream.contents));
}

function turned({ width, height }: Size, rotation: number): readonly number[] | undefined {
  if (rotation === 90) return [0, 1, -1, 0, height, 0];
  if (rotation === 180) return [-1, 0, 0, -1, width, height];
  return rotation === 270 ? [0, -1, 1, 0, 0, width] : undefined;
}

/** Points between the border and the text. */
const PADDING = 2;

function drawingOf(field: FormField, text: string, widget: PDFDict, size: Size): Drawing {
  const border = numberOf(dictOf(widget, 'BS'), 'W') ?? numbersOf(arrayOf(widget, 'Border'))[2] ?? 1;
  const look = dictOf(widget, 'MK');
  const [fill, line] = [colourIn(look, 'BG'), colourIn(look, 'BC')];
  const inset = border / 2;
  const box = `x="${inset}" y="${inset}" width="${size.width - border}" height="${size.height - border}"`;
  const frame =
    fill || (line && border > 0)
      ? `<rect ${box} fill="${fill ?? 'none'}" stroke="${line && border > 0 ? line : 'none'}" stroke-width="${border}"/>`
      : '';
  return frame + textOn(field, text, size, PADDING + (line ? border : 0));
}

function colourIn(look: PDFDict | undefined, key: string): string | undefined {
  const numbers = numbersOf(arrayOf(look, key));
  return numbers.length === 0 ? undefined : hexOf(numbers);
}

function hexOf(numbers: readonly number[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  const parts = numbers.length === 1 ? [a, a, a] : numbers.length === 3 ? [a, b, c] : [a, b, c].map((ink) => (1 - ink) * (1 - d));
  const pair = (part: number): string =>
    Math.round(Math.max(0, Math.min(1, part)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${parts.map(pair).join('')}`;
}

/** Maximum font size in points if the form does not set one. */
const MAX_AUTOMATIC = 12;
/** Font size in points to which text that does not fit is reduced. */
const MIN_POINTS = 4;
const LINE_HEIGHT = 1.2;
/** Maximum characters that are drawn in a widget. A whole page has room for fewer at the smallest size. */
const MAX_SHOWN = 100_000;

function textOn(field: FormField, whole: string, size: Size, padding: number): string {
  const text = whole.slice(0, MAX_SHOWN);
  if (text === '') return '';
  const { given, colour } = styleOf(field.appearance);
  const room = { width: size.width - 2 * padding, height: size.height - 2 * padding };
  if (room.width <= 0 || room.height <= 0) return '';
  const isBlock = hasFlag(field, 'multiline') || (field.kind === 'choice' && !hasFlag(field, 'combo'));
  const { lines, points } = isBlock ? blockIn(text, room, given) : lineIn(text, room, given);
  const [x, anchor] = placeOf(field.alignment, size.width, padding);
  const top = isBlock ? padding + points * 0.95 : size.height / 2 + points * 0.36;
  return lines
    .map(
      (line, at) =>
        `<text x="${x}" y="${top + at * points * LINE_HEIGHT}" font-size="${points}" text-anchor="${anchor}" fill="${colour}">` +
        `${escapeXmlText(line)}</text>`,
    )
    .join('');
}

function shownText(field: FormField): string {
  const value = field.dict.lookup(name('V'));
  const stored =
    value instanceof PDFArray
      ? value.asArray().map((entry) => textOf(field.dict.context.lookup(entry)) ?? '')
      : [textOf(value) ?? ''];
  if (field.kind === 'text') return hasFlag(field, 'password') ? '*'.repeat([...(stored[0] ?? '')].length) : (stored[0] ?? '');
  const { labels } = optionsOf(field);
  return stored.map((text) => labels.get(text) ?? text).join('\n');
}

type Style = { readonly given: number; readonly colour: string };

/** Reads the size (0 if the reader chooses it) and the colour of a default appearance. */
function styleOf(appearance: string): Style {
  let [given, colour] = [0, '#000000'];
  for (const [operator, operands] of contentOperators(new TextEncoder().encode(appearance))) {
    const numbers = operands.filter((value) => typeof value === 'number');
    if (operator === 'Tf') given = Math.max(0, numbers.at(-1) ?? 0);
    else if (operator === 'g' || operator === 'rg' || operator === 'k') colour = hexOf(numbers);
  }
  return { given, colour };
}

type Laid = { readonly lines: readonly string[]; readonly points: number };

function lineIn(text: string, room: Size, given: number): Laid {
  const line = text.replaceAll('\n', ' ');
  const wanted = given > 0 ? given : Math.min(MAX_AUTOMATIC, room.height * 0.8);
  const fitting = room.width / Math.max(1, emsOf(line));
  return { lines: [line], points: Math.max(Math.min(MIN_POINTS, wanted), Math.min(wanted, fitting)) };
}

function blockIn(text: string, room: Size, given: number): Laid {
  let points = given > 0 ? given : MAX_AUTOMATIC;
  let lines = linesWithin(text, room.width / points);
  while (points > MIN_POINTS && lines.length * points * LINE_HEIGHT > room.height) {
    points -= 0.5;
    lines = linesWithin(text, room.width / points);
  }
  return { lines: lines.slice(0, Math.ceil(room.height / (points * LINE_HEIGHT)) + 1), points };
}

function placeOf(alignment: number, width: number, padding: number): readonly [number, 'start' | 'middle' | 'end'] {
  if (alignment === 1) return [width / 2, 'middle'];
  return alignment === 2 ? [width - padding, 'end'] : [padding, 'start'];
}
