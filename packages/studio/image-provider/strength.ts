/** How far a result may differ from the given image. A person chooses a percentage, and each vendor has a parameter of its own for it. */
export type StrengthFacts = {
  /** The vendor's name of the parameter. */
  readonly parameter: string;
  /** Its values for no change at all and for ignoring the given image. Descending if it says how much of the image to keep. */
  readonly range: readonly [unchanged: number, ignored: number];
  /** Decimal places of its values. */
  readonly decimals: 0 | 2;
  /** Percentage of an edit, unless the person chooses another. */
  readonly edit: number;
  /** The same for a variation. */
  readonly variation: number;
  /** Up to this percentage, the result still shows the given image. Made from an imported image, it cannot be shared by link. */
  readonly showsOriginalUpTo: number;
  /** Only applies if the operator's file of this variable, where there is one, contains the text. */
  readonly placeholder?: { readonly variable: string; readonly text: string };
};

/** The value of the vendor's parameter for a percentage of change. */
export function strengthValue({ range: [unchanged, ignored], decimals }: StrengthFacts, percent: number): number {
  return Number((unchanged + ((ignored - unchanged) * percent) / 100).toFixed(decimals));
}
