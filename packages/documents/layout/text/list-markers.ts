import type { ListMarker, NumberStyle } from '@bakkum/document-model/model';

const BULLET = /^[•◦▪▫●○■□◆◇▶▷►➢➤✓✔→\-–—*·∙‣⁃※ㆍㅇ❖o]$/u;
const NUMBER = /^(\(?)(\d{1,3}|[a-z]|[A-Z]|[ivx]{1,5}|[IVX]{1,5}|[가나다라마바사아자차카타파하])([.)]|\.\))$/u;
const CIRCLED = /^[①-⑳]$/u;
const SYLLABLES = '가나다라마바사아자차카타파하';
const ROMAN: readonly (readonly [string, number])[] = [
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

/** Parses a word at the start of a line as a list marker: `•`, `3.`, `(b)`, `가.`, `①`. */
export function parseMarker(word: string): ListMarker | undefined {
  const text = word.trim();
  if (BULLET.test(text)) return { kind: 'bullet', text };
  if (CIRCLED.test(text)) return { kind: 'number', style: 'circled', text: '%', value: (text.codePointAt(0) ?? 0x2460) - 0x245f };
  const [, before = '', number, after = ''] = NUMBER.exec(text) ?? [];
  if (number === undefined || (before !== '' && after === '.')) return undefined;
  return { kind: 'number', ...valueOf(number), text: `${before}%${after}` };
}

function valueOf(number: string): { readonly style: NumberStyle; readonly value: number } {
  if (/^\d+$/.test(number)) return { style: 'decimal', value: Number(number) };
  const syllable = SYLLABLES.indexOf(number);
  if (syllable >= 0) return { style: 'hangul-syllable', value: syllable + 1 };
  const isLower = number === number.toLowerCase();
  const small = number.toLowerCase();
  if (/^[ivx]+$/.test(small) && (small.length > 1 || small === 'i'))
    return { style: isLower ? 'lower-roman' : 'upper-roman', value: romanValue(small) };
  return { style: isLower ? 'lower-letter' : 'upper-letter', value: small.charCodeAt(0) - 96 };
}

function romanValue(text: string): number {
  let rest = text;
  let value = 0;
  for (const [letters, worth] of ROMAN)
    while (rest.startsWith(letters)) {
      value += worth;
      rest = rest.slice(letters.length);
    }
  return value;
}

/** A list continues when the next marker has the same form and the next number. */
export function continues(last: ListMarker, next: ListMarker): boolean {
  if (last.kind === 'bullet' || next.kind === 'bullet') return last.kind === next.kind && last.text === next.text;
  return last.style === next.style && last.text === next.text && next.value === last.value + 1;
}
