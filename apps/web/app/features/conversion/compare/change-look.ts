import type { ChangeKind } from '@bakkum/conversion/document-comparison';
import type { CSSProperties } from 'react';

/** On pages, which are white in both color schemes. Kinds differ in their lines as well as in their colors. */
const COLORS = {
  removed: 'oklch(0.55 0.2 25)',
  added: 'oklch(0.52 0.15 155)',
  moved: 'oklch(0.5 0.17 255)',
  appearance: 'oklch(0.5 0.18 310)',
} as const;

type MarkKind = keyof typeof COLORS;

/** A change is removed on one side and added on the other. */
export function markKind(kind: ChangeKind, side: 'before' | 'after'): MarkKind {
  if (kind !== 'changed') return kind;
  return side === 'before' ? 'removed' : 'added';
}

export function markStyle(kind: MarkKind, isSelected: boolean): CSSProperties {
  const color = COLORS[kind];
  const tint = `color-mix(in oklch, ${color} ${isSelected ? 38 : 22}%, transparent)`;
  const line = kind === 'removed' ? `linear-gradient(transparent 46%, ${color} 46% 56%, transparent 56%)` : undefined;
  return {
    backgroundColor: tint,
    ...(line && { backgroundImage: line }),
    ...(kind === 'added' && { borderBottom: `2px solid ${color}` }),
    ...(kind === 'moved' && { border: `1px dotted ${color}` }),
    ...(kind === 'appearance' && { border: `1.5px dashed ${color}` }),
    ...(isSelected && { outline: `2px solid ${color}`, outlineOffset: 1 }),
  };
}
