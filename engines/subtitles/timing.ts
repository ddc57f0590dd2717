import type { Cue, Span } from './cue.ts';

export type Retiming = {
  /** Milliseconds; negative is earlier. */
  readonly shift: number;
  /** Frame rate the subtitles were made for, and frame rate of the target video. */
  readonly from?: number;
  readonly to?: number;
};

/** Stretches times to another frame rate, then shifts them. Cues that would end before the start are dropped. */
export function retime(cues: readonly Cue[], { shift, from, to }: Retiming): readonly Cue[] {
  const factor = from !== undefined && to !== undefined ? from / to : 1;
  if (factor === 1 && shift === 0) return cues;
  return cues
    .map((cue) => ({ ...cue, start: Math.round(cue.start * factor + shift), end: Math.round(cue.end * factor + shift) }))
    .filter(({ end }) => end > 0)
    .map((cue) => ({ ...cue, start: Math.max(0, cue.start) }));
}

/** For formats that show one text at a time: overlapping cues are stacked, the earlier one above. */
export function withoutOverlaps(cues: readonly Cue[]): readonly Cue[] {
  const overlaps = cues.some(({ end }, index) => (cues[index + 1]?.start ?? Number.POSITIVE_INFINITY) < end);
  if (!overlaps) return cues;
  const edges = [...new Set(cues.flatMap(({ start, end }) => [start, end]))].sort((one, other) => one - other);
  const result: Cue[] = [];
  let first = 0;
  for (const [index, start] of edges.slice(0, -1).entries()) {
    const end = edges[index + 1] ?? start;
    while ((cues[first]?.end ?? Number.POSITIVE_INFINITY) <= start) first += 1;
    const shown: Cue[] = [];
    for (let at = first; (cues[at]?.start ?? Number.POSITIVE_INFINITY) <= start; at += 1) {
      const cue = cues[at];
      if (cue && cue.end > start) shown.push(cue);
    }
    if (shown.length > 0) result.push({ ...shown[0], start, end, spans: stacked(shown) });
  }
  return result;
}

/** Stacks the texts of cues that are shown together. */
export function stacked(cues: readonly Cue[]): readonly Span[] {
  return cues.flatMap(({ spans }, index) => (index === 0 ? spans : [{ text: '\n' }, ...spans]));
}

/** Joins cues with identical times, for merged languages. */
export function joinEqualTimes(cues: readonly Cue[]): readonly Cue[] {
  const groups = Map.groupBy(cues, ({ start, end }) => `${start} ${end}`);
  return [...groups.values()].map((members) => {
    const [first, ...others] = members;
    if (!first) throw new RangeError('an empty group');
    const { language: _, ...cue } = first;
    return others.length === 0 ? cue : { ...cue, spans: stacked(members) };
  });
}
