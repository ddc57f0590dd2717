import { elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { combine, IDENTITY, type Matrix, numbersOf, parseTransform } from './matrix.ts';
import { type PdfFile, real } from './pdf-file.ts';
import { type Colour, colourOf } from './svg-style.ts';

/** The bounding box of an outline's points. */
export function boxOf(outline: string): readonly [left: number, top: number, width: number, height: number] {
  const numbers = numbersOf(outline);
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  const [left, top] = [lowest(xs), lowest(ys)];
  return [left, top, -lowest(xs.map((x) => -x)) - left, -lowest(ys.map((y) => -y)) - top];
}

function lowest(numbers: readonly number[]): number {
  return numbers.reduce((least, number) => Math.min(least, number), numbers[0] ?? 0);
}

/** A shading object and its matrix for an SVG gradient over a box; `undefined` without stops. */
export function writeGradient(
  pdf: PdfFile,
  gradient: XmlElement,
  box: readonly [number, number, number, number],
): { readonly object: number; readonly matrix: Matrix } | undefined {
  const stops = stopsOf(gradient);
  if (stops.length === 0) return undefined;
  const whole = gradient.attributes['gradientUnits'] !== 'userSpaceOnUse';
  const part = (name: string, otherwise: number): number => lengthOf(gradient.attributes[name], otherwise);
  const linear = gradient.name === 'linearGradient';
  const [cx, cy, r] = [part('cx', 0.5), part('cy', 0.5), part('r', 0.5)];
  const coordinates = linear
    ? [part('x1', 0), part('y1', 0), part('x2', 1), part('y2', 0)]
    : [part('fx', cx), part('fy', cy), 0, cx, cy, r];
  const object = pdf.object(
    `<< /ShadingType ${linear ? 2 : 3} /ColorSpace /DeviceRGB /Coords [${coordinates.map(real).join(' ')}] ` +
      `/Function ${functionOf(stops)} /Extend [true true] >>`,
  );
  const [left, top, width, height] = box;
  const onto: Matrix = whole ? [width || 1, 0, 0, height || 1, left, top] : IDENTITY;
  return { object, matrix: combine(parseTransform(gradient.attributes['gradientTransform']), onto) };
}

function lengthOf(value: string | undefined, otherwise: number): number {
  const number = Number.parseFloat(value ?? '');
  if (!Number.isFinite(number)) return otherwise;
  return value?.endsWith('%') ? number / 100 : number;
}

type Stop = { readonly at: number; readonly colour: Colour };

function stopsOf(gradient: XmlElement): readonly Stop[] {
  let last = 0;
  return elementsOf(gradient)
    .filter(({ name }) => name === 'stop')
    .map(({ attributes }) => {
      const declared = /stop-color:\s*([^;]+)/.exec(attributes['style'] ?? '')?.[1];
      last = Math.min(1, Math.max(last, lengthOf(attributes['offset'], 0)));
      return { at: last, colour: colourOf(attributes['stop-color'] ?? declared ?? '') ?? [0, 0, 0] };
    });
}

/** Linear interpolation between neighbours, stitched together (ISO 32000-1, 7.10.4). */
function functionOf(stops: readonly Stop[]): string {
  const [first] = stops;
  const last = stops.at(-1);
  if (!first || !last) return '';
  const all = [{ ...first, at: 0 }, ...stops, { ...last, at: 1 }];
  const pieces = all.slice(1).flatMap((stop, index) => {
    const before = all[index];
    return before && stop.at > before.at ? [{ before, stop }] : [];
  });
  const functions = pieces.map(
    ({ before, stop }) =>
      `<< /FunctionType 2 /Domain [0 1] /C0 [${before.colour.map(real).join(' ')}] /C1 [${stop.colour.map(real).join(' ')}] /N 1 >>`,
  );
  const bounds = pieces.slice(0, -1).map(({ stop }) => real(stop.at));
  return `<< /FunctionType 3 /Domain [0 1] /Functions [${functions.join(' ')}] /Bounds [${bounds.join(' ')}] /Encode [${pieces.map(() => '0 1').join(' ')}] >>`;
}
