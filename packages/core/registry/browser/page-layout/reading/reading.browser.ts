import { ConversionError } from '@bakkum/conversion/errors';
import type { DrawnItem, PageLayout, Rectangle, TableHead } from '@bakkum/conversion/pages/page-layout';
import type { LayoutFrame } from '../frame.browser.ts';
import type { TimeSlices } from '../time-slices.browser.ts';
import type { AppliedFonts } from '../typefaces.browser.ts';

/** What is known while a document is read. */
export type Reading = {
  readonly frame: LayoutFrame;
  readonly fonts: AppliedFonts;
  readonly slices: TimeSlices;
  /** The element whose background covers the page. */
  readonly canvas: Element | undefined;
  /** Transforms that were taken off, so that boxes are measured upright. */
  readonly transforms: ReadonlyMap<Element, readonly [number, number, number, number, number, number]>;
  readonly together: (readonly [top: number, bottom: number])[];
  readonly breaks: number[];
  readonly heads: TableHead[];
  readonly links: (Rectangle & { readonly target: string })[];
  readonly anchors: Record<string, number>;
  readonly headings: PageLayout['headings'][number][];
  readonly lost: { images: number };
  /** Characters of drawing instructions that may still be collected. */
  readonly budget: { left: number };
  /** An image by its address in the frame, with its own size. */
  imageOf(address: string): { readonly name: string; readonly width: number; readonly height: number } | undefined;
};

/** Lines through or under the text of an element and of those inside it. */
export type Decoration = { readonly line: 'underline' | 'line-through' | 'overline'; readonly color: string };

/** Painting order within one stacking context. */
export type Layer = {
  readonly items: DrawnItem[];
  readonly raised: { readonly level: number; readonly items: readonly DrawnItem[] }[];
};

/** About 200 bytes of an instruction are not its outline. */
const INSTRUCTION = 100;

/** Adds items to a list. Errors: `unsupported-feature` for drawings that would fill the memory. */
export function collect(items: DrawnItem[], added: readonly DrawnItem[], { budget }: Pick<Reading, 'budget'>): void {
  for (const item of added) {
    budget.left -= INSTRUCTION + ('outline' in item ? item.outline.length : 0) + ('markup' in item ? item.markup.length : 0);
    if (budget.left < 0) throw new ConversionError('unsupported-feature', 'too much to draw');
    items.push(item);
  }
}

export const emptyLayer = (): Layer => ({ items: [], raised: [] });

/** Items of a layer as one list: those below, its own, those above (CSS 2.2, appendix E). */
export function flattened(own: readonly DrawnItem[], { items, raised }: Layer): readonly DrawnItem[] {
  const sorted = raised.toSorted((one, other) => one.level - other.level);
  return [
    ...own,
    ...sorted.filter(({ level }) => level < 0).flatMap((each) => each.items),
    ...items,
    ...sorted.filter(({ level }) => level >= 0).flatMap((each) => each.items),
  ];
}
