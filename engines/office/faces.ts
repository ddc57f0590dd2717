import type { FaceName } from '@bakkum/document-typefaces/catalogue';

/** Typefaces every document gets beside the program's own, by the names of their assets. */
export const FACES = ['gothic', 'gothicBold', 'myeongjo', 'myeongjoBold', 'hanja'] as const;

/** Those that few documents need. They are loaded for them alone, and then stay. */
export const RARE_FACES = ['chinese', 'japanese', 'thai', 'devanagari', 'emoji'] as const satisfies readonly FaceName[];
export type RareFace = (typeof RARE_FACES)[number];
