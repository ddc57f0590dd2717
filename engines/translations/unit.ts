import type { Table, Value } from '@bakkum/data-tree/value';
import type { XmlElement } from '@bakkum/document-input/xml';

/** A piece of text and what it is in another language. */
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

/** Signs of a text that stand for what was formatted there. */
const MARKS: ReadonlySet<string> = new Set(['x', 'bx', 'ex', 'ph', 'it', 'bpt', 'ept', 'sc', 'ec', 'cp', 'ut']);
/** A mark that holds words to be translated themselves. */
const WORDS = 'sub';

/** The words of a segment; codes of formatting are left out, but for the words within them. */
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
