import type { Alignment, Inline, ListPlace, Paragraph, TextStyle } from '@bakkum/document-model/model';
import { type Field, messagesIn, numberIn, numbersIn, textIn, within } from '../protocol-buffer.ts';
import { paintOf } from './fills.ts';
import { inherited, type Objects } from './objects.ts';
import { valuesAlong } from './text-tables.ts';

/** Fields of TSWP.StorageArchive. */
const TEXT = 3;
const PARAGRAPH_STYLES = 5;
const LEVELS = 6;
const LIST_STYLES = 7;
const CHARACTER_STYLES = 8;
/** Fields of styles: their properties of characters and paragraphs. */
const CHARACTERS = 11;
const PARAGRAPH = 12;
/** Types of list labels: a text such as a bullet, or a number. */
const STRING_LABEL = 2;
const NUMBER_LABEL = 3;

const DEFAULT_SIZE = 24;
/** Space between a label and its text, relative to the size. */
const LABEL_WIDTH = 0.75;
const ALIGNMENTS: readonly Alignment[] = ['start', 'end', 'center', 'justify'];

/** Paragraph and character styles name their parent in field 3 of field 1. */
const headOf = (style: readonly Field[]): readonly Field[] => within(style, 1);

type ParagraphLook = { readonly alignment: Alignment; readonly spaceBefore: number };
type ListLook = { readonly isNumber: boolean; readonly text: string; readonly indent: number };

/** Reads the text of a presentation; remembers styles, which thousands of paragraphs share. */
export class TextReader {
  readonly #objects: Objects;
  readonly #characters = new Map<string, TextStyle>();
  readonly #paragraphs = new Map<number | undefined, ParagraphLook>();
  readonly #lists = new Map<string, ListLook | undefined>();

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  /** Reads the paragraphs of a TSWP.StorageArchive; none if it is blank. */
  paragraphsOf(storage: readonly Field[]): readonly Paragraph[] {
    const text = textIn(storage, TEXT);
    if (plain(text).trim() === '') return [];
    const styles = valuesAlong(storage, PARAGRAPH_STYLES, 'lasting');
    const lists = valuesAlong(storage, LIST_STYLES, 'lasting');
    const levels = valuesAlong(storage, LEVELS, 'number');
    const characters = valuesAlong(storage, CHARACTER_STYLES, 'ending');
    const counts: number[] = [];
    let at = 0;
    return text.split('\n').map((line): Paragraph => {
      const start = at;
      at += line.length + 1;
      const style = styles.valueAt(start);
      const content = characters
        .partsOf(start, start + line.length)
        .flatMap(({ from, to, value }) => inlines(line.slice(from - start, to - start), this.#styleOf(style, value)));
      const level = levels.valueAt(start) ?? 0;
      const list = content.length > 0 ? this.#listOf(lists.valueAt(start), level) : undefined;
      counts.splice(list ? level + 1 : 0);
      if (list?.isNumber) counts[level] = (counts[level] ?? 0) + 1;
      return {
        kind: 'paragraph',
        ...this.#lookOf(style),
        ...listed(list, level, counts, this.#styleOf(style, undefined)),
        content,
      };
    });
  }

  #lookOf(style: number | undefined): ParagraphLook {
    const known = this.#paragraphs.get(style);
    if (known) return known;
    const property = (number: number) =>
      inherited(this.#objects, style, headOf, (fields) => numberIn(within(fields, PARAGRAPH), number));
    const look = { alignment: ALIGNMENTS[property(1) ?? 0] ?? 'start', spaceBefore: Math.max(0, property(20) ?? 0) };
    this.#paragraphs.set(style, look);
    return look;
  }

  /** The character style comes before the paragraph style. */
  #styleOf(paragraph: number | undefined, character: number | undefined): TextStyle {
    const key = `${paragraph ?? 0} ${character ?? 0}`;
    const known = this.#characters.get(key);
    if (known) return known;
    const find = <Value>(read: (properties: readonly Field[]) => Value | undefined): Value | undefined => {
      const own = (id: number | undefined) => inherited(this.#objects, id, headOf, (fields) => read(within(fields, CHARACTERS)));
      return own(character) ?? own(paragraph);
    };
    const isSet = (number: number): boolean => (find((properties) => numberIn(properties, number)) ?? 0) > 0;
    const font = find((properties) => textIn(properties, 5) || undefined) ?? '';
    const colour = find((properties) => paintOf(within(properties, 7)))?.colour;
    const style: TextStyle = {
      size: Math.max(1, find((properties) => numberIn(properties, 3)) ?? DEFAULT_SIZE),
      ...(font !== '' && { font: familyOf(font) }),
      ...((isSet(1) || /bold|heavy|black/i.test(font)) && { bold: true }),
      ...((isSet(2) || /italic|oblique/i.test(font)) && { italic: true }),
      ...(isSet(11) && { underline: true }),
      ...(isSet(12) && { strike: true }),
      ...(colour !== undefined && { colour }),
    };
    this.#characters.set(key, style);
    return style;
  }

  #listOf(style: number | undefined, level: number): ListLook | undefined {
    const key = `${style ?? 0} ${level}`;
    if (this.#lists.has(key)) return this.#lists.get(key);
    const look = this.#readList(style, level);
    this.#lists.set(key, look);
    return look;
  }

  #readList(style: number | undefined, level: number): ListLook | undefined {
    const values = <Value>(read: (fields: readonly Field[]) => readonly Value[]): Value | undefined =>
      inherited(this.#objects, style, headOf, (fields) => {
        const found = read(fields);
        return found.length > 0 ? found : undefined;
      })?.[level];
    const label = values((fields) => numbersIn(fields, 11));
    if (label !== STRING_LABEL && label !== NUMBER_LABEL) return undefined;
    const text = values((fields) => messagesIn(fields, 16).map((bytes) => new TextDecoder().decode(bytes))) ?? '•';
    return { isNumber: label === NUMBER_LABEL, text, indent: values((fields) => numbersIn(fields, 13)) ?? 0 };
  }
}

function listed(
  list: ListLook | undefined,
  level: number,
  counts: readonly number[],
  { size }: TextStyle,
): Pick<Paragraph, 'indentStart' | 'firstLine' | 'list'> {
  if (!list) return { indentStart: 0, firstLine: 0 };
  const label = size * LABEL_WIDTH;
  const marker: ListPlace['marker'] = list.isNumber
    ? { kind: 'number', style: 'decimal', text: '%.', value: counts[level] ?? 1 }
    : { kind: 'bullet', text: list.text };
  return { indentStart: list.indent + label, firstLine: -label, list: { list: 0, level, marker } };
}

/** Typefaces have PostScript names: `HelveticaNeue-Bold`. */
const familyOf = (font: string): string =>
  font
    .replace(/-(?:Regular|Bold|Italic|Medium|Light|Semibold|SemiBold|Heavy|Black|Oblique|BoldItalic)$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2');

/** Without the marks of attachments and other control characters. */
const plain = (text: string): string => text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffc\ufffd\u2029]/g, '');

function inlines(text: string, style: TextStyle): readonly Inline[] {
  return plain(text)
    .split(/([\t\u2028])/)
    .flatMap((part): readonly Inline[] => {
      if (part === '') return [];
      if (part === '\t') return [{ kind: 'tab' }];
      return part === '\u2028' ? [{ kind: 'line-break' }] : [{ kind: 'text', text: part, style }];
    });
}
