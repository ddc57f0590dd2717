import { decodeText, detectEncoding } from '@bakkum/document-input/text-encoding';

export type Decoder = (bytes: Uint8Array) => string;

/** Windows code pages by number, under their names in browsers; others are named by number. */
const CODEPAGES: Readonly<Record<number, string>> = {
  949: 'euc-kr',
  51949: 'euc-kr',
  932: 'shift_jis',
  936: 'gb18030',
  950: 'big5',
  65001: 'utf-8',
};

/** Returns a decoder for the encoding declared by name or number; if unknown, the most likely one for `sample`. */
export function decoderFor(name: string | undefined, codepage: number | undefined, sample: Uint8Array): Decoder {
  const named = name?.trim().replace(/^cp(\d+)$/i, 'windows-$1') ?? '';
  const numbered = codepage === undefined ? '' : (CODEPAGES[codepage] ?? `windows-${codepage}`);
  for (const label of [named === 'windows-949' ? 'euc-kr' : named, numbered]) {
    const decoder = decoderOf(label);
    if (decoder) return (bytes) => decoder.decode(bytes);
  }
  const likeliest = detectEncoding(sample);
  return (bytes) => decodeText(bytes, likeliest);
}

function decoderOf(label: string): TextDecoder | undefined {
  if (label === '') return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined; // unknown to browsers
  }
}

/** Strings are padded with spaces, or end at a zero. */
export function trimmed(text: string): string {
  const end = text.indexOf('\0');
  return (end < 0 ? text : text.slice(0, end)).trimEnd();
}
