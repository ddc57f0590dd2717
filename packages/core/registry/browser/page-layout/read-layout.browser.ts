import type { DrawnItem, LayoutInput, PageLayout } from '@bakkum/conversion/pages/page-layout';
import { hexOf } from './colors.browser.ts';
import { readElement } from './elements.browser.ts';
import type { FilledFrame } from './fill-frame.browser.ts';
import type { LayoutFrame } from './frame.browser.ts';
import { asPng } from './images.browser.ts';
import { emptyLayer, flattened, type Reading } from './reading.browser.ts';
import type { TimeSlices } from './time-slices.browser.ts';
import type { AppliedFonts } from './typefaces.browser.ts';

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
  await slices.next();
  const images = await collectImages(frame, input, filled, slices);
  const { document, view } = frame;
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
    lost: { images: 0 },
    budget: { left: MAX_INSTRUCTIONS },
    imageOf: (address) => images.known.get(address),
  };
  const layer = emptyLayer();
  await readElement(document.body, layer, [], reading);
  const items: readonly DrawnItem[] = flattened([], layer);
  const { scrollHeight } = document.documentElement;
  view.scrollTo(0, 0);
  return {
    width,
    height: Math.max(scrollHeight, document.body.scrollHeight),
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

function fitWidth({ document, resize }: LayoutFrame, { width, height }: LayoutInput): number {
  const own = (): number => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
  const natural = own();
  if (natural <= width + 1) return width;
  const widened = Math.min(natural, width * MAX_WIDENING);
  resize(widened, (height * widened) / width);
  return Math.max(widened, own());
}

/** The background of the root or the body covers the page (CSS Backgrounds 3, 2.11). */
function canvasOf({ document, view }: LayoutFrame): {
  readonly color: string | undefined;
  readonly element: Element | undefined;
} {
  for (const element of [document.documentElement, document.body]) {
    const { backgroundColor, backgroundImage } = view.getComputedStyle(element);
    const color = hexOf(backgroundColor);
    if (color !== undefined || backgroundImage !== 'none') return { color, element };
  }
  return { color: undefined, element: undefined };
}

/** Transforms change no layout, so they can be taken off; boxes and letters are then measured upright. */
function withoutTransforms({ document, view }: LayoutFrame): Reading['transforms'] {
  const found = new Map<Element, readonly [number, number, number, number, number, number]>();
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
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
  readonly known: ReadonlyMap<string, { readonly name: string; readonly width: number; readonly height: number }>;
  readonly converted: Record<string, Blob>;
};

/** Own sizes of all images; those that a PDF cannot hold are converted. */
async function collectImages(
  frame: LayoutFrame,
  input: LayoutInput,
  { imageNames }: FilledFrame,
  slices: TimeSlices,
): Promise<Images> {
  const known = new Map<string, { readonly name: string; readonly width: number; readonly height: number }>();
  const converted: Record<string, Blob> = {};
  for (const [address, name] of imageNames) {
    const image = new frame.view.Image();
    image.src = address;
    const isReadable = await image.decode().then(
      () => true,
      () => false,
    );
    if (!isReadable || image.naturalWidth === 0) continue;
    const type = input.images[name]?.type ?? '';
    if (type !== 'image/jpeg' && type !== 'image/png') {
      const png = await asPng(image, type.startsWith('image/svg'));
      if (!png) continue;
      converted[name] = png;
    }
    known.set(address, { name, width: image.naturalWidth, height: image.naturalHeight });
    await slices.next();
  }
  return { known, converted };
}
