import type { Format } from './format.ts';
import { starts, text } from './signature.ts';
import { isDfont, isEot } from './sniff/font.ts';

/** Fonts. */
export const FORMATS: readonly Format[] = [
  { id: 'ttf', family: 'font', name: 'TTF', title: { en: 'TrueType font', ko: '트루타입 글꼴' }, extensions: ['ttf'], mediaTypes: ['font/ttf'], signatures: [starts('0001000000'), text('true')], keywords: ['글꼴', '폰트'] },
  { id: 'otf', family: 'font', name: 'OTF', title: { en: 'OpenType font', ko: '오픈타입 글꼴' }, extensions: ['otf'], mediaTypes: ['font/otf'], signatures: [text('OTTO')], keywords: ['글꼴', '폰트'] },
  { id: 'woff', family: 'font', name: 'WOFF', title: { en: 'Web font', ko: '웹 글꼴' }, extensions: ['woff'], mediaTypes: ['font/woff'], signatures: [text('wOFF')], keywords: ['글꼴', '폰트'] },
  { id: 'woff2', family: 'font', name: 'WOFF2', title: { en: 'Web font 2', ko: '웹 글꼴 2' }, extensions: ['woff2'], mediaTypes: ['font/woff2'], signatures: [text('wOF2')], keywords: ['글꼴', '폰트'] },
  { id: 'eot', family: 'font', name: 'EOT', title: { en: 'Embedded OpenType font', ko: '임베디드 오픈타입 글꼴' }, extensions: ['eot'], mediaTypes: ['application/vnd.ms-fontobject'], matches: isEot, keywords: ['글꼴', '폰트'] },
  { id: 'ttc', family: 'font', name: 'TTC', title: { en: 'TrueType collection', ko: '트루타입 모음' }, extensions: ['ttc', 'otc'], mediaTypes: ['font/collection'], signatures: [text('ttcf')], keywords: ['글꼴', '폰트'] },
  { id: 'dfont', family: 'font', name: 'DFONT', title: { en: 'Mac font suitcase', ko: '맥 글꼴 모음' }, extensions: ['dfont'], mediaTypes: ['application/x-dfont'], signatures: [starts('00000100')], matches: isDfont, keywords: ['글꼴', '폰트'] },
  { id: 'pfb', family: 'font', name: 'PFB', title: { en: 'Type 1 font', ko: '타입 1 글꼴' }, extensions: ['pfb', 'pfa'], mediaTypes: ['application/x-font-type1'], signatures: [starts('8001????000025215053'), text('%!PS-AdobeFont'), text('%!FontType1')], keywords: ['글꼴', '폰트'] },
  { id: 'bdf', family: 'font', name: 'BDF', title: { en: 'Bitmap font', ko: '비트맵 글꼴' }, extensions: ['bdf'], mediaTypes: ['application/x-font-bdf'], signatures: [text('STARTFONT ')], keywords: ['글꼴', '폰트'] },
  { id: 'pcf', family: 'font', name: 'PCF', title: { en: 'X11 bitmap font', ko: 'X11 비트맵 글꼴' }, extensions: ['pcf'], mediaTypes: ['application/x-font-pcf'], signatures: [starts('01666370')], keywords: ['글꼴', '폰트'] },
  { id: 'afm', family: 'font', name: 'AFM', title: { en: 'Font metrics', ko: '글꼴 측정값' }, extensions: ['afm'], mediaTypes: ['application/x-font-afm'], signatures: [text('StartFontMetrics')] },
  { id: 'fon', family: 'font', name: 'FON', title: { en: 'Windows bitmap font', ko: '윈도우 비트맵 글꼴' }, extensions: ['fon', 'fnt'], mediaTypes: ['application/x-font-fon'] },
];
