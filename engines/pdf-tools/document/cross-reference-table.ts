/** The end of a file, in which programs look for `startxref`, with room for data that other programs append. */
const END = 2048;
/** Text before the header shifts all places, which programs accept within the first kilobyte. */
const START = 1024;
const NUMBER = /startxref\s+(\d+)/g;
const TABLE = /^\s*(?:xref|\d+\s+\d+\s+obj)/;

/** Whether the end of a file leads to its cross-reference table (ISO 32000-1, 7.5.5). Otherwise, part of the file may be missing. */
export function hasTable(bytes: Uint8Array): boolean {
  const [, digits = ''] = [...textOf(bytes.subarray(-END)).matchAll(NUMBER)].at(-1) ?? [];
  if (digits === '') return false;
  const place = Number(digits);
  const shift = Math.max(0, textOf(bytes.subarray(0, START)).indexOf('%PDF-'));
  return [place, place + shift].some((at) => TABLE.test(textOf(bytes.subarray(at, at + 40))));
}

const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
