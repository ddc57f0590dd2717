import type { Table, Value } from '@bakkum/data-tree/value';
import type { XmlElement } from '@bakkum/markup/xml';

/** A source text with its translation. */
export type Unit = {
  readonly file: string;
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly state: string;
  readonly note: string;
};

export function recordOf(unit: Unit): Table {
  return new Map<string, Value>(Object.entries(unit));
}

/** Placeholder elements for inline formatting. */
const MARKS: ReadonlySet<string> = new Set(['x', 'bx', 'ex', 'ph', 'it', 'bpt', 'ept', 'sc', 'ec', 'cp', 'ut']);
/** An element with text that is itself translatable. */
const WORDS = 'sub';

/** Returns the text of a segment without formatting codes, but with translatable text inside them. */
export function wordsIn(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return child;
      return MARKS.has(child.name)
        ? child.children.map((inner) => (typeof inner !== 'string' && inner.name === WORDS ? wordsIn(inner) : '')).join('')
        : wordsIn(child);
    })
    .join('');
}
