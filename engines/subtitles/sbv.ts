import { byStart, type Cue, type Dialect, textOf, tidy } from './cue.ts';
import { clock, clockTime } from './times.ts';

/** Two times separated by a comma, then lines up to an empty one. */
const TIMES = /^\s*(\d+:\d{1,2}:\d{1,2}[.,]\d{1,3})\s*,\s*(\d+:\d{1,2}:\d{1,2}[.,]\d{1,3})\s*$/;
/** SubViewer header: fields in brackets, before or among the cues. */
const FIELD = /^\s*\[[A-Z ]+\]/;

type Shape = { readonly decimals: 2 | 3; readonly hours: 1 | 2; readonly lineEnd: string; readonly head: string };

function timedBlocks({ decimals, hours, lineEnd, head }: Shape): Dialect {
  const time = (milliseconds: number): string => clock(milliseconds, { hours, separator: '.', decimals });
  return {
    keeps: new Set(),
    read(text) {
      const lines = text.split(/\r\n|\r|\n/);
      const starts = lines.flatMap((line, index) => (TIMES.test(line) ? [index] : []));
      const cues = starts.map((at, index) => cueAt(lines, at, starts[index + 1] ?? lines.length));
      const title = /^[ \t]*\[TITLE\]\s*(\S.*)$/im.exec(text)?.[1]?.trim();
      return { cues: byStart(cues.filter((cue) => cue !== undefined)), ...(title ? { title } : {}) };
    },
    write: ({ cues }) =>
      head +
      cues
        .map(({ start, end, spans }) => `${time(start)},${time(end)}\n${textOf(spans).replaceAll(/\n+/g, lineEnd)}\n`)
        .join('\n'),
  };
}

function cueAt(lines: readonly string[], at: number, next: number): Cue | undefined {
  const [, from = '', to = ''] = TIMES.exec(lines[at] ?? '') ?? [];
  const [start, end] = [clockTime(from), clockTime(to)];
  if (start === undefined || end === undefined) return undefined;
  const body = lines.slice(at + 1, next).filter((line) => !FIELD.test(line));
  const text = body.join('\n').replaceAll(/\[br\]/gi, '\n');
  const spans = tidy([{ text }]);
  return spans.length === 0 ? undefined : { start, end: Math.max(start, end), spans };
}

/** The format YouTube accepts. */
export const sbv: Dialect = timedBlocks({ decimals: 3, hours: 1, lineEnd: '\n', head: '' });

const SUBVIEWER_HEAD = '[INFORMATION]\n[END INFORMATION]\n[SUBTITLE]\n[COLF]&HFFFFFF,[STYLE]no,[SIZE]18,[FONT]Arial\n';

/** SubViewer 2: hundredths of a second, lines separated by `[br]`. */
export const subviewer: Dialect = timedBlocks({ decimals: 2, hours: 2, lineEnd: '[br]', head: SUBVIEWER_HEAD });
