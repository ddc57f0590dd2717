import type { Graphic } from '@bakkum/document-model/graphics';
import type { Block, Paragraph } from '@bakkum/document-model/model';
import type { Draft, PageDraft } from '../drafts.ts';

/** Height of the paragraph on a page without text. */
const MINIMAL_LINE = 1;

/** A paragraph without height or words. */
export const minimalParagraph = (breakBefore?: 'page'): Paragraph => ({
  kind: 'paragraph',
  alignment: 'start',
  indentStart: 0,
  firstLine: 0,
  spaceBefore: 0,
  lineHeight: MINIMAL_LINE,
  ...(breakBefore ? { breakBefore } : {}),
  content: [],
});

/** Anchors graphics to the blocks of their page: each to the first one that it reaches, or to the last. */
export function anchored(blocks: readonly Block[], drafts: readonly Draft[], graphics: readonly Graphic[]): readonly Block[] {
  if (graphics.length === 0) return blocks;
  const homes = new Map<number, Graphic[]>();
  for (const graphic of graphics) {
    const reached = drafts.findIndex(({ bottom }) => bottom > graphic.top);
    const home = Math.min(blocks.length - 1, reached < 0 ? blocks.length - 1 : reached);
    homes.set(home, [...(homes.get(home) ?? []), graphic]);
  }
  return blocks.map((block, index) => {
    const behind = homes.get(index);
    return behind ? { ...block, behind } : block;
  });
}

/** Moves graphics that all pages have into `running`. */
export function withoutRunning(pages: readonly PageDraft[]): {
  readonly pages: readonly PageDraft[];
  readonly running: readonly Graphic[];
} {
  const [first, ...others] = pages;
  if (!first || others.length === 0 || !others.every((page) => isSameSize(page, first))) return { pages, running: [] };
  const running = (first.behind ?? []).filter((graphic) =>
    others.every(({ behind = [] }) => behind.some((other) => isSame(graphic, other))),
  );
  if (running.length === 0) return { pages, running };
  const isRunning = (graphic: Graphic): boolean => running.some((one) => isSame(one, graphic));
  return {
    running,
    pages: pages.map((page) => (page.behind ? { ...page, behind: page.behind.filter((graphic) => !isRunning(graphic)) } : page)),
  };
}

const isSameSize = (one: PageDraft, other: PageDraft): boolean => one.width === other.width && one.height === other.height;

/** Positions that differ by less than this are equal, in points. */
const EQUAL = 0.5;

function isSame(one: Graphic, other: Graphic): boolean {
  const distances = [one.left - other.left, one.top - other.top, one.width - other.width, one.height - other.height];
  if (distances.some((distance) => Math.abs(distance) > EQUAL)) return false;
  if (one.kind === 'picture') return other.kind === 'picture' && isSameFile(one.picture.bytes, other.picture.bytes);
  return other.kind === 'shapes' && JSON.stringify(one.shapes, rounded) === JSON.stringify(other.shapes, rounded);
}

const rounded = (_: string, value: unknown): unknown => (typeof value === 'number' ? Math.round(value) : value);

function isSameFile(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Adds graphics to a header, which has them on each page. */
export function withRunning(header: readonly Paragraph[], graphics: readonly Graphic[]): readonly Paragraph[] {
  if (graphics.length === 0) return header;
  const [first = minimalParagraph(), ...rest] = header;
  return [{ ...first, behind: graphics }, ...rest];
}
