import type { EngineManifest } from '@bakkum/conversion/engine';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';
import { SVG_OPTIONS } from './options.ts';

const VECTOR = ['svg', 'svgz'] as const;

export const manifest: EngineManifest = {
  id: 'resvg',
  tier: 'core',
  license: 'MPL-2.0',
  program: { name: 'resvg (resvg-js)', version: '2.6.2', homepage: 'https://github.com/thx/resvg-js' },
  downloadBytes: 794_000,
  requires: [],
  memory: { baseBytes: 128 * 1024 * 1024, perInputByte: 20 },
  assets: {
    renderer: '@resvg/resvg-wasm/index_bg.wasm',
    regular: 'pretendard/dist/public/static/Pretendard-Regular.otf',
    bold: 'pretendard/dist/public/static/Pretendard-Bold.otf',
    arial: '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
    arialItalic: '@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf',
    arialBold: '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf',
    times: '@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf',
    timesItalic: '@expo-google-fonts/tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf',
    timesBold: '@expo-google-fonts/tinos/700Bold/Tinos_700Bold.ttf',
    courier: '@expo-google-fonts/cousine/400Regular/Cousine_400Regular.ttf',
    courierBold: '@expo-google-fonts/cousine/700Bold/Cousine_700Bold.ttf',
    ...FACE_FILES,
  },
  onDemand: [
    ...['arial', 'arialItalic', 'arialBold', 'times', 'timesItalic', 'timesBold', 'courier', 'courierBold'],
    ...Object.keys(FACE_FILES),
  ],
  conversions: [
    { from: VECTOR, to: ['raster'], fidelity: 'picture', cost: 2, options: SVG_OPTIONS },
    { from: ['svg'], to: ['svgz'], fidelity: 'lossless', cost: 1 },
    { from: ['svgz'], to: ['svg'], fidelity: 'lossless', cost: 1 },
  ],
};
