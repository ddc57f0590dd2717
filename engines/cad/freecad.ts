import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { childOf, descendantsOf, elementsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';

/** A visible shape in BREP form with its placement. */
export type ShownShape = {
  readonly name: string;
  readonly brep: Uint8Array<ArrayBuffer>;
  readonly colour?: readonly [red: number, green: number, blue: number];
};

/** Limit on the total unpacked size; more is a bomb. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Returns the visible shapes of a FreeCAD document.
 * @throws ConversionError `corrupt`, `too-large`, `unsupported-feature` if it shows none
 */
export function shapesShown(file: Uint8Array): readonly ShownShape[] {
  const members = unpackParts(file, (name) => /^(?:Gui)?Document\.xml$|\.brp$/.test(name), MAX_BYTES);
  const views = namedElements(members.get('GuiDocument.xml'), 'ViewProviderData');
  const objects = namedElements(members.get('Document.xml'), 'ObjectData');
  const shown = [...objects].flatMap(([name, object]): readonly ShownShape[] => {
    const view = views.get(name);
    const isHidden = propertyOf(views.size > 0 ? view : object, 'Visibility', 'Bool')?.['value'] === 'false';
    const brep = members.get(propertyOf(object, 'Shape', 'Part')?.['file'] ?? '');
    if (isHidden || !brep || brep.length === 0) return [];
    const packed = propertyOf(view, 'ShapeColor', 'PropertyColor')?.['value'];
    const [red = 0, green = 0, blue = 0] = [24, 16, 8].map((shift) => ((Number(packed) >>> shift) & 255) / 255);
    return [{ name, brep, ...(packed === undefined ? {} : { colour: [red, green, blue] as const }) }];
  });
  if (shown.length === 0) throw new ConversionError('unsupported-feature', 'no shape is shown');
  return shown;
}

/** Elements of a list by name. */
function namedElements(document: Bytes | undefined, list: string): ReadonlyMap<string, XmlElement> {
  const [found] = document ? descendantsOf(parseXml(new TextDecoder().decode(document)), list) : [];
  return new Map(found ? elementsOf(found).map((element) => [element.attributes['name'] ?? '', element]) : []);
}

/** Attributes of the value of a property. */
function propertyOf(element: XmlElement | undefined, name: string, type: string): XmlElement['attributes'] | undefined {
  if (!element) return undefined;
  const property = [...descendantsOf(element, 'Property')].find(({ attributes }) => attributes['name'] === name);
  return childOf(property, type)?.attributes;
}
