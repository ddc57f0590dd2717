import { markerText } from '@bakkum/document-model/list-text';
import type { ListPlace, NumberStyle } from '@bakkum/document-model/model';
import { childOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { type Package, valueOf } from './parts.ts';
import { indents, type ParagraphLook } from './styles.ts';

/** Counts paragraph numbers in document order. */
export type Numbering = {
  /** Place of a paragraph in its list, and the list's indents. */
  placeOf(number: {
    readonly list: string;
    readonly level: number;
  }): { readonly place: ListPlace; readonly look: ParagraphLook } | undefined;
};

const STYLES: Readonly<Record<string, NumberStyle>> = {
  decimal: 'decimal',
  decimalZero: 'decimal',
  lowerLetter: 'lower-letter',
  upperLetter: 'upper-letter',
  lowerRoman: 'lower-roman',
  upperRoman: 'upper-roman',
  ganada: 'hangul-syllable',
  decimalEnclosedCircle: 'circled',
  decimalEnclosedCircleChinese: 'circled',
};

const LEVELS = 9;

type Level = { readonly format: string; readonly text: string; readonly start: number; readonly look: ParagraphLook };

export function readNumbering(source: Package): Numbering {
  const root = source.part('numbering')?.root;
  const children = root ? elementsOf(root) : [];
  const byId = (name: string, key: string): ReadonlyMap<string, XmlElement> =>
    new Map(children.filter((child) => child.name === name).map((child) => [child.attributes[key] ?? '', child]));
  const abstracts = byId('abstractNum', 'w:abstractNumId');
  const numbers = byId('num', 'w:numId');
  const counters = new Map<string, (number | undefined)[]>();
  const lists = new Map<string, number>();

  const levelOf = (list: string, level: number): Level | undefined => {
    const number = numbers.get(list);
    const kept = abstracts.get(valueOf(number, 'abstractNumId') ?? '');
    const override =
      number && elementsOf(number).find((child) => child.name === 'lvlOverride' && child.attributes['w:ilvl'] === String(level));
    const isLevel = (child: XmlElement): boolean => child.name === 'lvl' && child.attributes['w:ilvl'] === String(level);
    const element = childOf(override, 'lvl') ?? (kept && elementsOf(kept).find(isLevel));
    return element && readLevel(element, valueOf(override, 'startOverride'));
  };

  const count = (list: string, level: number): readonly (number | undefined)[] => {
    const values = counters.get(list) ?? Array.from({ length: LEVELS }, (): number | undefined => undefined);
    counters.set(list, values);
    values[level] = (values[level] ?? (levelOf(list, level)?.start ?? 1) - 1) + 1;
    values.fill(undefined, level + 1);
    return values;
  };

  return {
    placeOf({ list, level: asked }) {
      const level = Math.min(LEVELS - 1, Math.max(0, asked));
      const found = levelOf(list, level);
      if (!found || found.format === 'none') return undefined;
      const number = lists.get(list) ?? lists.size;
      lists.set(list, number);
      const { look, text, format } = found;
      if (format === 'bullet') return { place: { list: number, level, marker: { kind: 'bullet', text: bulletOf(text) } }, look };
      const values = count(list, level);
      const spelled = text.replaceAll(/%(\d)/g, (_, digit: string) => {
        const at = Number(digit) - 1;
        return at === level ? '%' : spell(values[at] ?? levelOf(list, at)?.start ?? 1, levelOf(list, at)?.format);
      });
      const style = STYLES[format] ?? 'decimal';
      const marker = {
        kind: 'number',
        style,
        text: spelled.includes('%') ? spelled : `${spelled}%`,
        value: values[level] ?? 1,
      } as const;
      return { place: { list: number, level, marker }, look };
    },
  };
}

function readLevel(element: XmlElement, start: string | undefined): Level {
  return {
    format: valueOf(element, 'numFmt') ?? 'decimal',
    text: valueOf(element, 'lvlText') ?? '',
    start: Number(start ?? valueOf(element, 'start') ?? 1) || 0,
    look: indents(childOf(childOf(element, 'pPr'), 'ind')),
  };
}

function spell(value: number, format: string | undefined): string {
  return markerText({ kind: 'number', style: STYLES[format ?? ''] ?? 'decimal', text: '%', value });
}

/** Symbol fonts put their characters into the private use area; they are replaced by a bullet. */
function bulletOf(text: string): string {
  const sign = text.trim();
  return sign === '' || /\p{Co}/u.test(sign) || sign === 'o' ? (sign === 'o' ? '◦' : '•') : sign;
}
