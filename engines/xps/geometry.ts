import { elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { propertyOf, type Resources } from './markup.ts';

/** An outline in SVG syntax. Shapes use the even-odd rule by default (ECMA-388, 11.2). */
export type Outline = { readonly path: string; readonly isEvenOdd: boolean };

/** Returns the value of `Data` or `Clip`; `undefined` if not set. */
export function outlineOf(element: XmlElement, name: string, resources: Resources): Outline | undefined {
  const told = propertyOf(element, name, resources);
  if (told === undefined) return undefined;
  return typeof told === 'string' ? abbreviated(told) : geometry(told);
}

/** Parses the abbreviated syntax: SVG path commands after an optional fill rule. */
function abbreviated(data: string): Outline {
  const rule = /^\s*F\s*([01])/.exec(data);
  return { path: rule ? data.slice(rule[0].length) : data, isEvenOdd: rule?.[1] !== '1' };
}

function geometry(element: XmlElement): Outline {
  const { Figures, FillRule } = element.attributes;
  if (Figures !== undefined) return { ...abbreviated(Figures), isEvenOdd: FillRule !== 'NonZero' };
  const figures = elementsOf(element).filter(({ name }) => name === 'PathFigure');
  return { path: figures.map(figure).join(' '), isEvenOdd: FillRule !== 'NonZero' };
}

function figure(element: XmlElement): string {
  const { StartPoint = '0,0', IsClosed } = element.attributes;
  return `M ${StartPoint} ${elementsOf(element).map(segment).join(' ')}${IsClosed === 'true' ? ' Z' : ''}`;
}

function segment({ name, attributes }: XmlElement): string {
  const { Points = '', Point = '', Size = '', RotationAngle = '0', IsLargeArc, SweepDirection } = attributes;
  switch (name) {
    case 'PolyLineSegment':
      return `L ${Points}`;
    case 'PolyBezierSegment':
      return `C ${Points}`;
    case 'PolyQuadraticBezierSegment':
      return `Q ${Points}`;
    case 'ArcSegment':
      return `A ${Size} ${RotationAngle} ${IsLargeArc === 'true' ? 1 : 0} ${SweepDirection === 'Clockwise' ? 1 : 0} ${Point}`;
    default:
      return '';
  }
}
