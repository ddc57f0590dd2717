import type { EngineManifest } from '@bakkum/conversion/engine';
import { WEB_FACE_FILES } from '@bakkum/document-typefaces/web-faces';
import { PASSWORD_OPTION } from './options.ts';

const MIB = 1024 * 1024;

/** Opening takes a fraction of a second; a page takes 20 to 60 ms. */
const COST = 6;

/** Text needs no page layout. */
const TEXT_COST = 3;

/** An SVG page names typefaces that may be missing where it is opened, so the route through PDF gives the better image. */
const PICTURE_COST = 12;

export const manifest: EngineManifest = {
  id: 'hwp',
  tier: 'core',
  license: 'MIT',
  program: { name: 'rhwp (@rhwp/core)', version: '0.8.6', homepage: 'https://github.com/edwardkim/rhwp' },
  downloadBytes: 3_100_000,
  requires: [],
  memory: { baseBytes: 192 * MIB, perInputByte: 40 },
  assets: {
    program: '@rhwp/core/rhwp_bg.wasm',
    gothic: WEB_FACE_FILES.gothic,
    gothicBold: WEB_FACE_FILES.gothicBold,
    myeongjo: WEB_FACE_FILES.myeongjo,
    myeongjoBold: WEB_FACE_FILES.myeongjoBold,
    sans: WEB_FACE_FILES.sans,
    sansBold: WEB_FACE_FILES.sansBold,
    arial: WEB_FACE_FILES.arial,
    arialBold: WEB_FACE_FILES.arialBold,
    times: WEB_FACE_FILES.times,
    timesBold: WEB_FACE_FILES.timesBold,
    courier: WEB_FACE_FILES.courier,
    courierBold: WEB_FACE_FILES.courierBold,
    japanese: WEB_FACE_FILES.japanese,
    chinese: WEB_FACE_FILES.chinese,
    symbols: WEB_FACE_FILES.symbols,
  },
  conversions: [
    { from: ['hwp', 'hwpx', 'hml'], to: ['pdf'], fidelity: 'lossy', cost: COST, options: PASSWORD_OPTION },
    { from: ['hwp', 'hml'], to: ['hwpx'], fidelity: 'lossy', cost: COST, options: PASSWORD_OPTION },
    { from: ['hwpx', 'hml'], to: ['hwp'], fidelity: 'lossy', cost: COST, options: PASSWORD_OPTION },
    { from: ['hwp', 'hwpx', 'hml'], to: ['docx'], fidelity: 'lossy', cost: TEXT_COST, options: PASSWORD_OPTION },
    { from: ['hwp', 'hwpx', 'hml'], to: ['html', 'md'], fidelity: 'layout-lost', cost: TEXT_COST, options: PASSWORD_OPTION },
    { from: ['hwp', 'hwpx', 'hml'], to: ['txt'], fidelity: 'text-only', cost: TEXT_COST, options: PASSWORD_OPTION },
    { from: ['hwp', 'hwpx', 'hml'], to: ['svg'], fidelity: 'picture', cost: PICTURE_COST, options: PASSWORD_OPTION },
  ],
};
