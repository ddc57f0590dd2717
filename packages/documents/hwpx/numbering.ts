import { markerText } from '@bakkum/document-model/list-text';
import type { ListMarker, ListPlace, NumberStyle } from '@bakkum/document-model/model';
import type { ParagraphStyle, Styles } from './styles.ts';

/** Counts paragraph numbers in document order. */
export type Numbering = {
  /** Place of a paragraph in its list; `undefined` outside of lists. @param outline numbering of headings */
  placeOf(style: ParagraphStyle, outline: string): ListPlace | undefined;
};

const LEVELS = 10;

export function createNumbering(styles: Styles): Numbering {
  const counters = new Map<string, (number | undefined)[]>();
  const lists = new Map<string, number>();
  const listOf = (key: string): number => {
    const list = lists.get(key) ?? lists.size;
    lists.set(key, list);
    return list;
  };

  const count = (key: string, level: number, start: number): readonly (number | undefined)[] => {
    const values = counters.get(key) ?? Array.from({ length: LEVELS }, (): number | undefined => undefined);
    counters.set(key, values);
    values[level] = (values[level] ?? start - 1) + 1;
    values.fill(undefined, level + 1);
    return values;
  };

  return {
    placeOf({ heading }, outline) {
      const { kind, level } = heading;
      if (kind !== 'NUMBER' && kind !== 'BULLET' && kind !== 'OUTLINE') return undefined;
      const id = kind === 'OUTLINE' && heading.id === '0' ? outline : heading.id;
      const head = styles.head(kind, id, level);
      if (!head || head.text.trim() === '') return undefined;
      const key = `${kind === 'BULLET' ? 'b' : 'n'}${id}`;
      if (head.style === 'bullet') return { list: listOf(key), level, marker: { kind: 'bullet', text: head.text } };
      const values = count(key, level, head.start);
      const others = (deeper: number): string => formatted(values[deeper] ?? 1, styles.head(kind, id, deeper)?.style);
      return { list: listOf(key), level, marker: markerOf(head.text, head.style, level, values[level] ?? 1, others) };
    },
  };
}

/** Marker from a pattern such as `^1.^2)`: a caret before each level's number. Numbers of the levels above become plain text. */
function markerOf(
  pattern: string,
  style: NumberStyle,
  level: number,
  value: number,
  numberAt: (level: number) => string,
): ListMarker {
  const text = pattern.replaceAll(/\^(\d+|n|N)/g, (_, digits: string) => {
    if (digits === 'n' || digits === 'N') return '%';
    const at = Number(digits) - 1;
    return at === level ? '%' : numberAt(at);
  });
  return { kind: 'number', style, text: text.includes('%') ? text : `${text}%`, value };
}

/** A number in the spelling of its style. */
export function formatted(value: number, style: NumberStyle | 'bullet' | undefined): string {
  return markerText({ kind: 'number', style: style === undefined || style === 'bullet' ? 'decimal' : style, text: '%', value });
}
