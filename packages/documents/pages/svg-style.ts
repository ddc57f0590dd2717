import { componentsOf, parseCssColour } from '@bakkum/markup/colour';
import type { XmlElement } from '@bakkum/markup/xml';

/** Inherited properties of SVG elements, as attribute values. */
export type Style = {
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly dashes: string;
  readonly cap: string;
  readonly join: string;
  readonly fillOpacity: number;
  readonly strokeOpacity: number;
  readonly evenOdd: boolean;
  readonly family: string;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly anchor: string;
};

export const INITIAL_STYLE: Style = {
  fill: '#000000',
  stroke: 'none',
  strokeWidth: 1,
  dashes: 'none',
  cap: 'butt',
  join: 'miter',
  fillOpacity: 1,
  strokeOpacity: 1,
  evenOdd: false,
  family: 'sans-serif',
  size: 16,
  bold: false,
  italic: false,
  anchor: 'start',
};

/** Attributes, overridden by the declarations of the `style` attribute. */
export function styleOf({ attributes }: XmlElement, inherited: Style): Style {
  const declared = attributes['style'] === undefined ? attributes : { ...attributes, ...declarationsOf(attributes['style']) };
  const number = (name: string, otherwise: number): number => {
    const value = Number.parseFloat(declared[name] ?? '');
    return Number.isFinite(value) ? value : otherwise;
  };
  const opacity = number('opacity', 1);
  return {
    fill: declared['fill'] ?? inherited.fill,
    stroke: declared['stroke'] ?? inherited.stroke,
    strokeWidth: number('stroke-width', inherited.strokeWidth),
    dashes: declared['stroke-dasharray'] ?? inherited.dashes,
    cap: declared['stroke-linecap'] ?? inherited.cap,
    join: declared['stroke-linejoin'] ?? inherited.join,
    fillOpacity: opacity * number('fill-opacity', inherited.fillOpacity),
    strokeOpacity: opacity * number('stroke-opacity', inherited.strokeOpacity),
    evenOdd: declared['fill-rule'] === undefined ? inherited.evenOdd : declared['fill-rule'] === 'evenodd',
    family: declared['font-family'] ?? inherited.family,
    size: number('font-size', inherited.size),
    bold: isBold(declared['font-weight'], inherited.bold),
    italic: declared['font-style'] === undefined ? inherited.italic : declared['font-style'] !== 'normal',
    anchor: declared['text-anchor'] ?? inherited.anchor,
  };
}

function declarationsOf(style: string): Record<string, string> {
  return Object.fromEntries(
    style.split(';').flatMap((declaration) => {
      const [name = '', ...value] = declaration.split(':');
      return value.length === 0 ? [] : [[name.trim(), value.join(':').trim()]];
    }),
  );
}

function isBold(weight: string | undefined, inherited: boolean): boolean {
  if (weight === undefined) return inherited;
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}

export type Colour = readonly [red: number, green: number, blue: number];

/** Components from 0 to 1; `undefined` for none, transparent, or anything that is not a plain colour. */
export function colourOf(value: string): Colour | undefined {
  const colour = parseCssColour(value);
  if (colour === undefined) return undefined;
  const [red, green, blue] = componentsOf(colour);
  return [red / 255, green / 255, blue / 255];
}

/** The name in `url(#name)`. */
export function referenceOf(value: string | undefined): string | undefined {
  return /^url\(\s*['"]?#([^'")]+)/.exec(value ?? '')?.[1];
}
