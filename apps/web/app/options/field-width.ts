/** What a column of half the options panel (at least 9.5rem) holds, in widths of a Latin letter. */
const HALF_LINE = { label: 22, choice: 14, hint: 44 } as const;
/** Hangul and other East Asian letters. */
const WIDE_LETTERS = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/gu;

type FieldTexts = {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The values of a select. */
  readonly choices?: readonly string[];
};

/** Returns whether a field needs the whole width of the panel, because half of it would cut off or break its texts. */
export function needsWholeLine({ label, hint = '', choices = [] }: FieldTexts): boolean {
  return (
    lettersIn(label) > HALF_LINE.label ||
    lettersIn(hint) > HALF_LINE.hint ||
    choices.some((choice) => lettersIn(choice) > HALF_LINE.choice)
  );
}

function lettersIn(text: string): number {
  return text.length + (text.match(WIDE_LETTERS)?.length ?? 0);
}
