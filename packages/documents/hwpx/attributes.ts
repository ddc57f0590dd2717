import { descendantsOf, type XmlElement } from '@bakkum/markup/xml';

/** The elements of one kind in a list of the header, by id. */
export function byId(head: XmlElement, name: string): ReadonlyMap<string, XmlElement> {
  return new Map([...descendantsOf(head, name)].map((element) => [element.attributes['id'] ?? '', element]));
}

/** The first descendant with a name. */
export function firstOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element && descendantsOf(element, name).next().value;
}

/** A numeric attribute, 0 if absent. */
export function numberIn(element: XmlElement | undefined, name: string): number {
  const number = Number(element?.attributes[name] ?? 0);
  return Number.isFinite(number) ? number : 0;
}

/** Points from an attribute in hundredths of a point (HWPUNIT, 1/7200 inch). */
export function pointsIn(element: XmlElement | undefined, name: string): number {
  const number = numberIn(element, name);
  // Some writers store negative numbers as unsigned 32-bit values.
  return (number > 0x7fffffff ? number - 0x1_0000_0000 : number) / 100;
}
