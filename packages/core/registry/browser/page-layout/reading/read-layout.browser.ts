import type { DrawnItem, LayoutInput, PageLayout } from '@bakkum/conversion/pages/page-layout';
import type { FilledFrame } from '../fill-frame.browser.ts';
import type { LayoutFrame } from '../frame.browser.ts';
import type { LoadedImage } from '../loaded-images.browser.ts';
import type { TimeSlices } from '../time-slices.browser.ts';
import type { AppliedFonts } from '../typefaces.browser.ts';
import { hexOf } from './colors.browser.ts';
import { readElement } from './elements.browser.ts';
import { asPng } from './images.browser.ts';
import { emptyLayer, flattened, type Reading } from './reading.browser.ts';

/** Wider content is laid out wider, up to this factor, and then shrunk to the paper; so do browsers that print. */
const MAX_WIDENING = 2;

/** Characters of drawing instructions: about a thousand pages of text. */
const MAX_INSTRUCTIONS = 30_000_000;

/** Measures everything visible of the document in the frame. */
export async function readLayout(
  frame: LayoutFrame,
  input: LayoutInput,
  fonts: AppliedFonts,
  filled: FilledFrame,
  slices: TimeSlices,
): Promise<PageLayout> {
  const width = fitWidth(frame, input);
  if (input.medium === 'print') await joinLongColumns(frame, (input.height * width) / input.width, slices);
  const images = await collectImages(input, filled, slices);
  const { body, view } = frame;
  const { color, element: canvas } = canvasOf(frame);
  const reading: Reading = {
    frame,
    fonts,
    slices,
    canvas,
    transforms: withoutTransforms(frame),
    together: [],
    breaks: [],
    heads: [],
    links: [],
    anchors: {},
    headings: [],
    lost: { images: Object.keys(input.images).length - filled.images.size },
    budget: { left: MAX_INSTRUCTIONS },
    imageOf: (address) => images.known.get(address),
  };
  const layer = emptyLayer();
  await readElement(body, layer, [], reading);
  const items: readonly DrawnItem[] = flattened([], layer);
  view.scrollTo(0, 0);
  return {
    width,
    height: heightOf(frame, items),
    items,
    ...(color === undefined ? {} : { background: color }),
    images: images.converted,
    together: reading.together,
    breaks: reading.breaks,
    heads: reading.heads,
    links: reading.links,
    anchors: reading.anchors,
    headings: reading.headings,
    faces: fonts.faces,
    missing: fonts.missing,
    lostImages: reading.lost.images,
  };
}

/** Down to the end of the page, or of the lowest thing on it; the area it is laid out in may be higher. */
function heightOf({ root, body }: LayoutFrame, items: readonly DrawnItem[]): number {
  const drawn = items.reduce((lowest, item) => Math.max(lowest, bottomOf(item)), 0);
  const own = Math.max(1, root.getBoundingClientRect().height, drawn);
  return Math.ceil(Math.min(own, Math.max(root.scrollHeight, body.scrollHeight)));
}

function bottomOf(item: DrawnItem): number {
  if (item.kind === 'open' || item.kind === 'close') return 0;
  return 'height' in item ? item.y + item.height : item.bottom;
}

function fitWidth({ root, body, resize }: LayoutFrame, { width, height, medium }: LayoutInput): number {
  const own = (): number => Math.max(root.scrollWidth, body.scrollWidth);
  const natural = own();
  if (natural <= width + 1) return width;
  const widened = Math.min(natural, width * MAX_WIDENING);
  if (medium === 'screen') return widened;
  resize(widened, (height * widened) / width);
  return Math.max(widened, own());
}

/** Columns longer than a page would be read down all pages and then up again, so their text becomes one column. */
async function joinLongColumns({ body, view }: LayoutFrame, pageHeight: number, slices: TimeSlices): Promise<void> {
  const long: HTMLElement[] = [];
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    await slices.next();
    const { columnCount, columnWidth } = view.getComputedStyle(element);
    const hasColumns = (columnCount !== 'auto' && columnCount !== '1') || columnWidth !== 'auto';
    if (!hasColumns || !(element instanceof view.HTMLElement)) continue;
    if (element.getBoundingClientRect().height > pageHeight) long.push(element);
  }
  // Each change before a measurement would be a layout of its own.
  for (const element of long) element.style.setProperty('columns', 'auto', 'important');
}

/** The background of the root or the body covers the page (CSS Backgrounds 3, 2.11). */
function canvasOf({ root, body, view }: LayoutFrame): {
  readonly color: string | undefined;
  readonly element: Element | undefined;
} {
  for (const element of [root, body]) {
    const { backgroundColor, backgroundImage } = view.getComputedStyle(element);
    const color = hexOf(backgroundColor);
    if (color !== undefined || backgroundImage !== 'none') return { color, element };
  }
  return { color: undefined, element: undefined };
}

/** Transforms change no layout, so they can be taken off; boxes and letters are then measured upright. */
function withoutTransforms({ body, view }: LayoutFrame): Reading['transforms'] {
  const found = new Map<Element, readonly [number, number, number, number, number, number]>();
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') continue;
    const { transform, rotate, scale, translate } = view.getComputedStyle(element);
    const isPlain = [transform, rotate, scale, translate].every(
      (value) => value === 'none' || value === '' || value === undefined,
    );
    if (isPlain) continue;
    const { a, b, c, d, e, f } = new view.DOMMatrix(transform === 'none' ? undefined : transform);
    found.set(element, [a, b, c, d, e, f]);
  }
  for (const element of found.keys()) {
    if (!(element instanceof view.HTMLElement)) continue;
    for (const name of ['transform', 'rotate', 'scale', 'translate']) element.style.setProperty(name, 'none', 'important');
  }
  return found;
}

type Images = {
  readonly known: ReadonlyMap<string, LoadedImage>;
  readonly converted: Record<string, Blob>;
};

/** The images; those that a PDF cannot hold are converted. */
async function collectImages(input: LayoutInput, { images }: FilledFrame, slices: TimeSlices): Promise<Images> {
  const known = new Map<string, LoadedImage>();
  const converted: Record<string, Blob> = {};
  for (const [address, loaded] of images) {
    const blob = input.images[loaded.name];
    if (!blob) continue;
    if (!(await isHeldByPdf(blob))) {
      const png = await asPng(address, blob.type.startsWith('image/svg'));
      if (!png) continue;
      converted[loaded.name] = png;
    }
    known.set(address, loaded);
    await slices.next();
  }
  return { known, converted };
}

/** Position of the interlace method in a PNG, which is 0 for none. */
const INTERLACE = 28;

async function isHeldByPdf(blob: Blob): Promise<boolean> {
  if (blob.type === 'image/jpeg') return true;
  const [interlace] = new Uint8Array(await blob.slice(INTERLACE, INTERLACE + 1).arrayBuffer());
  return blob.type === 'image/png' && interlace === 0;
}
