import type { ListMarker } from './model.ts';

const SYLLABLES = '가나다라마바사아자차카타파하';
const CIRCLED_ONE = 0x2460;
const ROMAN: readonly (readonly [string, number])[] = [
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

/** A list marker as text: `•`, `3.`, `(b)`. */
export function markerText(marker: ListMarker): string {
  if (marker.kind === 'bullet') return marker.text;
  return marker.text.replace('%', numberText(marker.style, marker.value));
}

function numberText(style: Extract<ListMarker, { kind: 'number' }>['style'], value: number): string {
  switch (style) {
    case 'decimal':
      return String(value);
    case 'lower-letter':
      return String.fromCharCode(96 + value);
    case 'upper-letter':
      return String.fromCharCode(64 + value);
    case 'lower-roman':
      return romanText(value);
    case 'upper-roman':
      return romanText(value).toUpperCase();
    case 'hangul-syllable':
      return SYLLABLES[value - 1] ?? String(value);
    case 'circled':
      return String.fromCodePoint(CIRCLED_ONE + value - 1);
  }
}

function romanText(value: number): string {
  let rest = value;
  let text = '';
  for (const [letters, worth] of ROMAN)
    while (rest >= worth) {
      text += letters;
      rest -= worth;
    }
  return text;
}
