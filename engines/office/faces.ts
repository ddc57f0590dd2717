import type { FaceName } from '@bakkum/document-typefaces/catalogue';

/** Typefaces every document gets in addition to the program's own, by asset name. */
export const FACES = ['gothic', 'gothicBold', 'myeongjo', 'myeongjoBold', 'hanja'] as const;

/** Typefaces that few documents need. They are loaded on demand and then stay. */
export const RARE_FACES = ['chinese', 'japanese', 'thai', 'devanagari', 'emoji'] as const satisfies readonly FaceName[];
export type RareFace = (typeof RARE_FACES)[number];
