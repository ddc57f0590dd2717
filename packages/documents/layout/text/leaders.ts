import type { Box, Glyph } from '../page-content.ts';
import type { Segment } from './segments.ts';

/** A row of dots (leader) from a title to its page number. */
type Leader = Box & { readonly baseline: number };

const DOT = /^[.·․‥…∙⋅]$/u;
/** Fewer dots than this are punctuation. */
const MIN_DOTS = 5;
/** Maximum distance between the dots of a leader, relative to their size. */
const MAX_DOT_DISTANCE = 1.6;

/** Removes leaders that are followed by words from a page. */
export function takeLeaders(glyphs: readonly Glyph[]): {
  readonly glyphs: readonly Glyph[];
  readonly leaders: readonly Leader[];
} {
  const taken = new Set<Glyph>();
  const leaders: Leader[] = [];
  for (const run of dotRuns(glyphs)) {
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last || !hasWordsBehind(last, glyphs)) continue;
    for (const dot of run) taken.add(dot);
    leaders.push({ left: first.left, right: last.right, top: first.top, bottom: first.bottom, baseline: first.baseline });
  }
  if (leaders.length === 0) return { glyphs, leaders };
  // Spaces between the dots are removed with them.
  const isBetween = (glyph: Glyph): boolean =>
    glyph.text === ' ' &&
    leaders.some(
      ({ left, right, baseline }) =>
        Math.abs(baseline - glyph.baseline) < 1 && glyph.right > left - 1 && glyph.left < right + glyph.size,
    );
  return { glyphs: glyphs.filter((glyph) => !taken.has(glyph) && !isBetween(glyph)), leaders };
}

function dotRuns(glyphs: readonly Glyph[]): readonly (readonly Glyph[])[] {
  const runs: Glyph[][] = [];
  const lines = Map.groupBy(
    glyphs.filter(({ text, angle }) => text !== ' ' && angle === 0),
    ({ baseline }) => Math.round(baseline),
  );
  for (const line of lines.values()) {
    let run: Glyph[] = [];
    for (const glyph of line.toSorted((a, b) => a.left - b.left)) {
      const last = run.at(-1);
      if (!DOT.test(glyph.text)) run = [];
      else if (last && glyph.left - last.left < glyph.size * MAX_DOT_DISTANCE) run.push(glyph);
      else run = [glyph];
      if (run.length === MIN_DOTS) runs.push(run);
    }
  }
  return runs;
}

function hasWordsBehind({ right, baseline, size }: Glyph, glyphs: readonly Glyph[]): boolean {
  return glyphs.some(
    (glyph) =>
      glyph.left >= right - 0.5 &&
      Math.abs(glyph.baseline - baseline) < size * 0.3 &&
      glyph.text !== ' ' &&
      !DOT.test(glyph.text),
  );
}

/** Marks segments that a leader points to. */
export function markLeaders(segments: readonly Segment[], leaders: readonly Leader[]): readonly Segment[] {
  if (leaders.length === 0) return segments;
  const led = new Set(
    leaders.flatMap((leader) => {
      const behind = segments.filter(
        (segment) => segment.left >= leader.right - 1 && Math.abs(segment.baseline - leader.baseline) < segment.size * 0.3,
      );
      return behind.length > 0 ? [behind.reduce((nearest, one) => (one.left < nearest.left ? one : nearest))] : [];
    }),
  );
  return segments.map((segment) => (led.has(segment) ? { ...segment, isLed: true as const } : segment));
}
