import type { Gradient } from '../display-list.ts';
import { concat, type Matrix } from '../graphics/matrix.ts';
import { spell, spellColour, spellMatrix } from './svg-numbers.ts';

type Stops = Gradient['stops'];

/** A gradient element. It is transparent beyond an end that does not extend. */
export function gradientElement(id: string, gradient: Gradient, base: Matrix): string {
  const place = gradient.kind === 'axial' ? axialPlace(gradient) : radialPlace(gradient);
  const transform = `gradientTransform="${spellMatrix(concat(gradient.matrix, base))}"`;
  const stops = withEnds(place.stops, place.extend).map(({ offset, colour, isClear }) => {
    const clear = isClear ? ' stop-opacity="0"' : '';
    return `<stop offset="${spell(offset, 4)}" stop-color="${spellColour(colour)}"${clear}/>`;
  });
  const [element = ''] = place.attributes.split(' ');
  return `<${place.attributes} id="${id}" gradientUnits="userSpaceOnUse" ${transform}>${stops.join('')}</${element}>`;
}

type Place = { readonly attributes: string; readonly stops: Stops; readonly extend: readonly [boolean, boolean] };

function axialPlace({ coordinates, stops, extend }: Gradient): Place {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = coordinates;
  return { attributes: `linearGradient ${attributesOf({ x1, y1, x2, y2 })}`, stops, extend };
}

function attributesOf(values: Readonly<Record<string, number>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}="${spell(value, 6)}"`)
    .join(' ');
}

/**
 * Circles growing from the first to the second: SVG gradients start from a point, so the circles are extended back to it.
 * Shrinking circles are reversed.
 */
function radialPlace(gradient: Gradient): Place {
  const [x0 = 0, y0 = 0, r0 = 0, x1 = 0, y1 = 0, r1 = 0] = gradient.coordinates;
  if (r0 > r1) {
    const stops = gradient.stops.map(({ offset, colour }) => ({ offset: 1 - offset, colour })).reverse();
    const extend = [gradient.extend[1], gradient.extend[0]] as const;
    return radialPlace({ ...gradient, coordinates: [x1, y1, r1, x0, y0, r0], stops, extend });
  }
  const apex = r1 === r0 ? 0 : -r0 / (r1 - r0);
  const focus = { fx: x0 + apex * (x1 - x0), fy: y0 + apex * (y1 - y0) };
  const stops = gradient.stops.map(({ offset, colour }) => ({ offset: (offset - apex) / (1 - apex), colour }));
  return { attributes: `radialGradient ${attributesOf({ cx: x1, cy: y1, r: r1, ...focus })}`, stops, extend: gradient.extend };
}

type SpelledStop = Stops[number] & { readonly isClear?: boolean };

function withEnds(stops: Stops, [before, after]: readonly [boolean, boolean]): readonly SpelledStop[] {
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return [];
  const start: SpelledStop[] = before ? [] : [{ ...first, isClear: true }];
  const end: SpelledStop[] = after ? [] : [{ ...last, isClear: true }];
  return [...start, ...stops, ...end];
}
