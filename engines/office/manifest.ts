import type { EngineManifest } from '@bakkum/conversion/engine';
import { officeConversions } from '@bakkum/document-office/conversions';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';
import { RARE_FACES } from './faces.ts';

const MIB = 1024 * 1024;

/** Takes seconds to start, then a few times as long as the native program: far above any codec. */
const COST = 30;

export const manifest: EngineManifest = {
  id: 'office',
  tier: 'core',
  license: 'MPL-2.0',
  program: {
    name: 'LibreOffice (@matbee/libreoffice-converter)',
    version: '24.8.8 (2.7.2)',
    homepage: 'https://github.com/matbeedotcom/libreoffice-document-converter',
  },
  downloadBytes: 55_500_000,
  requires: ['threads', 'large-memory'],
  memory: { baseBytes: 1536 * MIB, perInputByte: 20 },
  assets: {
    script: './.prepared/soffice.js',
    files: './.prepared/soffice.data',
    program: '@matbee/libreoffice-converter/wasm/soffice.wasm',
    gothic: FACE_FILES.gothic,
    gothicBold: FACE_FILES.gothicBold,
    myeongjo: FACE_FILES.myeongjo,
    myeongjoBold: FACE_FILES.myeongjoBold,
    hanja: '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
    ...Object.fromEntries(RARE_FACES.map((face) => [face, FACE_FILES[face]])),
  },
  onDemand: RARE_FACES,
  conversions: officeConversions(COST),
};
