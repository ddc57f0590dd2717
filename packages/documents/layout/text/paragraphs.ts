import type { Alignment } from '@bakkum/document-model/model';
import type { Column, Line } from './lines.ts';
import { isEastAsian } from './script.ts';
import { commonest } from './segments.ts';

/** Lines of one paragraph, and their alignment in the column. */
export type LineGroup = {
  readonly lines: readonly [Line, ...Line[]];
  readonly column: Column;
  readonly alignment: Alignment;
  /** Distance between baselines, if there are several lines. */
  readonly pitch?: number;
};

/** A pitch that differs by more than this from the previous one starts a paragraph. */
const SAME_PITCH = 0.14;
/** Sizes within one paragraph differ by less than this. */
const SAME_SIZE = 0.09;

/** Groups the lines of a column into paragraphs. */
export function groupLines(lines: readonly Line[], column: Column): readonly LineGroup[] {
  const pitches = lines.slice(1).map((line, index) => line.baseline - (lines[index]?.baseline ?? 0));
  const usual = commonest(pitches.filter((pitch, index) => pitch < (lines[index]?.size ?? 0) * 2.2));
  const size = usualSize(lines);
  const groups: [Line, ...Line[]][] = [];
  const edges = rightEdges(lines, column);
  for (const [index, line] of lines.entries()) {
    const own = { left: column.left, right: edges[index] ?? column.right };
    const group = groups.at(-1);
    if (group && (belongs(group, line, own, usual) || isSameHeading(group, line, size))) group.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => ({ lines: group, column, alignment: alignmentOf(group, column), ...pitchOf(group) }));
}

/** Right edge of lines indented on both sides: the end of the longest of them. */
function rightEdges(lines: readonly Line[], column: Column): readonly number[] {
  const edges: number[] = [];
  for (let start = 0; start < lines.length; ) {
    const first = lines[start];
    let end = start + 1;
    while (first && isSetAlike(first, lines[end], lines[end - 1])) end += 1;
    const run = lines.slice(start, end);
    const right = Math.max(...run.map((line) => line.right));
    const isNarrow =
      first !== undefined && first.left > column.left + first.size && run.length > 2 && right < column.right - first.size;
    const isFull = run.filter((line) => right - line.right < (right - line.left) * 0.12).length * 2 >= run.length;
    for (let index = start; index < end; index++) edges.push(isNarrow && isFull ? right : column.right);
    start = end;
  }
  return edges;
}

function isSetAlike(first: Line, line: Line | undefined, above: Line | undefined): boolean {
  if (!line || !above) return false;
  const isClose = line.baseline - above.baseline < line.size * 2;
  return isClose && Math.abs(line.left - first.left) < 2 && Math.abs(line.size - first.size) < 0.5 && line.marker === undefined;
}

/** The size of most characters. */
function usualSize(lines: readonly Line[]): number {
  return commonest(lines.flatMap(({ size, text }) => Array<number>(Math.ceil(text.length / 8)).fill(size)));
}

/** Large lines close to each other are one heading, wherever it was broken. */
function isSameHeading(group: readonly [Line, ...Line[]], line: Line, usual: number): boolean {
  const last = group.at(-1) ?? group[0];
  if (line.marker || line.size < usual * 1.15 || Math.abs(line.size - last.size) > 0.3) return false;
  if (
    last.bold !== line.bold ||
    last.colour !== line.colour ||
    last.role !== line.role ||
    line.parts.length + last.parts.length > 2
  )
    return false;
  const isInPlace = Math.abs(line.left - last.left) < line.size * 1.5 || shareCentre([...group, line]);
  return isInPlace && line.baseline - last.baseline < line.size * 1.5;
}

function pitchOf(lines: readonly Line[]): { readonly pitch?: number } {
  const [first] = lines;
  const last = lines.at(-1);
  return first && last && lines.length > 1 ? { pitch: (last.baseline - first.baseline) / (lines.length - 1) } : {};
}

function belongs(group: readonly [Line, ...Line[]], line: Line, column: Column, usual: number): boolean {
  const [first] = group;
  const last = group.at(-1) ?? first;
  if (line.marker || !isTextLike(last, line)) return false;
  if (!fitsPitch(group, line, usual)) return false;
  if (last.bold !== line.bold && (last.bold ? group.every(({ bold }) => bold) : endsShort(last, line, column))) return false;
  if ((isCentred(first, column) && isCentred(line, column)) || shareCentre([...group, line])) return true;
  return !isIndented(group, line) && !endsShort(last, line, column);
}

