import type { FormatId } from '@bakkum/conversion/engine';
import type { Format } from '@bakkum/formats/format';

type Source = Pick<Format, 'id' | 'family'>;

const MOVES: ReadonlySet<Format['family']> = new Set(['audio', 'video', 'image', 'presentation']);
/** Animated drawings. */
const MOVING_DRAWINGS: ReadonlySet<FormatId> = new Set(['lottie', 'tgs']);
/** Rows of text, which are no picture of anything and can be endless. */
const ROWS: ReadonlySet<FormatId> = new Set(['csv', 'tsv', 'psv', 'ndjson']);

/**
 * Returns whether anyone would want this pair. Chains of engines reach pairs that nobody looks for, such as a video of a text;
 * they only lengthen the list of formats.
 */
export function makesSense(from: Source | undefined, to: Source | undefined): boolean {
  if (!from || !to || from.id === to.id) return true;
  if (to.family === 'video') return MOVES.has(from.family) || MOVING_DRAWINGS.has(from.id);
  // A torrent describes files that others already share.
  if (to.id === 'torrent') return false;
  return !(to.family === 'image' && ROWS.has(from.id));
}

/** Families whose files consist of text. */
const TEXTUAL: ReadonlySet<Format['family']> = new Set(['document', 'spreadsheet', 'presentation', 'ebook']);

/** Whether both formats hold text, so that a route through page images would lose the text only to recognize it again. */
export function bothHoldText(from: Source | undefined, to: Source | undefined): boolean {
  return from !== undefined && to !== undefined && TEXTUAL.has(from.family) && TEXTUAL.has(to.family);
}
