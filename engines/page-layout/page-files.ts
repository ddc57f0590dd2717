import { ConversionError } from '@bakkum/conversion/errors';
import { drawingZoom } from '@bakkum/conversion/pages/page-layout';
import { decodeText, markupAsUtf8 } from '@bakkum/document-input/text-encoding';
import { decodePercent } from '@bakkum/markup/percent';
import { elementsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';
import { assertFilterWork, drawingSize } from '@bakkum/raster/filter-work';

const styles = new WeakMap<Blob, string>();
const slow = new WeakSet<Blob>();

/** A file beside a page, of the type that it is said to be. */
export function pageFile(bytes: Uint8Array<ArrayBuffer>, type: string): Blob {
  if (!type.startsWith('image/svg')) {
    const blob = new Blob([bytes], { type });
    if (type === 'text/css') styles.set(blob, decodeText(bytes));
    return blob;
  }
  // The browser reads the text that is examined, whatever encoding the file declares.
  const utf8 = markupAsUtf8(bytes);
  const blob = new Blob([utf8], { type });
  const svg = new TextDecoder().decode(utf8);
  if (growsWithoutEnd(svg) || filtersTooMuch(svg)) slow.add(blob);
  return blob;
}

/** The text of a style sheet; undefined for other files. */
export const styleText = (blob: Blob): string | undefined => styles.get(blob);

/** Whether a drawing would stop the browser, by copies of itself or by filters. */
export const isSlow = (blob: Blob): boolean => slow.has(blob);

/** Operations on pixels. Browsers do about a billion per second, and cannot be interrupted. */
const MAX_FILTER_WORK = 2e9;

function filtersTooMuch(svg: string): boolean {
  const { width, height } = drawingSize(svg);
  const zoom = drawingZoom(width, height);
  try {
    assertFilterWork(svg, { width: width * zoom, height: height * zoom }, zoom, MAX_FILTER_WORK);
    return false;
  } catch (refusal) {
    if (refusal instanceof ConversionError) return true;
    throw refusal;
  }
}

/** Elements of a drawing with all copies. */
const MAX_ELEMENTS = 200_000;
/** Declarations that could add copies, and drawings inside the drawing, whose copies are not counted. */
const HIDES_COPIES = /<!ATTLIST|<!ENTITY[^>]*["'][^"']*[<&%]|data:\s*image\/svg/i;

function growsWithoutEnd(svg: string): boolean {
  if (HIDES_COPIES.test(svg)) return true;
  if (!/<(?:[^\s<>/]+:)?use[\s/>]/.test(svg)) return false;
  try {
    return !(elementsWithCopies(parseXml(svg)) <= MAX_ELEMENTS);
  } catch {
    return true; // Browsers draw the beginning of a damaged file.
  }
}

function elementsWithCopies(root: XmlElement): number {
  const named = new Map<string, XmlElement>();
  collectNamed(root, named);
  const known = new Map<XmlElement, number>();
  const count = (element: XmlElement): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    known.set(element, Number.POSITIVE_INFINITY); // Copies of an element inside itself are refused.
    const { name, attributes } = element;
    const isAnimated = /^(?:set|animate)$/.test(name) && (attributes.attributeName ?? '').endsWith('href');
    let total = isAnimated ? Number.POSITIVE_INFINITY : 1;
    for (const child of elementsOf(element)) total += count(child);
    const copied = name === 'use' ? copiedBy(attributes, named) : [];
    for (const target of copied) total += count(target);
    known.set(element, total);
    return total;
  };
  return count(root);
}

function collectNamed(element: XmlElement, named: Map<string, XmlElement>): void {
  for (const [name, value] of Object.entries(element.attributes))
    if (/^(?:xml:)?id$/.test(name) && !named.has(value)) named.set(value, element);
  for (const child of elementsOf(element)) collectNamed(child, named);
}

function copiedBy(attributes: XmlElement['attributes'], named: ReadonlyMap<string, XmlElement>): readonly XmlElement[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const target = /(?:^|:)href$/.test(name) ? named.get(fragmentOf(value)) : undefined;
    return target ? [target] : [];
  });
}

function fragmentOf(address: string): string {
  return decodePercent(address.trim().replace(/^[^#]*#/, ''));
}
