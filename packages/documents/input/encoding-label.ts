/** Encodings that a person can select, by their names in browsers. `euc-kr` is Windows code page 949. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'euc-kr',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'windows-1252',
  'windows-1250',
  'windows-1251',
] as const;

/** Encodings that are declared or detected, but not offered for selection. */
const READ_ONLY = [
  ...['iso-2022-jp', 'iso-2022-kr', 'ibm866', 'koi8-r', 'koi8-u', 'macintosh', 'x-mac-cyrillic'],
  ...['windows-874', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257', 'windows-1258'],
  ...['iso-8859-2', 'iso-8859-3', 'iso-8859-4', 'iso-8859-5', 'iso-8859-6', 'iso-8859-7', 'iso-8859-8', 'iso-8859-8-i'],
  ...['iso-8859-10', 'iso-8859-13', 'iso-8859-14', 'iso-8859-15', 'iso-8859-16'],
] as const;

export type Encoding = (typeof ENCODINGS)[number] | (typeof READ_ONLY)[number];

/** Labels that files use and browsers do not know. */
const ALIASES: ReadonlyMap<string, Encoding> = new Map([
  ...['cp949', 'ms949', 'uhc', 'x-windows-949', 'cp51949', 'ks-c-5601', 'ks_c_5601', 'ksc'].map(
    (label) => [label, 'euc-kr'] as const,
  ),
  ...['iso-2022-kr', 'csiso2022kr', 'cp50225'].map((label) => [label, 'iso-2022-kr'] as const),
  ...['cp932', 'ms932', 'windows-932', 'sjis-win'].map((label) => [label, 'shift_jis'] as const),
  ...['cp936', 'ms936', 'windows-936', 'gb_18030', 'euc-cn', 'gbk', 'hz-gb-2312'].map((label) => [label, 'gb18030'] as const),
  ...['cp950', 'ms950', 'windows-950'].map((label) => [label, 'big5'] as const),
  ...['cp51932', 'ujis'].map((label) => [label, 'euc-jp'] as const),
]);

/** Labels that say nothing about bytes beyond ASCII. */
const UNTOLD: ReadonlySet<string> = new Set(['', 'ascii', 'us-ascii', 'ansi_x3.4-1968', 'unknown-8bit', 'x-unknown', 'binary']);

/** The encoding with a label, as in `charset=ks_c_5601-1987`, or `undefined` for an unknown one. */
export function encodingOf(label: string): Encoding | undefined {
  const wanted = label.trim().toLowerCase();
  if (UNTOLD.has(wanted)) return undefined;
  const alias = ALIASES.get(wanted);
  if (alias) return alias;
  const name = canonicalName(wanted);
  return [...ENCODINGS, ...READ_ONLY].find((known) => known === (name === 'gbk' ? 'gb18030' : name));
}

/** Browsers and Node list every label of the Encoding Standard. */
function canonicalName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch (refusal) {
    if (refusal instanceof RangeError) return undefined;
    throw refusal;
  }
}
