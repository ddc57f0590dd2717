import type { Content, Interchange } from '@bakkum/conversion/engine';
import type { Loss, Value } from './value.ts';

/** Interchange format id of data. Readers of tables and trees produce it, writers consume it. */
export const DATA = 'data';

/** Data between two formats, limited to types that all of them share. */
export type DataTree = Interchange & { readonly interchange: typeof DATA; readonly value: Value };

export const dataTree = (value: Value): DataTree => ({ interchange: DATA, value, release: () => undefined });

export function dataOf(content: Content): Value {
  if (!(content instanceof Blob) && content.interchange === DATA) return (content as DataTree).value;
  throw new TypeError('expected data');
}

/** Collects losses, each kind once, as the warnings of a result. */
export function lossNotes(): { lose(loss: Loss): void; warnings(): readonly { readonly code: Loss }[] } {
  const losses = new Set<Loss>();
  return { lose: (loss) => void losses.add(loss), warnings: () => [...losses].map((code) => ({ code })) };
}
