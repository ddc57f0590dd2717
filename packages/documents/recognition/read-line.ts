import { cropped, type GreyImage } from './grey-image.ts';
import type { Language, LineReader, ReadWord } from './tesseract.ts';

/** Words above this are certain. */
const CERTAIN = 80;
/** A word of another language must be this much more certain. */
const ADVANTAGE = 8;
const MIN_CONFIDENCE = 55;
/** Above this share of doubtful words, the whole line is read again. */
const MANY = 0.25;
/** Below this confidence, a syllable is unreliable. */
const MIN_HANGUL = 40;
/** Letters of another script are rarely read as syllables, so only words this certain replace them. */
const MIN_INSTEAD_OF_HANGUL = 88;

/** Chooses the language of every word. Tries the language of the previous line first. */
export type BilingualReader = {
  read(line: GreyImage): readonly ReadWord[];
  /** The languages in the order in which the next line is tried. */
  order(): readonly Language[];
};

export function bilingualReader(reader: LineReader, languages: readonly Language[]): BilingualReader {
  let [first = 'eng', second] = languages;
  return {
    order: () => (second ? [first, second] : [first]),
    read(line) {
      const words = reader.read(line, first);
      if (!second) return words;
      const doubtful = words.filter((word) => isDoubtful(word, first));
      if (words.length > 0 && doubtful.length === 0) return words;
      if (words.length === 0 || doubtful.length > words.length * MANY) {
        const others = reader.read(line, second);
        const [one, other] = [certainty(words), certainty(others)];
        if (other > one) [first, second] = [second, first];
        const [base, alternative] = other > one ? [others, words] : [words, others];
        return replaced(
          base,
          base.map(({ left, right }): Span => [left, right]),
          () => alternative,
          true,
        );
      }
      const language = second;
      return replaced(words, groupsOf(doubtful), ([from, to]) => readPart(reader, line, from, to, language), false);
    },
  };
}

/** Complete syllables only, because single letters are misread letters of another script. */
const HANGUL = /[\uac00-\ud7af]/;
const LATIN = /[A-Za-z]{2}/;
const SURROUNDED = /\d[\uac00-\ud7af]+\d/;

/** Korean data contains few Latin letters and reads them as digits and symbols, sometimes around a syllable: "9니06" for "guide". */
function isDoubtful({ text, confidence }: ReadWord, language: Language): boolean {
  if (confidence < CERTAIN || SURROUNDED.test(text)) return true;
  return language === 'kor' && !HANGUL.test(text) && /[^\d.,:;%()~\-–—·"'“”‘’?!/]/.test(text);
}

/** Mean confidence by character. */
function certainty(words: readonly ReadWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}

type Span = readonly [from: number, to: number];

/** Spans of adjacent words of the same script. */
function groupsOf(words: readonly ReadWord[]): readonly Span[] {
  const groups: { span: [number, number]; isHangul: boolean }[] = [];
  for (const { text, confidence, left, right, top, bottom } of words) {
    const last = groups.at(-1);
    const isHangul = isSyllables(text) && confidence >= MIN_HANGUL;
    if (last && last.isHangul === isHangul && left - last.span[1] < (bottom - top) * 0.8) last.span[1] = right;
    else groups.push({ span: [left, right], isHangul });
  }
  return groups.map(({ span }) => span);
}

/** Reads a part of a line again, in another language. */
function readPart(reader: LineReader, line: GreyImage, from: number, to: number, language: Language): readonly ReadWord[] {
  const margin = Math.round(line.height * 0.12);
  const box = { left: Math.max(0, from - 2), top: 0, right: Math.min(line.width, to + 2), bottom: line.height };
  const words = reader.read(cropped(line, box, margin), language);
  const [dx, dy] = [box.left - margin, -margin];
  return words.map((word) => ({
    ...word,
    left: word.left + dx,
    right: word.right + dx,
    top: word.top + dy,
    bottom: word.bottom + dy,
  }));
}

/** Replaces the words of each span with alternatives that are more certain. */
function replaced(
  words: readonly ReadWord[],
  spans: readonly Span[],
  alternativesOf: (span: Span) => readonly ReadWord[],
  isWholeLine: boolean,
): readonly ReadWord[] {
  let result = words;
  for (const span of spans) {
    const inside = (word: ReadWord): boolean => shares(word, span);
    const current = result.filter(inside);
    const others = alternativesOf(span).filter((word) => !isWholeLine || inside(word));
    if (!isBetter(others, current)) continue;
    const [first, ...rest] = others;
    const isGlued = current[0]?.isGlued ?? false;
    const better = first ? [{ ...first, isGlued }, ...rest] : [];
    result = [...result.filter((word) => !inside(word)), ...better].toSorted((a, b) => a.left - b.left);
  }
  return result;
}

/** Whether a word and a span overlap by more than half of the narrower one. */
function shares({ left, right }: ReadWord, [from, to]: Span): boolean {
  return Math.min(right, to) - Math.max(left, from) > Math.min(right - left, to - from) / 2;
}

function isBetter(others: readonly ReadWord[], current: readonly ReadWord[]): boolean {
  const [now, then] = [certainty(current), certainty(others)];
  const [text, instead] = [current, others].map((words) => words.map((word) => word.text).join('')) as [string, string];
  if (now >= MIN_HANGUL && isSyllables(text) && !isSyllables(instead))
    return then >= MIN_INSTEAD_OF_HANGUL && LATIN.test(instead) && then > now;
  return then >= MIN_CONFIDENCE && then > now + ADVANTAGE;
}

const isSyllables = (text: string): boolean => HANGUL.test(text) && /^[\uac00-\ud7af.,?!"'()\d]+$/.test(text);
