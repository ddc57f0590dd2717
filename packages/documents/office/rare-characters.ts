import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { strFromU8 } from 'fflate';
import { readStream } from './compound-file.ts';

/** Scripts that the typefaces loaded for every document cover partly or not at all. */
const RARE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Devanagari}\p{Emoji_Presentation}]/gu;
/** Random image bytes read as UTF-16 contain Chinese characters, so only whole words count in old formats. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{3,}|\p{Script=Thai}{3,}|\p{Script=Devanagari}{3,}|\p{Emoji_Presentation}/gu;

/** Limit for text parts, because a package also contains images. */
const MAX_TEXT = 64 * 1024 * 1024;

/**
 * The characters of a document that need an additional typeface: Han, kana, Thai, Devanagari, emoji. Scans the raw parts without
 * parsing the format, so old formats may report a few too many, and damaged files none.
 */
export function rareCharactersIn(bytes: Bytes, name: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (text: string): void => {
    for (const [character] of text.matchAll(RARE)) found.add(character);
  };
  for (const text of textsOf(bytes, name.slice(name.lastIndexOf('.') + 1))) add(text);
  return found;
}

function textsOf(bytes: Bytes, extension: string): readonly string[] {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return partsOf(bytes);
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return STREAMS.flatMap((stream) => wordsIn(readStream(bytes, stream)));
  if (extension === 'rtf') return [escapesOf(strFromU8(bytes, true))];
  return [withReferences(decodeText(bytes))];
}

function partsOf(bytes: Bytes): readonly string[] {
  const isText = (path: string, size: number): boolean => /\.(xml|vml|bin)$/i.test(path) && size <= MAX_TEXT;
  try {
    return [...unpackParts(bytes, isText)].map(([path, part]) =>
      path.endsWith('.bin') ? wordsIn(part).join('') : withReferences(strFromU8(part)),
    );
  } catch (failure) {
    if (failure instanceof ConversionError) return []; // LibreOffice reports what is wrong with it.
    throw failure;
  }
}

/** Text streams of Word, Excel and PowerPoint ([MS-DOC], [MS-XLS], [MS-PPT]). */
const STREAMS = ['WordDocument', 'Workbook', 'Book', 'PowerPoint Document'];

/** UTF-16 text, which may start at any byte. */
function wordsIn(stream: Bytes | undefined): readonly string[] {
  if (!stream) return [];
  return [0, 1].flatMap((from) => {
    const text = new TextDecoder('utf-16le').decode(stream.subarray(from));
    return [...text.matchAll(WORDS)].map(([word]) => word);
  });
}

function withReferences(text: string): string {
  return text.replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, hex: string | undefined, decimal: string | undefined) =>
    characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}

/** RTF 1.9.1: `\uN` is a signed UTF-16 code unit, followed by a substitute character. */
function escapesOf(text: string): string {
  const units = [...text.matchAll(/\\u(-?\d{1,5})/g)].map(([, unit]) => Number(unit) & 0xffff);
  return units.map((unit) => String.fromCharCode(unit)).join('');
}

function characterOf(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
}
