import type { Paint } from '@bakkum/document-model/graphics';
import { type Field, fieldsOf, messagesIn, numberIn, within } from '../protocol-buffer.ts';

/** Models of TSP.Color. */
const CMYK = 2;
const WHITE = 3;

/** Reads a TSP.Color; `undefined` without one. */
export function paintOf(color: readonly Field[]): Paint | undefined {
  if (color.length === 0) return undefined;
  const part = (number: number): number => Math.min(1, Math.max(0, numberIn(color, number) ?? 0));
  const opacity = numberIn(color, 6) ?? 1;
  const model = numberIn(color, 1);
  if (model === WHITE) return { colour: hexOf([part(11), part(11), part(11)]), opacity };
  if (model === CMYK) {
    const light = 1 - part(10);
    return { colour: hexOf([7, 8, 9].map((number) => (1 - part(number)) * light)), opacity };
  }
  return { colour: hexOf([part(3), part(4), part(5)]), opacity };
}

const hexOf = (parts: readonly number[]): string =>
  `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** A TSD.FillArchive: a color, the middle of a gradient, or the id of an image's data. */
export type Fill = { readonly paint?: Paint; readonly data?: number };

export function fillOf(fill: readonly Field[]): Fill {
  const plain = paintOf(within(fill, 1));
  if (plain) return { paint: plain };
  const stops = messagesIn(within(fill, 2), 2).flatMap((stop) => paintOf(within(fieldsOf(stop), 1)) ?? []);
  const middle = stops[Math.floor(stops.length / 2)];
  if (middle) return { paint: middle };
  const data = numberIn(within(fill, 3, 6), 1);
  return data === undefined ? {} : { data };
}
