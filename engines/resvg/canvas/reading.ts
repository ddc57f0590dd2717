import type { XmlElement } from '@bakkum/markup/xml';

/** A drawing that only resvg draws. */
export class Unpaintable extends Error {}

/** Refuses an element with other attributes, which could change how it looks. */
export function allowOnly({ name, attributes }: XmlElement, allowed: readonly string[]): void {
  const other = Object.keys(attributes).find((attribute) => !allowed.includes(attribute));
  if (other !== undefined) throw new Unpaintable(`${name} with ${other}`);
}

export function numberOf({ attributes }: XmlElement, name: string, usual: number): number {
  const text = attributes[name];
  if (text === undefined && !Number.isNaN(usual)) return usual;
  const value = Number(text);
  if (text === undefined || text === '' || !Number.isFinite(value)) throw new Unpaintable(`${name} ${text}`);
  return value;
}

/** Returns the element that an attribute names as `url(#id)`. */
export function referenceOf({ attributes }: XmlElement, name: string, definitions: ReadonlyMap<string, XmlElement>): XmlElement {
  const value = attributes[name] ?? '';
  const found = definitions.get(/^url\(#(.*)\)$/.exec(value)?.[1] ?? '');
  if (!found) throw new Unpaintable(`${name} ${value}`);
  return found;
}

/** Returns the points of a path, those of control included. resvg writes `M`, `L`, `Q` and `C` with absolute coordinates. */
export function pointsOf(path: string): readonly (readonly [x: number, y: number])[] {
  const numbers = path
    .split(/[A-Z ]/)
    .filter((text) => text !== '')
    .map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, index) => [
    numbers[2 * index] ?? Number.NaN,
    numbers[2 * index + 1] ?? Number.NaN,
  ]);
}
