import { ConversionError } from '@bakkum/conversion/errors';
import type { Box } from '@bakkum/document-pdfium/geometry';
import { boxAround } from '@bakkum/document-pdfium/geometry';
import type { Matrix } from '@bakkum/document-pdfium/matrix';
import type { Pdfium } from '@bakkum/document-pdfium/program';

/** A word of a page: the letters between two spaces, or one Chinese or Japanese character. */
export type Word = {
  readonly text: string;
  /** The text for comparing words: composed (NFC), with ligatures as letters. */
  readonly key: string;
  /** Index of the page. */
  readonly page: number;
  /** One box for each line. Empty if the file gives no position. */
  readonly boxes: readonly Box[];
  /** Whether a space precedes it. */
  readonly isSpaced: boolean;
  /** Whether it was joined from two lines, without the hyphen between them. */
  readonly isBroken: boolean;
};

/** More than a thousand full pages. Each word needs about 500 bytes while it is aligned. */
const MAX_WORDS = 600_000;

/** Refuses documents whose words would not fit in memory. */
export function assertWordCount(count: number): void {
  if (count > MAX_WORDS) throw new ConversionError('too-large', `${count} words`);
}

/** PDFium's code for a hyphen at the end of a line. */
const LINE_END_HYPHEN = 2;
const SPACE = /[\s\u200b\ufeff]/u;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const IGNORED = /\u00ad|\u200c|\u200d|\u2060|\p{Cc}/gu;
const LIGATURES = /[\ufb00-\ufb06]/gu;

/** Returns the same text for words that look the same, regardless of how their letters are stored. */
export function keyOf(text: string): string {
  return text
    .replaceAll(IGNORED, '')
    .replaceAll(LIGATURES, (letters) => letters.normalize('NFKC'))
    .normalize('NFC');
}

/**
 * Reads the words of a page in the order of its content. `matrix` maps to the page as displayed.
 * @throws ConversionError `too-large` above 600,000 words
 */
export function readWords(pdfium: Pdfium, page: number, index: number, matrix: Matrix): readonly Word[] {
  const { call } = pdfium;
  const textPage = call.FPDFText_LoadPage(page);
  const reader = new WordReader(index);
  try {
    const count = call.FPDFText_CountChars(textPage);
    for (let at = 0; at < count; at += 1) {
      const code = call.FPDFText_GetUnicode(textPage, at);
      if (code === LINE_END_HYPHEN) reader.breakWord();
      else if (code > 0 && code <= 0x10ffff) reader.add(String.fromCodePoint(code), () => boxOf(pdfium, textPage, at, matrix));
    }
  } finally {
    call.FPDFText_ClosePage(textPage);
  }
  return reader.finish();
}

function boxOf({ call, scratch, view }: Pdfium, textPage: number, at: number, matrix: Matrix): Box | undefined {
  if (call.FPDFText_GetLooseCharBox(textPage, at, scratch) === 0) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((offset) => view().getFloat32(scratch + offset, true));
  return right > left && top > bottom ? boxAround(matrix, left, bottom, right, top) : undefined;
}

/** Collects characters into words. */
class WordReader {
  readonly #page: number;
  readonly #words: Word[] = [];
  #text = '';
  #boxes: Box[] = [];
  #isSpaced = true;
  #isBroken = false;
  /** After a hyphen at the end of a line: the word continues on the next one. */
  #continues = false;

  constructor(page: number) {
    this.#page = page;
  }

  add(letter: string, box: () => Box | undefined): void {
    if (SPACE.test(letter)) {
      if (!this.#continues) this.#end(true);
      return;
    }
    const startsBox = this.#continues || this.#boxes.length === 0;
    if (this.#continues) this.#isBroken = true;
    this.#continues = false;
    const isAlone = UNSPACED.test(letter);
    if (isAlone) this.#end(this.#isSpaced && this.#text === '');
    this.#text += letter;
    this.#place(box(), startsBox);
    if (isAlone) this.#end(false);
  }

  breakWord(): void {
    if (this.#text !== '') this.#continues = true;
  }

  finish(): readonly Word[] {
    this.#end(true);
    return this.#words;
  }

  #place(box: Box | undefined, startsBox: boolean): void {
    if (!box) return;
    const last = this.#boxes.at(-1);
    if (last && !startsBox) this.#boxes[this.#boxes.length - 1] = around(last, box);
    else this.#boxes.push(box);
  }

  /** @param isSpaced whether the next word follows a space */
  #end(isSpaced: boolean): void {
    const key = keyOf(this.#text);
    if (key !== '') {
      assertWordCount(this.#words.length + 1);
      this.#words.push({
        text: this.#text.normalize('NFC'),
        key,
        page: this.#page,
        boxes: this.#boxes,
        isSpaced: this.#isSpaced,
        isBroken: this.#isBroken,
      });
    }
    // Spaces add up until the next word.
    this.#isSpaced = key === '' ? this.#isSpaced || isSpaced : isSpaced;
    this.#text = '';
    this.#boxes = [];
    this.#isBroken = false;
    this.#continues = false;
  }
}

export function around(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Joins words, with spaces where the page has them. */
export function textOf(words: readonly Word[]): string {
  return words.map(({ text, isSpaced }, at) => (at > 0 && isSpaced ? ` ${text}` : text)).join('');
}
