import { type Change, type ChangedPart, type ChangeKind, SIDES, type Side } from '@bakkum/conversion/document-comparison';

/** A mark on a page, in the color and with the sign of its kind. */
export type Look = {
  /** Red, green and blue from 0 to 1. */
  readonly color: readonly [number, number, number];
  readonly sign: string;
};

const RED = [0.78, 0.11, 0.13] as const;
const GREEN = [0.05, 0.47, 0.25] as const;
const AMBER = [0.7, 0.42, 0] as const;
const BLUE = [0.1, 0.36, 0.75] as const;
const VIOLET = [0.5, 0.22, 0.66] as const;

export const LOOKS: Readonly<Record<ChangeKind, Look>> = {
  removed: { color: RED, sign: '−' },
  added: { color: GREEN, sign: '+' },
  changed: { color: AMBER, sign: '≠' },
  moved: { color: BLUE, sign: '→' },
  appearance: { color: VIOLET, sign: '◐' },
};

export function partsOf(change: Change): readonly { readonly side: Side; readonly part: ChangedPart }[] {
  return SIDES.flatMap((side) => {
    const part = change[side];
    return part ? [{ side, part }] : [];
  });
}

export function cssColor([red, green, blue]: Look['color']): string {
  return `rgb(${[red, green, blue].map((value) => Math.round(value * 255)).join()})`;
}
