import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { childOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { tiledSvg } from './brushes.ts';
import type { Drawing } from './drawing.ts';
import { type Outline, outlineOf } from './geometry.ts';
import { glyphsSvg } from './glyphs.ts';
import { colourOf, propertyOf, type Resources, transformOf } from './markup.ts';
import { resolve } from './parts.ts';

/** Renders a page as SVG in units of 1/96 inch, like the page itself. */
export function pageSvg(page: XmlElement, given: Omit<Drawing, 'define' | 'children'>): string {
  const definitions: string[] = [];
  const define = (make: (id: string) => string): string => {
    const id = `d${definitions.length}`;
    definitions.push('');
    definitions[Number(id.slice(1))] = make(id);
    return id;
  };
  const drawing: Drawing = { ...given, define, children: (parent, around) => childrenSvg(parent, drawing, around) };
  const body = childrenSvg(page, drawing, new Map());
  const size = ['Width', 'Height'].map((name) => Number(page.attributes[name]) || 0);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}">` +
    `<defs>${definitions.join('')}</defs>${body}</svg>`
  );
}

function childrenSvg(parent: XmlElement, drawing: Drawing, around: Resources): string {
  const resources = withOwn(parent, drawing, around);
  return elementsOf(parent)
    .map((child) => elementSvg(child, drawing, resources))
    .join('');
}

function elementSvg(element: XmlElement, drawing: Drawing, resources: Resources): string {
  switch (element.name) {
    case 'Canvas':
      return inPlace(element, drawing, resources, childrenSvg(element, drawing, resources));
    case 'Path':
      return inPlace(element, drawing, resources, pathSvg(element, drawing, resources));
    case 'Glyphs':
      return inPlace(element, drawing, resources, textSvg(element, drawing, resources));
    case 'AlternateContent':
      // The fallback that every reader supports comes last (ECMA-376, part 3).
      return childrenSvg(childOf(element, 'Fallback') ?? { ...element, children: [] }, drawing, resources);
    default:
      return '';
  }
}

/** Adds the element's resource dictionaries, some of which are separate parts. */
function withOwn(element: XmlElement, drawing: Drawing, around: Resources): Resources {
  const own = childOf(childOf(element, `${element.name}.Resources`), 'ResourceDictionary');
  if (!own) return around;
  const source = own.attributes['Source'];
  const entries = [
    ...(source === undefined ? [] : elementsOf(drawing.parts.xml(resolve(source, drawing.base)))),
    ...elementsOf(own),
  ];
  return new Map([...around, ...entries.map((entry) => [entry.attributes['x:Key'] ?? '', entry] as const)]);
}

function inPlace(element: XmlElement, drawing: Drawing, resources: Resources, inside: string): string {
  const opacity = Number(element.attributes['Opacity'] ?? 1);
  const clip = outlineOf(element, 'Clip', resources);
  const clipped = clip ? ` clip-path="url(#${drawing.define((id) => clipSvg(id, clip))})"` : '';
  const faint = opacity < 1 ? fade(inside, opacity) : inside;
  const attributes = transformOf(element, 'RenderTransform', resources) + clipped;
  return attributes === '' ? faint : `<g${attributes}>${faint}</g>`;
}

/** Group opacity applies to the group as a unit: parts do not show through each other. */
function fade(svg: string, opacity: number): string {
  return svg.replaceAll(/ (fill|stroke)-opacity="([\d.]+)"/g, (_, kind: string, value: string) => {
    return ` ${kind}-opacity="${Number(value) * opacity}"`;
  });
}

function clipSvg(id: string, { path, isEvenOdd }: Outline): string {
  return `<clipPath id="${id}"><path d="${escapeXmlAttribute(path)}"${isEvenOdd ? ' clip-rule="evenodd"' : ''}/></clipPath>`;
}

function pathSvg(element: XmlElement, drawing: Drawing, resources: Resources): string {
  const outline = outlineOf(element, 'Data', resources);
  if (!outline) return '';
  const brush = propertyOf(element, 'Fill', resources);
  const isTiled = typeof brush === 'object' && ['ImageBrush', 'VisualBrush'].includes(brush.name);
  const tiles = isTiled
    ? `<g clip-path="url(#${drawing.define((id) => clipSvg(id, outline))})">${tiledSvg(brush, outline, drawing, resources)}</g>`
    : '';
  const fill = isTiled ? 'fill="none"' : fillOf(brush, 'fill', drawing);
  const stroke = strokeOf(element, drawing, resources);
  if (isTiled && stroke === '') return tiles;
  const rule = outline.isEvenOdd ? ' fill-rule="evenodd"' : '';
  return `${tiles}<path d="${escapeXmlAttribute(outline.path)}" ${fill}${rule}${stroke}/>`;
}