/** Whether lines have the same size and role, and no separated parts. */
function isTextLike(last: Line, line: Line): boolean {
  if (Math.abs(last.size - line.size) > last.size * SAME_SIZE || last.role !== line.role) return false;
  return [last, line].every(({ parts, text }) => parts.length === 1 && !isRuler(text));
}

/** Whether a line is drawn with letters, from edge to edge. */
export const isRuler = (text: string): boolean => /^\s*([─━═_=—―－-])\1{9,}\s*$/.test(text);

/** Lines of a paragraph have equal pitch; the second line defines it, unless the column's usual pitch is smaller. */
function fitsPitch(group: readonly [Line, ...Line[]], line: Line, usual: number): boolean {
  const last = group.at(-1) ?? group[0];
  const pitch = line.baseline - last.baseline;
  const size = Math.max(last.size, line.size);
  if (pitch < size * 0.5 || pitch > size * 2.4) return false;
  const known =
    group.length > 1
      ? (pitchOf(group).pitch ?? usual)
      : Math.abs(last.size - line.size) < 0.3 && usual > size * 0.9
        ? usual
        : pitch;
  return pitch <= known * (1 + SAME_PITCH) || pitch - known < 0.8;
}

/** The next word would have fitted, so the line break is intentional. */
function endsShort(last: Line, next: Line, column: Column): boolean {
  const room = column.right - last.right;
  const slack = isEastAsian(next.text.slice(0, 1)) ? next.size * 0.6 : next.size * 0.3;
  return room > next.firstWord + slack && room > (column.right - column.left) * 0.02;
}

/** The first line of a new paragraph is indented further than the lines above, at least one of which is flush. */
function isIndented(group: readonly [Line, ...Line[]], line: Line): boolean {
  const [first, second] = group;
  const flush = second ?? first;
  const shift = line.left - flush.left;
  if (first.marker && !second) {
    const places = [first.left, first.marker.textLeft];
    return places.every((place) => Math.abs(line.left - place) > line.size * 0.7);
  }
  if (second) return shift > line.size * 0.7 || shift < -line.size * 0.7;
  return shift > line.size * 0.7;
}

function isCentred(line: Line, { left, right }: Column): boolean {
  const before = line.left - left;
  const after = right - line.right;
  return before > line.size * 1.5 && Math.abs(before - after) < Math.max(4, line.size * 0.6);
}

/** Minimum distance between the left edges of centred lines, relative to their size; less if their middle is exactly the same. */
const APART = 0.5;
const EXACTLY_APART = 0.25;

/** Whether lines of different width have the same middle, as in a centred block that is the widest of its column. */
function shareCentre(lines: readonly Line[]): boolean {
  const [first] = lines;
  if (!first || lines.length < 2) return false;
  const middles = lines.map(({ left, right }) => left + right);
  const lefts = lines.map(({ left }) => left);
  const [offset, apart] = [middles, lefts].map((values) => (Math.max(...values) - Math.min(...values)) / first.size);
  if (offset === undefined || apart === undefined) return false;
  return (offset < 0.2 && apart > APART) || (offset < 0.1 && apart > EXACTLY_APART);
}

function alignmentOf(lines: readonly [Line, ...Line[]], column: Column): Alignment {
  const [first] = lines;
  // Tab stops are measured from the start.
  if (first.marker || lines.some(({ parts }) => parts.length > 1)) return 'start';
  if (lines.every((line) => isCentred(line, column)) || shareCentre(lines)) return 'center';
  const touchesRight = lines.filter((line) => column.right - line.right < Math.max(2, line.size * 0.25)).length;
  const width = column.right - column.left;
  if (lines.length === 1) return touchesRight === 1 && first.left - column.left > width * 0.35 ? 'end' : 'start';
  const body = lines.slice(1);
  const isFlushLeft = body.every(({ left }) => Math.abs(left - (body[0]?.left ?? left)) < 2);
  if (!isFlushLeft && touchesRight === lines.length) return 'end';
  return lines.length > 2 && touchesRight >= lines.length - 1 && isFlushLeft
    ? 'justify'
    : touchesRight >= lines.length - 1 && lines.length === 2
      ? 'justify'
      : 'start';
}
