/**
 * Latin typefaces that documents name, by the free family with the same or the nearest widths. Of Arimo, Tinos and Cousine the
 * widths equal those of Arial, Times New Roman and Courier New, as do those of the Liberation fonts.
 */
export const LATIN_ALIASES = {
  Arimo: [
    ...['Arial', 'Helvetica', 'Helvetica Neue', 'Helvetica Neue LT Std', 'Nimbus Sans', 'Nimbus Sans L', 'Liberation Sans'],
    ...['Arial MT', 'ArialMT', 'Arial Unicode MS', 'Aptos', 'Aptos Display', 'Aptos Narrow', 'SF Pro Text', 'SF Pro Display'],
    ...['San Francisco', 'Inter', 'Roboto', 'Public Sans', 'Albany', 'Albany AMT', 'Microsoft Sans Serif', 'MS Sans Serif'],
  ],
  'Noto Sans': [
    ...['Segoe UI', 'Segoe UI Light', 'Segoe UI Semibold', 'Segoe UI Semilight', 'Open Sans', 'Lucida Sans', 'Lucida Grande'],
    ...['Frutiger', 'Myriad Pro', 'Source Sans Pro', 'Source Sans 3', 'Droid Sans', 'Fira Sans', 'Ubuntu', 'Tahoma'],
  ],
  'DejaVu Sans': ['Verdana', 'Bitstream Vera Sans', 'Geneva', 'Lucida Sans Unicode'],
  Tinos: [
    ...['Times New Roman', 'Times', 'Times Roman', 'TimesNewRomanPSMT', 'Nimbus Roman', 'Nimbus Roman No9 L', 'Liberation Serif'],
    ...['Thorndale', 'Thorndale AMT', 'Garamond', 'EB Garamond', 'Baskerville', 'Minion Pro', 'Aptos Serif', 'CG Times'],
  ],
  'DejaVu Serif': ['Georgia', 'Bitstream Vera Serif'],
  Cousine: [
    ...['Courier New', 'Courier', 'Courier Std', 'Consolas', 'Menlo', 'Monaco', 'SF Mono', 'Aptos Mono', 'Cascadia Mono'],
    ...['Cascadia Code', 'Source Code Pro', 'Fira Code', 'JetBrains Mono', 'Roboto Mono', 'Nimbus Mono L', 'Liberation Mono'],
    ...['Lucida Console', 'Andale Mono', 'Cumberland', 'Cumberland AMT', 'Bitstream Vera Sans Mono'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LatinFamily = keyof typeof LATIN_ALIASES;

const byName = new Map(
  Object.entries(LATIN_ALIASES).flatMap(([family, names]) =>
    [family, ...names].map((name) => [name.toLowerCase(), family as LatinFamily] as const),
  ),
);
const GENERIC: ReadonlyMap<string, LatinFamily> = new Map([
  ['serif', 'Tinos'],
  ['ui-serif', 'Tinos'],
  ['monospace', 'Cousine'],
  ['ui-monospace', 'Cousine'],
]);

/** The replacement for a Latin typeface, or for a generic family of CSS; `undefined` for an unknown one and for `sans-serif`. */
export function latinFamily(name: string): LatinFamily | undefined {
  const wanted = name
    .trim()
    .replaceAll(/^["']|["']$/g, '')
    .toLowerCase();
  return byName.get(wanted) ?? GENERIC.get(wanted);
}