function textSvg(element: XmlElement, drawing: Drawing, resources: Resources): string {
  const uri = (element.attributes['FontUri'] ?? '').replace(/#\d+$/, '');
  const fill = fillOf(propertyOf(element, 'Fill', resources), 'fill', drawing);
  return glyphsSvg(element, resolve(uri, drawing.base), drawing.fonts, fill);
}

const CAPS: Readonly<Record<string, string>> = { Round: 'round', Square: 'square' };
const JOINS: Readonly<Record<string, string>> = { Round: 'round', Bevel: 'bevel' };

function strokeOf(element: XmlElement, drawing: Drawing, resources: Resources): string {
  const brush = propertyOf(element, 'Stroke', resources);
  if (brush === undefined) return '';
  const { StrokeThickness = '1', StrokeDashArray = '', StrokeStartLineCap = '', StrokeLineJoin = '' } = element.attributes;
  const width = Number(StrokeThickness) || 0;
  // Dashes are multiples of the line width.
  const dashes = StrokeDashArray.split(/[\s,]+/)
    .filter(Boolean)
    .map((length) => Number(length) * width);
  return (
    ` ${fillOf(brush, 'stroke', drawing)} stroke-width="${width}"${dashes.length > 0 ? ` stroke-dasharray="${dashes.join(' ')}"` : ''}` +
    ` stroke-linecap="${CAPS[StrokeStartLineCap] ?? 'butt'}" stroke-linejoin="${JOINS[StrokeLineJoin] ?? 'miter'}"`
  );
}

/** Returns a brush as attributes. Lines and text use the first colour of a gradient. */
function fillOf(brush: string | XmlElement | undefined, kind: 'fill' | 'stroke', drawing: Drawing): string {
  if (brush === undefined) return `${kind}="none"`;
  if (typeof brush === 'string') return plainOf(brush, 1, kind);
  const opacity = Number(brush.attributes['Opacity'] ?? 1);
  if (brush.name === 'SolidColorBrush') return plainOf(brush.attributes['Color'] ?? '', opacity, kind);
  const stops = stopsOf(brush);
  const [first] = stops;
  if (!first) return `${kind}="none"`;
  if (kind === 'stroke') return plainOf(first.colour, opacity * first.opacity, kind);
  const faintest = stops.reduce((sum, stop) => sum + stop.opacity, 0) / stops.length;
  const name = drawing.define((id) => gradientSvg(id, brush, stops));
  return `fill="url(#${name})" fill-opacity="${opacity * faintest}"`;
}

function plainOf(value: string, opacity: number, kind: 'fill' | 'stroke'): string {
  const told = colourOf(value);
  return told ? `${kind}="${told.colour}" ${kind}-opacity="${told.opacity * opacity}"` : `${kind}="none"`;
}

type Stop = { readonly offset: number; readonly colour: string; readonly opacity: number };

function stopsOf(brush: XmlElement): readonly Stop[] {
  const inside = childOf(brush, `${brush.name}.GradientStops`);
  return (inside ? elementsOf(inside) : [])
    .flatMap(({ attributes }) => {
      const told = colourOf(attributes['Color'] ?? '');
      return told ? [{ offset: Number(attributes['Offset'] ?? 0) || 0, ...told }] : [];
    })
    .toSorted((one, other) => one.offset - other.offset);
}

function gradientSvg(id: string, brush: XmlElement, stops: readonly Stop[]): string {
  const point = (name: string): readonly string[] => (brush.attributes[name] ?? '0,0').split(/[\s,]+/);
  const transform = transformOf(brush, 'Transform', new Map()).replace('transform=', 'gradientTransform=');
  const inside = stops.map(({ offset, colour }) => `<stop offset="${offset}" stop-color="${colour}"/>`).join('');
  const place = `id="${id}" gradientUnits="userSpaceOnUse"${transform}`;
  if (brush.name === 'LinearGradientBrush') {
    const [[x1, y1], [x2, y2]] = [point('StartPoint'), point('EndPoint')];
    return `<linearGradient ${place} x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${inside}</linearGradient>`;
  }
  const [[cx, cy], [fx, fy]] = [point('Center'), point('GradientOrigin')];
  const [rx, ry] = [Number(brush.attributes['RadiusX']) || 0, Number(brush.attributes['RadiusY']) || 0];
  return `<radialGradient ${place} cx="${cx}" cy="${cy}" fx="${fx}" fy="${fy}" r="${(rx + ry) / 2}">${inside}</radialGradient>`;
}
