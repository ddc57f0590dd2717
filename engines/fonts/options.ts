import type { OptionsSchema } from '@bakkum/conversion/options';

/** Enough for every Korean syllable (11,172) and the characters of several scripts. */
const MAX_CHARACTERS = 20_000;

export const OPTIONS: OptionsSchema = {
  /** Keeps only the glyphs for these characters; empty keeps all. */
  keptCharacters: { kind: 'text', maxLength: MAX_CHARACTERS, default: '', advanced: true },
};
