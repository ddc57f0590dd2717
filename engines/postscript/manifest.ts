import type { EngineManifest } from '@bakkum/conversion/engine';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';
import { PAGES_OPTION } from './options.ts';

const face = (family: string, file: string): string => `@expo-google-fonts/${family}/${file}`;

/** Fonts with the same advance widths as the standard printer fonts. */
const SUBSTITUTE_FONTS = {
  sans: face('arimo', '400Regular/Arimo_400Regular.ttf'),
  sansItalic: face('arimo', '400Regular_Italic/Arimo_400Regular_Italic.ttf'),
  sansBold: face('arimo', '700Bold/Arimo_700Bold.ttf'),
  sansBoldItalic: face('arimo', '700Bold_Italic/Arimo_700Bold_Italic.ttf'),
  serif: face('tinos', '400Regular/Tinos_400Regular.ttf'),
  serifItalic: face('tinos', '400Regular_Italic/Tinos_400Regular_Italic.ttf'),
  serifBold: face('tinos', '700Bold/Tinos_700Bold.ttf'),
  serifBoldItalic: face('tinos', '700Bold_Italic/Tinos_700Bold_Italic.ttf'),
  mono: face('cousine', '400Regular/Cousine_400Regular.ttf'),
  monoItalic: face('cousine', '400Regular_Italic/Cousine_400Regular_Italic.ttf'),
  monoBold: face('cousine', '700Bold/Cousine_700Bold.ttf'),
  monoBoldItalic: face('cousine', '700Bold_Italic/Cousine_700Bold_Italic.ttf'),
  math: FACE_FILES.math,
  symbols: FACE_FILES.symbols,
} as const;

export const manifest: EngineManifest = {
  id: 'postscript',
  tier: 'core',
  license: 'MIT AND Zlib',
  program: { name: 'pako', version: '3.0.3', homepage: 'https://github.com/nodeca/pako' },
  downloadBytes: 71_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 40 },
  assets: SUBSTITUTE_FONTS,
  onDemand: Object.keys(SUBSTITUTE_FONTS),
  // Lossy: text becomes outlines, and some kinds of shading a plain colour.
  conversions: [
    { from: ['eps', 'ai'], to: ['svg', 'pdf'], fidelity: 'lossy', cost: 3 },
    { from: ['ps'], to: ['svg', 'pdf'], fidelity: 'lossy', cost: 3, options: PAGES_OPTION },
  ],
};
