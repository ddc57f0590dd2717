import { viewOf } from '@bakkum/bytes/bytes';

/** A word of the text layer with its position in pixels from the left and the bottom. */
export type Word = {
  readonly text: string;
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  /** Words of one line share this number. */
  readonly line: number;
};

/** The full text of a page, and its words if the file has their positions. */
export type PageText = { readonly text: string; readonly words: readonly Word[] };

const PAGE = 1;
const PARAGRAPH = 4;
const LINE = 5;
const WORD = 6;
const ZONE_BYTES = 17;
const MAX_DEPTH = 16;

type Zone = {
  readonly kind: number;
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly length: number;
  readonly children: readonly Zone[];
};

/** Reads nested text zones (DjVu 3 specification, 8.3.5). Reading stops at the first damaged zone. */
export function readText(data: Uint8Array): PageText {
  const view = viewOf(data);
  if (data.length < 3) return { text: '', words: [] };
  const length = Math.min(threeBytes(view, 0), data.length - 3);
  const bytes = data.subarray(3, 3 + length);
  const decode = (start: number, count: number): string => new TextDecoder().decode(bytes.subarray(start, start + count));
  const cursor = { at: 4 + length };
  const zone = readZone(view, cursor, undefined, undefined, 0);
  const words = zone ? wordsIn(zone, decode) : [];
  return { text: decode(0, length), words };
}

function threeBytes(view: DataView, at: number): number {
  return (view.getUint16(at) << 8) | view.getUint8(at + 2);
}

function readZone(
  view: DataView,
  cursor: { at: number },
  parent: Zone | undefined,
  before: Zone | undefined,
  depth: number,
): Zone | undefined {
  const at = cursor.at;
  if (at + ZONE_BYTES > view.byteLength || depth > MAX_DEPTH) return undefined;
  cursor.at += ZONE_BYTES;
  const number = (offset: number): number => view.getUint16(at + offset) - 0x8000;
  const kind = view.getUint8(at);
  const [x, y, width, height] = [number(1), number(3), number(5), number(7)];
  const place = placeOf(kind, { x, y, height }, parent, before);
  const told = number(9);
  const start = before ? told + before.start + before.length : told + (parent?.start ?? 0);
  const children: Zone[] = [];
  const zone: Zone = { kind, ...place, width, height, start, length: threeBytes(view, at + 11), children };
  for (let left = threeBytes(view, at + 14); left > 0; left -= 1) {
    const child = readZone(view, cursor, zone, children.at(-1), depth + 1);
    if (!child) break;
    children.push(child);
  }
  return zone;
}

/**
 * Pages, paragraphs and lines follow each other downwards, other zones across; the first is relative to its parent's upper left
 * corner.
 */
function placeOf(
  kind: number,
  { x, y, height }: { readonly x: number; readonly y: number; readonly height: number },
  parent: Zone | undefined,
  before: Zone | undefined,
): Pick<Zone, 'left' | 'bottom'> {
  if (before) {
    const isBelow = kind === PAGE || kind === PARAGRAPH || kind === LINE;
    if (isBelow) return { left: before.left + x, bottom: before.bottom - (y + height) };
    return { left: before.left + before.width + x, bottom: before.bottom + y };
  }
  if (!parent) return { left: x, bottom: y };
  return { left: parent.left + x, bottom: parent.bottom + parent.height - (y + height) };
}

/** Returns the words of a zone or, if it has none, its lines or other smallest zones. */
function wordsIn(zone: Zone, decode: (start: number, count: number) => string): readonly Word[] {
  const words: Word[] = [];
  let line = 0;
  const visit = (one: Zone): void => {
    if (one.kind === LINE) line += 1;
    if (one.kind < WORD && one.children.length > 0) {
      one.children.forEach(visit);
      return;
    }
    const text = decode(one.start, one.length)
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim();
    if (text === '' || one.width <= 0 || one.height <= 0) return;
    words.push({ text, left: one.left, bottom: one.bottom, width: one.width, height: one.height, line });
  };
  visit(zone);
  return words;
}
