/**
 * The character error rate: insertions, deletions and replacements that turn the recognized text into the printed one, per printed
 * character (Levenshtein distance). Spaces and line ends are not counted.
 */
export function characterErrors(printed: string, recognized: string): number {
  const [from, to] = [lettersOf(printed), lettersOf(recognized)];
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return (above.at(-1) ?? 0) / from.length;
}

/** Letters without spaces. Curly and straight quotation marks are the same letter. */
const lettersOf = (text: string): readonly string[] => [
  ...text.normalize('NFC').replaceAll(/\s+/g, '').replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"'),
];
