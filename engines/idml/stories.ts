import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { readXml } from '@bakkum/document-input/xml-file';
import { descendantsOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';

/** Stories of a document in reading order. `hasPictures`: the document contains placed images. */
export type Layout = { readonly stories: readonly XmlElement[]; readonly hasPictures: boolean };

/** Errors: `corrupt` if it is not an InDesign package. */
export function readLayout(bytes: Uint8Array<ArrayBuffer>): Layout {
  const parts = unpackParts(bytes, (path) => /^(?:designmap|Stories\/.*|Spreads\/.*)\.xml$/i.test(path));
  const map = parts.get('designmap.xml');
  if (!map) throw new ConversionError('corrupt', 'no designmap.xml');
  const root = readXml(map);
  const part = (place: string): XmlElement | undefined => {
    const found = parts.get(place);
    return found && readXml(found);
  };
  const stories = new Map<string, XmlElement>();
  for (const place of sourcesOf(root, 'Story'))
    for (const story of elementsOf(part(place) ?? EMPTY))
      if (story.name === 'Story') stories.set(story.attributes['Self'] ?? place, story);
  const spreads = sourcesOf(root, 'Spread').flatMap((place) => part(place) ?? []);
  const placed = spreads.flatMap(storiesOn);
  const inOrder = new Set([...placed, ...stories.keys()]);
  return {
    stories: [...inOrder].flatMap((id) => stories.get(id) ?? []),
    hasPictures: spreads.some((spread) =>
      ['Image', 'EPS', 'PDF', 'WMF', 'PICT'].some((name) => !descendantsOf(spread, name).next().done),
    ),
  };
}

const EMPTY: XmlElement = { name: '', attributes: {}, children: [] };

/** Paths of package parts of one type, in document order. */
const sourcesOf = (root: XmlElement, name: string): readonly string[] =>
  elementsOf(root).flatMap((child) => (child.name === name && child.attributes['src'] ? [child.attributes['src']] : []));

type Frame = { readonly story: string; readonly page: number; readonly top: number; readonly left: number };

/** Orders stories by their frames: left page first, then top to bottom, then left to right. */
function storiesOn(spread: XmlElement): readonly string[] {
  const hasTwoPages = [...descendantsOf(spread, 'Page')].length > 1;
  const frames = [...descendantsOf(spread, 'TextFrame')].map((frame): Frame => {
    const { left, top } = cornerOf(frame);
    return { story: frame.attributes['ParentStory'] ?? '', page: hasTwoPages && left >= 0 ? 1 : 0, top, left };
  });
  return frames.sort((a, b) => a.page - b.page || a.top - b.top || a.left - b.left).map(({ story }) => story);
}

/** Upper left corner of a frame in the spread: the minimum of its path points, transformed with the frame. */
function cornerOf(frame: XmlElement): { readonly left: number; readonly top: number } {
  const numbers = (text: string): readonly number[] => text.split(/\s+/).map(Number);
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = numbers(frame.attributes['ItemTransform'] ?? '1 0 0 1 0 0');
  const points = [...descendantsOf(frame, 'PathPointType')].map(({ attributes }) => numbers(attributes['Anchor'] ?? '0 0'));
  const moved = points.map(([px = 0, py = 0]) => ({ left: a * px + c * py + x, top: b * px + d * py + y }));
  if (moved.length === 0) return { left: x, top: y };
  return moved.reduce((corner, { left, top }) => ({ left: Math.min(corner.left, left), top: Math.min(corner.top, top) }));
}
