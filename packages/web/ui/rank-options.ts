export type ComboBoxOption = {
  readonly id: string;
  /** Displayed and searched. Unique among the options. */
  readonly name: string;
  /** Shown next to the name in a fainter colour, and also searched. */
  readonly note?: string;
  /** Additional search words. */
  readonly keywords?: readonly string[];
};
export type ComboBoxGroup = { readonly id: string; readonly name: string; readonly options: readonly ComboBoxOption[] };

/** How well an option matches, from best to worst. */
const EXACT = 0;
const KEYWORD = 1;
const NAME_START = 2;
const KEYWORD_START = 3;
const WORD_START = 4;
const INSIDE = 5;
const NO_MATCH = 6;

/** Keeps the options that match the typed text; exact names and extensions come first, and with them their groups. */
export function rankOptions(groups: readonly ComboBoxGroup[], typed: string): readonly ComboBoxGroup[] {
  const wanted = fold(typed).replace(/^\./, '');
  const ranked = groups.flatMap((group) => {
    const matches = group.options
      .map((option) => ({ option, rank: rankOf(option, wanted) }))
      .filter(({ rank }) => rank < NO_MATCH);
    if (matches.length === 0) return [];
    matches.sort((a, b) => a.rank - b.rank);
    return [
      {
        group: { ...group, options: matches.map(({ option }) => option) },
        best: matches[0]?.rank ?? NO_MATCH,
      },
    ];
  });
  return ranked.toSorted((a, b) => a.best - b.best).map(({ group }) => group);
}

function rankOf({ name, note = '', keywords = [] }: ComboBoxOption, wanted: string): number {
  const folded = fold(name);
  const text = fold([name, note, ...keywords].join(' '));
  if (folded === wanted || isExtension(note, wanted)) return EXACT;
  if (keywords.some((keyword) => fold(keyword) === wanted)) return KEYWORD;
  if (folded.startsWith(wanted)) return NAME_START;
  if (keywords.some((keyword) => fold(keyword).startsWith(wanted))) return KEYWORD_START;
  if (text.split(/[\s.,()/]+/).some((word) => word.startsWith(wanted))) return WORD_START;
  return text.includes(wanted) ? INSIDE : NO_MATCH;
}

/** The note lists extensions: `.jpg .jpeg`. */
function isExtension(note: string, wanted: string): boolean {
  return fold(note).split(' ').includes(`.${wanted}`);
}

/** Lower-cases the text and composes Hangul, which some systems enter decomposed. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().trim();
}
