import { byStart, type Cue, type Dialect, textOf, tidy } from './cue.ts';
import { linesOf } from './microdvd.ts';

const LINE = /^\s*\[(\d+)\]\[(\d*)\](.*)$/;
const TENTH = 100;
const UNENDED_MS = 3000;

/** MPL2: times in tenths of a second; `|` separates lines, `/` makes a line italic. */
export const mpl2: Dialect = {
  keeps: new Set(['italic']),
  read(text) {
    const cues = text.split(/\r\n|\r|\n/).flatMap((line): readonly Cue[] => {
      const [, from, to, body = ''] = LINE.exec(line) ?? [];
      if (from === undefined) return [];
      const spans = tidy(
        body
          .split('|')
          .flatMap((part, index) => [
            ...(index === 0 ? [] : [{ text: '\n' }]),
            part.startsWith('/') ? { text: part.slice(1), italic: true as const } : { text: part },
          ]),
      );
      const start = Number(from) * TENTH;
      const end = to ? Number(to) * TENTH : start + UNENDED_MS;
      return spans.length === 0 ? [] : [{ start, end: Math.max(start, end), spans }];
    });
    return { cues: byStart(cues) };
  },
  write({ cues }) {
    const tenths = (milliseconds: number): number => Math.round(milliseconds / TENTH);
    const lines = cues.map(({ start, end, spans }) => {
      const body = linesOf(spans).map((line) => `${line.some(({ italic }) => italic) ? '/' : ''}${textOf(line)}`);
      return `[${tenths(start)}][${tenths(end)}]${body.join('|')}`;
    });
    return [...lines, ''].join('\n');
  },
};
