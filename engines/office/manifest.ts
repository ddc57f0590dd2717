import type { Conversion, EngineManifest, FormatId } from '@bakkum/conversion/engine';
import { sourcesOf } from './kinds.ts';
import { CSV_OPTIONS, PASSWORD_OPTION, PDF_OPTIONS, SHEET_PDF_OPTIONS, TSV_OPTIONS } from './options.ts';

const MIB = 1024 * 1024;

/** Seconds to start, then a few times a native program's work: far above any codec. */
const COST = 30;

const editable = (from: readonly FormatId[], to: readonly FormatId[]): Conversion => ({
  from,
  to,
  fidelity: 'lossy',
  cost: COST,
  options: PASSWORD_OPTION,
});

const text = sourcesOf('text');
const sheets = sourcesOf('sheets');
const slides = sourcesOf('slides');
const drawings = sourcesOf('drawing');

export const manifest: EngineManifest = {
  id: 'office',
  license: 'MPL-2.0',
  program: {
    name: 'LibreOffice (@matbee/libreoffice-converter)',
    version: '24.8.8 (2.7.2)',
    homepage: 'https://github.com/matbeedotcom/libreoffice-document-converter',
  },
  downloadBytes: 53_000_000,
  requires: ['threads', 'large-memory'],
  memory: { baseBytes: 1536 * MIB, perInputByte: 20 },
  assets: {
    script: './.prepared/soffice.js',
    files: './.prepared/soffice.data',
    program: '@matbee/libreoffice-converter/wasm/soffice.wasm',
    gothic: '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf',
    gothicBold: '@expo-google-fonts/nanum-gothic/700Bold/NanumGothic_700Bold.ttf',
    myeongjo: '@expo-google-fonts/nanum-myeongjo/400Regular/NanumMyeongjo_400Regular.ttf',
    myeongjoBold: '@expo-google-fonts/nanum-myeongjo/700Bold/NanumMyeongjo_700Bold.ttf',
  },
  conversions: [
    { from: [...text, ...slides, ...drawings], to: ['pdf'], fidelity: 'lossy', cost: COST, options: PDF_OPTIONS },
    { from: sheets, to: ['pdf'], fidelity: 'lossy', cost: COST, options: SHEET_PDF_OPTIONS },
    editable(text, ['docx', 'rtf', 'doc']),
    // A web page stays one inside an OpenDocument file, which then is not a text; by way of DOCX it becomes one.
    editable(
      text.filter((format) => format !== 'html'),
      ['odt', 'fodt'],
    ),
    { from: text.filter((format) => format !== 'txt'), to: ['txt'], fidelity: 'text-only', cost: COST, options: PASSWORD_OPTION },
    editable(sheets, ['xlsx', 'ods', 'xls', 'fods']),
    { from: sheets, to: ['csv'], fidelity: 'layout-lost', cost: COST, options: CSV_OPTIONS },
    { from: sheets, to: ['tsv'], fidelity: 'layout-lost', cost: COST, options: TSV_OPTIONS },
    { from: sheets, to: ['html'], fidelity: 'layout-lost', cost: COST, options: PASSWORD_OPTION },
    editable(slides, ['pptx', 'odp', 'ppt', 'fodp']),
    editable(drawings, ['odg']),
  ],
};
