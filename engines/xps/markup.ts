import { hexColour } from '@bakkum/markup/colour';
import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { childOf, type XmlElement } from '@bakkum/markup/xml';

/** Resources by key, of this page and its ancestors. */
export type Resources = ReadonlyMap<string, XmlElement>;

const REFERENCE = /^\{StaticResource\s([^}]+)}$/;

/** Returns the value of a property: an attribute, a property element such as `Path.Fill`, or a resource. */
export function propertyOf(element: XmlElement, name: string, resources: Resources): string | XmlElement | undefined {
  const told = element.attributes[name];
  if (told !== undefined) {
    const key = REFERENCE.exec(told.trim())?.[1];
    return key === undefined ? told : resources.get(key.trim());
  }
  const inside = childOf(element, `${element.name}.${name}`);
  return inside?.children.find((child) => typeof child !== 'string');
}

/** Reads `a,b,c,d,e,f`, or an element with it; `undefined` if not set. */
export function transformOf(element: XmlElement, name: string, resources: Resources): string {
  const told = propertyOf(element, name, resources);
  const matrix = typeof told === 'string' ? told : told?.attributes['Matrix'];
  return matrix === undefined ? '' : ` transform="matrix(${escapeXmlAttribute(matrix)})"`;
}

/** Parses `#AARRGGBB`, `#RRGGBB` or linear `sc#A,R,G,B` (ECMA-388, 15.2). Colours with a profile are read without it. */
export function colourOf(value: string): { readonly colour: string; readonly opacity: number } | undefined {
  const hex = /^#(?:([0-9a-f]{2}))?([0-9a-f]{6})$/i.exec(value.trim());
  if (hex) return { colour: `#${hex[2]}`, opacity: hex[1] === undefined ? 1 : Number.parseInt(hex[1], 16) / 255 };
  const light = /^sc#(.*)$/i
    .exec(value.trim())?.[1]
    ?.split(/[\s,]+/)
    .map(Number);
  if (light) return fromParts(light.map((part, index) => (light.length === 4 && index === 0 ? part : gamma(part))));
  const profiled = /^ContextColor\s+\S+\s+(.*)/i
    .exec(value.trim())?.[1]
    ?.split(/[\s,]+/)
    .map(Number);
  return profiled && fromProfile(profiled);
}

/** IEC 61966-2-1. */
function gamma(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

function fromParts(parts: readonly number[]): { readonly colour: string; readonly opacity: number } {
  const [opacity = 1, ...colours] = parts.length === 4 ? parts : [1, ...parts];
  return { colour: hexColour([0, 1, 2].map((at) => (colours[at] ?? 0) * 255)), opacity: Math.min(1, Math.max(0, opacity)) };
}

/** Opacity first, then one grey, three linear RGB or four CMYK components. */
function fromProfile([opacity = 1, ...parts]: readonly number[]): { readonly colour: string; readonly opacity: number } {
  const [a = 0, b = 0, c = 0, k = 0] = parts;
  if (parts.length === 4) return fromParts([opacity, ...[a, b, c].map((ink) => (1 - ink) * (1 - k))]);
  return fromParts(parts.length === 1 ? [opacity, a, a, a] : [opacity, a, b, c]);
}
