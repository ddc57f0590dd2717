import { STANDALONE_XML_DECLARATION } from '@bakkum/markup/write-xml';
import { emu } from './drawing-shapes.ts';
import { type OfficePart, RELATIONSHIPS, relationshipsXml } from './opc.ts';
import type { SlideDeck } from './slides.ts';

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const NAMESPACES = `xmlns:a="${DRAWING}" xmlns:r="${RELATIONSHIPS}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
/** PowerPoint slides measure 1 to 56 inches (ECMA-376, part 1, 19.7.11). */
const MIN_SLIDE_SIDE = 914_400;
const MAX_SLIDE_SIDE = 51_206_400;

export function presentationXml({ slides, width, height }: SlideDeck): string {
  const size = (length: number): number => Math.min(MAX_SLIDE_SIDE, Math.max(MIN_SLIDE_SIDE, emu(length)));
  const list = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="slide${index + 1}"/>`).join('');
  return (
    `${STANDALONE_XML_DECLARATION}<p:presentation ${NAMESPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="master"/></p:sldMasterIdLst>` +
    `<p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="${size(width)}" cy="${size(height)}"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`
  );
}

const EMPTY_TREE =
  '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/></p:spTree></p:cSld>';

const COLOURS = {
  dk1: '000000',
  lt1: 'FFFFFF',
  dk2: '1F2937',
  lt2: 'F3F4F6',
  accent1: '2563EB',
  accent2: 'DC2626',
  accent3: '16A34A',
  accent4: 'D97706',
  accent5: '7C3AED',
  accent6: '0891B2',
  hlink: '1D4ED8',
  folHlink: '6D28D9',
} as const;

const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const line = `<a:ln w="9525">${fill}</a:ln>`;
const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';

const fonts = (name: string): string =>
  `<a:${name}Font><a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/></a:${name}Font>`;
const colours = Object.entries(COLOURS)
  .map(([name, colour]) => `<a:${name}><a:srgbClr val="${colour}"/></a:${name}>`)
  .join('');

const THEME =
  `${STANDALONE_XML_DECLARATION}<a:theme xmlns:a="${DRAWING}" name="Plain"><a:themeElements><a:clrScheme name="Plain">${colours}</a:clrScheme>` +
  `<a:fontScheme name="Plain">${fonts('major')}${fonts('minor')}</a:fontScheme>` +
  `<a:fmtScheme name="Plain"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst>` +
  `<a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

const MASTER =
  `${STANDALONE_XML_DECLARATION}<p:sldMaster ${NAMESPACES}>${EMPTY_TREE}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" ` +
  'accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>' +
  '<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="layout"/></p:sldLayoutIdLst></p:sldMaster>';

const LAYOUT = `${STANDALONE_XML_DECLARATION}<p:sldLayout ${NAMESPACES} type="blank">${EMPTY_TREE}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;

/** Fixed parts of every presentation: a blank layout, its master and a theme. */
export const PRESENTATION_PARTS: readonly OfficePart[] = [
  { path: 'ppt/theme/theme1.xml', xml: THEME, type: 'theme' },
  { path: 'ppt/slideMasters/slideMaster1.xml', xml: MASTER, type: 'presentationml.slideMaster' },
  {
    path: 'ppt/slideMasters/_rels/slideMaster1.xml.rels',
    xml: relationshipsXml([
      ['layout', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', 'theme', '../theme/theme1.xml'],
    ]),
  },
  { path: 'ppt/slideLayouts/slideLayout1.xml', xml: LAYOUT, type: 'presentationml.slideLayout' },
  {
    path: 'ppt/slideLayouts/_rels/slideLayout1.xml.rels',
    xml: relationshipsXml([['master', 'slideMaster', '../slideMasters/slideMaster1.xml']]),
  },
];
