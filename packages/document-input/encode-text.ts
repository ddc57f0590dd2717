import { windows949Bytes } from './windows-949.ts';

/** `euc-kr` is Windows code page 949, as in browsers. */
export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'euc-kr';

export type EncodedText = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Characters the encoding lacks, replaced without a trace: by a question mark. */
  readonly replaced: number;
};

const QUESTION_MARK = 0x3f;
const MARK = '\uFEFF';

/**
 * Text as bytes. UTF-16 begins with a mark, as its readers want.
 * @param substitute what stands for a character the encoding lacks, in ASCII, where the format can say it in another way
 */
export function encodeText(text: string, encoding: TextEncoding, substitute?: (codePoint: number) => string): EncodedText {
  switch (encoding) {
    case 'utf-8':
      return { bytes: new TextEncoder().encode(text), replaced: 0 };
    case 'utf-8-bom':
      return { bytes: new TextEncoder().encode(MARK + text), replaced: 0 };
    case 'utf-16le':
      return { bytes: encodeUtf16(MARK + text), replaced: 0 };
    case 'euc-kr':
      return encodeWindows949(text, substitute);
  }
}

function encodeUtf16(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), true);
  return bytes;
}

function encodeWindows949(text: string, substitute: ((codePoint: number) => string) | undefined): EncodedText {
  const table = windows949Bytes();
  const bytes: number[] = [];
  let replaced = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? QUESTION_MARK;
    const known = code < 0x80 ? code : table.get(character);
    if (known === undefined && substitute) bytes.push(...new TextEncoder().encode(substitute(code)));
    else if (known === undefined) {
      replaced += 1;
      bytes.push(QUESTION_MARK);
    } else if (known < 0x80) bytes.push(known);
    else bytes.push(known >> 8, known & 0xff);
  }
  return { bytes: new Uint8Array(bytes), replaced };
}
