import { ConversionError } from '@bakkum/conversion/errors';
import type { LayoutInput } from '@bakkum/conversion/pages/page-layout';
import { type FirstLetterRule, wrapFirstLetters } from './first-letters.browser.ts';
import type { LayoutFrame } from './frame.browser.ts';
import { type LoadedImage, loadImages } from './loaded-images.browser.ts';
import { BASE_STYLE, FORMULA_STYLE, plainStyle } from './own-styles.ts';
import { replacePseudoElements } from './pseudo-elements.browser.ts';
import { cleanDeclarations, type ImageAddress, styleSheet } from './style-sheets.browser.ts';
import type { TimeSlices } from './time-slices.browser.ts';

/** Layout takes time in one piece, so larger documents go another way. */
const MAX_ELEMENTS = 60_000;

export type FilledFrame = {
  /** Images by their addresses in the frame. */
  readonly images: ReadonlyMap<string, LoadedImage>;
  /** Frees the addresses. */
  release(): void;
};

/** Puts a document into the frame, with its styles and images, laid out at the wanted width or, if wider, at its own. */
export async function fillFrame(frame: LayoutFrame, input: LayoutInput, slices: TimeSlices): Promise<FilledFrame> {
  const { medium } = input;
  const images = await loadImages(input.images, slices);
  const addresses = new Map(images.map(({ name, address }) => [name, address]));
  const release = (): void => {
    for (const { address } of images) URL.revokeObjectURL(address);
  };
  try {
    const addressOf: ImageAddress = (name) => addresses.get(name);
    frame.clear();
    frame.resize(input.width, input.height);
    const parsed = new DOMParser().parseFromString(`<!doctype html><body>${input.html}`, 'text/html');
    if (parsed.getElementsByTagName('*').length > MAX_ELEMENTS)
      throw new ConversionError('unsupported-feature', 'too many elements');
    copyAttributes(frame.root, input.root, addressOf);
    copyAttributes(frame.body, input.body, addressOf);
    const letters: FirstLetterRule[] = [];
    frame.document.adoptedStyleSheets = [
      styleSheet(frame, FORMULA_STYLE + (input.isPlain ? plainStyle(medium) : ''), medium, addressOf),
      ...input.styles.map((text) => styleSheet(frame, text, medium, addressOf, letters)),
      styleSheet(frame, BASE_STYLE, medium, addressOf),
    ];
    // Copies, because moved nodes would stay objects of this page's window.
    for (const child of parsed.body.childNodes) frame.body.append(frame.document.importNode(child, true));
    await slices.next();
    await restore(frame, addressOf, slices);
    await wrapFirstLetters(frame, letters, slices);
    await replacePseudoElements(frame, slices);
    return { images: new Map(images.map((image) => [image.address, image])), release };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

function copyAttributes(element: HTMLElement, attributes: Readonly<Record<string, string>>, addressOf: ImageAddress): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'data-style') setStyle(element, value, addressOf);
    else element.setAttribute(name, value);
  }
}

/** The site's policy forbids the `style` attribute, but not scripts that set styles. */
function setStyle(element: ElementCSSInlineStyle, value: string, addressOf: ImageAddress): void {
  element.style.cssText = value;
  cleanDeclarations(element.style, addressOf);
}

async function restore({ body }: LayoutFrame, addressOf: ImageAddress, slices: TimeSlices): Promise<void> {
  for (const element of body.querySelectorAll<HTMLElement | SVGElement>('[data-style]')) {
    setStyle(element, element.getAttribute('data-style') ?? '', addressOf);
    await slices.next();
  }
  for (const image of body.querySelectorAll<HTMLElement | SVGElement>('[data-image]')) {
    const address = addressOf(image.getAttribute('data-image') ?? '');
    if (address !== undefined) image.setAttribute(image.localName === 'img' ? 'src' : 'href', address);
  }
  const images = [...body.querySelectorAll<HTMLImageElement>('img[data-image]')];
  // A damaged image leaves its place empty; the layout counts it.
  await Promise.all(images.filter(({ src }) => src !== '').map((image) => image.decode().catch(() => undefined)));
}
