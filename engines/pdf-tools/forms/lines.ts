import { emsOf } from '../marks/text-width.ts';

/** Breaks a text into lines of at most so many ems: at spaces, and within a word that is longer than a line. */
export function linesWithin(text: string, ems: number): readonly string[] {
  return text.split('\n').flatMap((paragraph) => wrapped(paragraph, ems));
}

function wrapped(paragraph: string, ems: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const word of paragraph.split(/(?<= )/)) {
    const length = emsOf(word);
    if (line !== '' && width + emsOf(word.trimEnd()) > ems) {
      lines.push(line.trimEnd());
      [line, width] = ['', 0];
    }
    if (length <= ems) {
      line += word;
      width += length;
    } else
      for (const letter of word) {
        const own = emsOf(letter);
        if (line !== '' && width + own > ems) {
          lines.push(line);
          [line, width] = ['', 0];
        }
        line += letter;
        width += own;
      }
  }
  return [...lines, line.trimEnd()];
}
