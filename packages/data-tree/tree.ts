import type { Content, Interchange } from '@bakkum/conversion/engine';
import type { Loss, Value } from './value.ts';

/** Interchange format id of data. Readers of tables and trees end here, writers start here. */
export const DATA = 'data';

/** Data between two formats, with the types all of them know. */
export type DataTree = Interchange & { readonly interchange: typeof DATA; readonly value: Value };

export const dataTree = (value: Value): DataTree => ({ interchange: DATA, value, release: () => undefined });

export function dataOf(content: Content): Value {
  if (!(content instanceof Blob) && content.interchange === DATA) return (content as DataTree).value;
  throw new TypeError('expected data');
}

/** Collects what is lost on the way, each kind once, as the warnings a result has. */
export function lossNotes(): { lose(loss: Loss): void; warnings(): readonly { readonly code: Loss }[] } {
  const losses = new Set<Loss>();
  return { lose: (loss) => void losses.add(loss), warnings: () => [...losses].map((code) => ({ code })) };
}
