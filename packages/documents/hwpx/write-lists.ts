import type { ListMarker, NumberStyle, Paragraph } from '@bakkum/document-model/model';
import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { interned } from './interned.ts';

/** List membership of a paragraph: an outline, a numbering, bullets or none. */
export type Heading = { readonly kind: 'NONE' | 'OUTLINE' | 'NUMBER' | 'BULLET'; readonly id: number; readonly level: number };

export type Lists = {
  /** Call once per paragraph, in order, because numbers are counted. */
  headingOf(paragraph: Paragraph): Heading;
  numberings(): readonly string[];
  bullets(): readonly string[];
};

type NumberMarker = Extract<ListMarker, { kind: 'number' }>;
type Counter = { readonly id: number; readonly next: Map<number, number>; readonly heads: Map<number, string> };

/** Numbering of headings; it adds no number, because the heading text contains it. */
export const OUTLINE_ID = 1;
const LEVELS = 7;

/** Hangul counts list numbers itself, so a number that is not the next one starts another numbering. */
export function createLists(): Lists {
  const bullets = interned<string>();
  const outline: Counter = { id: OUTLINE_ID, next: new Map(), heads: new Map() };
  const counters: Counter[] = [outline];
  const current = new Map<number, Counter>();

  const counterFor = (list: number, level: number, marker: NumberMarker): Counter => {
    const known = current.get(list);
    const next = known?.next.get(level);
    // Deeper levels restart at 1 after each number above them.
    const continues = known && (next === undefined ? level > 0 && marker.value === 1 : next === marker.value);
    const head = known?.heads.get(level);
    if (continues && (head === undefined || head.endsWith(patternOf(level, marker)))) return known;
    const begun: Counter = { id: counters.length + 1, next: new Map(), heads: new Map() };
    counters.push(begun);
    current.set(list, begun);
    return begun;
  };

  const numbered = (list: number, level: number, marker: NumberMarker): number => {
    const { id, next, heads } = counterFor(list, level, marker);
    if (!heads.has(level)) heads.set(level, headAttributes(level, marker) + patternOf(level, marker));
    next.set(level, marker.value + 1);
    for (const deeper of [...next.keys()]) if (deeper > level) next.delete(deeper);
    return id;
  };

  return {
    headingOf({ headingLevel, list: place }) {
      if (!place) {
        return headingLevel === undefined
          ? { kind: 'NONE', id: 0, level: 0 }
          : { kind: 'OUTLINE', id: OUTLINE_ID, level: headingLevel - 1 };
      }
      const { list, marker } = place;
      const level = Math.min(place.level, LEVELS - 1);
      if (marker.kind === 'number') return { kind: 'NUMBER', id: numbered(list, level, marker), level };
      return { kind: 'BULLET', id: bullets.idOf(marker.text, marker.text) + 1, level };
    },
    numberings: () => counters.map(numberingXml),
    bullets: () => bullets.values().map(bulletXml),
  };
}

const COMMON =
  'align="LEFT" useInstWidth="1" autoIndent="1" widthAdjust="0" textOffsetType="PERCENT" textOffset="50" charPrIDRef="4294967295" checkable="0"';

const FORMATS: Readonly<Record<NumberStyle, string>> = {
  decimal: 'DIGIT',
  'lower-letter': 'LATIN_SMALL',
  'upper-letter': 'LATIN_CAPITAL',
  'lower-roman': 'ROMAN_SMALL',
  'upper-roman': 'ROMAN_CAPITAL',
  'hangul-syllable': 'HANGUL_SYLLABLE',
  circled: 'CIRCLED_DIGIT',
};

function headAttributes(level: number, { style, value }: NumberMarker): string {
  return `start="${value}" level="${level + 1}" numFormat="${FORMATS[style]}" ${COMMON}`;
}

function patternOf(level: number, { text }: NumberMarker): string {
  return `>${escapeXmlText(text.replaceAll('^', '')).replace('%', `^${level + 1}`)}</hh:paraHead>`;
}

function numberingXml({ id, heads }: Counter): string {
  const levels = Array.from({ length: LEVELS }, (_, level) => {
    const plain = `start="1" level="${level + 1}" numFormat="DIGIT" ${COMMON}></hh:paraHead>`;
    return `<hh:paraHead ${heads.get(level) ?? plain}`;
  });
  return `<hh:numbering id="${id}" start="0">${levels.join('')}</hh:numbering>`;
}

function bulletXml(sign: string, index: number): string {
  const head = `<hh:paraHead start="1" level="1" numFormat="DIGIT" ${COMMON}></hh:paraHead>`;
  return `<hh:bullet id="${index + 1}" char="${escapeXmlAttribute(sign)}" useImage="0">${head}</hh:bullet>`;
}
