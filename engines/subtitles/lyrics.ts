import { byStart, type Cue, type Dialect, LAST_CUE_MS, textOf, tidy } from './cue.ts';
import { clock, clockTime } from './times.ts';
import { joinEqualTimes } from './timing.ts';

const TIME_TAG = /^\s*\[(\d{1,4}:\d{1,2}(?:[.:,]\d{1,3})?)\]/;
const FIELD = /^\s*\[([a-z#]+):(.*)\]\s*$/i;
const WORD_TIME = /<\d{1,4}:\d{2}(?:[.:]\d{1,3})?>/g;

type Line = { readonly start: number; readonly text: string };

/** LRC: each line states its start in hundredths of a second and is shown until the next. */
export const lyrics: Dialect = {
  keeps: new Set(),
  read(text) {
    const rows = text.split(/\r\n|\r|\n/);
    const fields = new Map(
      rows.map((row) => FIELD.exec(row)).map((match) => [match?.[1]?.toLowerCase(), match?.[2]?.trim() ?? '']),
    );
    const offset = Number(fields.get('offset') ?? 0) || 0;
    const lines = rows.flatMap((row) => linesIn(row, offset)).sort((one, other) => one.start - other.start);
    const length = clockTime(fields.get('length') ?? '');
    const [title, artist] = [fields.get('ti'), fields.get('ar')];
    return { cues: joinEqualTimes(byStart(cuesOf(lines, length))), ...(title ? { title } : {}), ...(artist ? { artist } : {}) };
  },
  write({ cues, title, artist }) {
    const time = (milliseconds: number): string => `[${clock(milliseconds, { hours: 0, separator: '.', decimals: 2 })}]`;
    const fields = [...(title ? [`[ti:${title}]`] : []), ...(artist ? [`[ar:${artist}]`] : [])];
    const lines = cues.flatMap(({ start, end, spans }, index) => {
      const next = cues[index + 1];
      const line = `${time(start)}${textOf(spans).replaceAll(/(?:(?<!\s)\s+)?\n\s*/g, ' ')}`;
      return next && next.start <= end ? [line] : [line, time(end)];
    });
    return [...fields, ...lines, ''].join('\n');
  },
};

/** A line may be sung several times. A positive offset moves all lines earlier. */
function linesIn(row: string, offset: number): readonly Line[] {
  const times: number[] = [];
  let rest = row;
  for (let tag = TIME_TAG.exec(rest); tag; tag = TIME_TAG.exec(rest)) {
    times.push(clockTime(tag[1] ?? '') ?? 0);
    rest = rest.slice(tag[0].length);
  }
  const text = rest.replaceAll(WORD_TIME, '').replaceAll(/ {2,}/g, ' ').trim();
  return times.map((start) => ({ start: Math.max(0, start - offset), text }));
}

/** Empty lines only end the previous one; lines with the same time end together. */
function cuesOf(lines: readonly Line[], length: number | undefined): readonly Cue[] {
  const cues: Cue[] = [];
  let later: number | undefined;
  for (const [index, { start, text }] of [...lines.entries()].toReversed()) {
    const following = lines[index + 1]?.start;
    if (following !== undefined && following > start) later = following;
    const spans = tidy([{ text }]);
    const end = later ?? Math.max(start, length ?? start + LAST_CUE_MS);
    if (spans.length > 0) cues.push({ start, end, spans });
  }
  return cues.toReversed();
}
