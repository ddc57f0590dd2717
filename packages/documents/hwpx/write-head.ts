import type { Alignment, Paragraph, Side, TableCell, TextStyle } from '@bakkum/document-model/model';
import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { interned } from './interned.ts';
import { createLists, type Heading } from './write-lists.ts';
import { DECLARATION, NAMESPACES } from './write-package.ts';

/** Collects what the text refers to by number, while the text is written. */
export type Head = {
  textId(style: TextStyle): number;
  paragraphId(paragraph: Paragraph): number;
  boxId(cell: Pick<TableCell, 'borders' | 'shading'>): number;
  xml(sectionCount: number): string;
};

const BODY_FONT = '함초롬바탕';
const SANS_FONT = '함초롬돋움';
const MONO_FONT = '굴림체';
const SCRIPTS = ['HANGUL', 'LATIN', 'HANJA', 'JAPANESE', 'OTHER', 'SYMBOL', 'USER'] as const;

export function createHead(): Head {
  const fonts = interned<string>();
  const texts = interned<TextStyle>();
  const boxes = interned<string>();
  const paragraphs = interned<string>();
  const lists = createLists();
  const fontId = (style: TextStyle): number => fonts.idOf(fontOf(style), fontOf(style));
  fonts.idOf(BODY_FONT, BODY_FONT);
  boxes.idOf('none', boxXml({ borders: {} }));
  boxes.idOf('text', boxXml({ borders: {} }));
  const head: Head = {
    textId(style) {
      fontId(style);
      return texts.idOf(JSON.stringify(orderedStyle(style)), style);
    },
    paragraphId(paragraph) {
      const box = paragraph.shading === undefined ? PLAIN_BOX : head.boxId({ borders: {}, shading: paragraph.shading });
      const xml = paragraphXml(paragraph, lists.headingOf(paragraph), box);
      return paragraphs.idOf(xml, xml);
    },
    boxId({ borders, shading }) {
      const xml = boxXml({ borders, ...(shading !== undefined && { shading }) });
      return boxes.idOf(xml, xml) + 1;
    },
    xml(sectionCount) {
      const styles = stylesXml();
      const lines = [
        `${DECLARATION}<hh:head ${NAMESPACES} version="1.4" secCnt="${sectionCount}">`,
        '<hh:beginNum page="1" footnote="1" endnote="1" pic="1" tbl="1" equation="1"/><hh:refList>',
        `<hh:fontfaces itemCnt="${SCRIPTS.length}">${SCRIPTS.map((script) => fontsXml(script, fonts.values())).join('')}</hh:fontfaces>`,
        list(
          'borderFills',
          boxes.values().map((xml, index) => `<hh:borderFill id="${index + 1}" ${xml}</hh:borderFill>`),
        ),
        list(
          'charProperties',
          texts.values().map((style, index) => textXml(style, index, fontId(style))),
        ),
        '<hh:tabProperties itemCnt="1"><hh:tabPr id="0" autoTabLeft="0" autoTabRight="0"/></hh:tabProperties>',
        list('numberings', lists.numberings()),
        lists.bullets().length > 0 ? list('bullets', lists.bullets()) : '',
        list(
          'paraProperties',
          paragraphs.values().map((xml, index) => `<hh:paraPr id="${index}" ${xml}</hh:paraPr>`),
        ),
        list('styles', styles),
        '</hh:refList><hh:compatibleDocument targetProgram="HWP201X"><hh:layoutCompatibility/></hh:compatibleDocument>',
        '<hh:docOption><hh:linkinfo path="" pageInherit="0" footnoteInherit="0"/></hh:docOption></hh:head>',
      ];
      return lines.join('');
    },
  };
  // Styles refer to the first entry of each kind.
  head.textId({ size: 10 });
  head.paragraphId(PLAIN);
  return head;
}

/** The second box has neither borders nor a fill. */
const PLAIN_BOX = 2;

const PLAIN: Paragraph = { kind: 'paragraph', alignment: 'justify', indentStart: 0, firstLine: 0, spaceBefore: 0, content: [] };

function list(name: string, items: readonly string[]): string {
  return `<hh:${name} itemCnt="${items.length}">${items.join('')}</hh:${name}>`;
}

function orderedStyle(style: TextStyle): readonly unknown[] {
  const { size, bold, italic, underline, strike, highlight, shading, colour, position, stretch, spacing } = style;
  return [fontOf(style), size, bold, italic, underline, strike, highlight, shading, colour, position, stretch, spacing];
}

function fontOf({ font, kind }: TextStyle): string {
  if (font !== undefined && font !== '') return font;
  if (kind === 'mono') return MONO_FONT;
  return kind === 'sans' ? SANS_FONT : BODY_FONT;
}

function fontsXml(script: string, faces: readonly string[]): string {
  const fonts = faces.map((face, id) => `<hh:font id="${id}" face="${escapeXmlAttribute(face)}" type="TTF" isEmbedded="0"/>`);
  return `<hh:fontface lang="${script}" fontCnt="${faces.length}">${fonts.join('')}</hh:fontface>`;
}

/** The same value for each script. */
function each(name: string, value: number): string {
  const attributes = SCRIPTS.map((script) => `${script.toLowerCase()}="${value}"`).join(' ');
  return `<hh:${name} ${attributes}/>`;
}

const between = (least: number, most: number, value: number): number => Math.min(most, Math.max(least, value));

function textXml(style: TextStyle, id: number, font: number): string {
  const { size, colour = '#000000', bold, italic, underline, strike, highlight, shading, position } = style;
  const { stretch = 1, spacing = 0 } = style;
  const area = highlight ? '#FFFF00' : (shading?.toUpperCase() ?? 'none');
  return (
    `<hh:charPr id="${id}" height="${Math.round(size * 100)}" textColor="${colour.toUpperCase()}" shadeColor="${area}" useFontSpace="0" useKerning="0" symMark="NONE" borderFillIDRef="2">` +
    each('fontRef', font) +
    each('ratio', between(50, 200, Math.round(stretch * 100))) +
    each('spacing', between(-50, 50, Math.round((spacing / size) * 100))) +
    each('relSz', 100) +
    each('offset', 0) +
    (italic ? '<hh:italic/>' : '') +
    (bold ? '<hh:bold/>' : '') +
    `<hh:underline type="${underline ? 'BOTTOM' : 'NONE'}" shape="SOLID" color="${colour.toUpperCase()}"/>` +
    `<hh:strikeout shape="${strike ? 'SOLID' : 'NONE'}" color="#000000"/>` +
    '<hh:outline type="NONE"/><hh:shadow type="NONE" color="#B2B2B2" offsetX="10" offsetY="10"/>' +
    (position === 'super' ? '<hh:supscript/>' : '') +
    (position === 'sub' ? '<hh:subscript/>' : '') +
    '</hh:charPr>'
  );
}

/** Line widths that Hangul supports, in millimetres. */
const WIDTHS = [0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 1, 1.5, 2, 3, 4, 5];
const MILLIMETRES_A_POINT = 25.4 / 72;

/** XML after the id attribute; the caller adds the start and the end. */
function boxXml({ borders, shading }: Pick<TableCell, 'borders' | 'shading'>): string {
  const side = (name: Side): string => {
    const border = borders[name];
    const wanted = (border?.width ?? 0) * MILLIMETRES_A_POINT;
    const width = WIDTHS.reduce((best, next) => (Math.abs(next - wanted) < Math.abs(best - wanted) ? next : best));
    const colour = (border?.colour ?? '#000000').toUpperCase();
    return `<hh:${name}Border type="${border ? 'SOLID' : 'NONE'}" width="${border ? width : 0.1} mm" color="${colour}"/>`;
  };
  const fill =
    shading === undefined
      ? ''
      : `<hc:fillBrush><hc:winBrush faceColor="${shading.toUpperCase()}" hatchColor="#999999" alpha="0"/></hc:fillBrush>`;
  return (
    'threeD="0" shadow="0" centerLine="NONE" breakCellSeparateLine="0">' +
    '<hh:slash type="NONE" Crooked="0" isCounter="0"/><hh:backSlash type="NONE" Crooked="0" isCounter="0"/>' +
    `${side('left')}${side('right')}${side('top')}${side('bottom')}<hh:diagonal type="SOLID" width="0.1 mm" color="#000000"/>${fill}`
  );
}

const ALIGNMENTS: Readonly<Record<Alignment, string>> = { start: 'LEFT', center: 'CENTER', end: 'RIGHT', justify: 'JUSTIFY' };

/**
 * XML after the id attribute; the caller adds the start and the end. Lengths are written twice: whole for programs since 2016,
 * doubled for older ones.
 */
function paragraphXml(paragraph: Paragraph, heading: Heading, box: number): string {
  const { alignment, indentStart, firstLine, spaceBefore, content, lineHeight } = paragraph;
  const left = Math.max(0, indentStart + Math.min(0, firstLine));
  const size = content.reduce((most, inline) => (inline.kind === 'text' ? Math.max(most, inline.style.size) : most), 0) || 10;
  const percent = lineHeight === undefined ? 160 : Math.min(500, Math.max(100, Math.round((lineHeight / size) * 100)));
  const measures = (scale: number): string => {
    const length = (name: string, points: number): string =>
      `<hc:${name} value="${Math.round(points * 100 * scale)}" unit="HWPUNIT"/>`;
    return (
      `<hh:margin>${length('intent', firstLine)}${length('left', left)}${length('right', 0)}${length('prev', spaceBefore)}${length('next', 0)}</hh:margin>` +
      `<hh:lineSpacing type="PERCENT" value="${percent}" unit="HWPUNIT"/>`
    );
  };
  const keeps = paragraph.headingLevel === undefined ? 0 : 1;
  return (
    'tabPrIDRef="0" condense="0" fontLineHeight="0" snapToGrid="1" suppressLineNumbers="0" checked="0">' +
    `<hh:align horizontal="${ALIGNMENTS[alignment]}" vertical="BASELINE"/>` +
    `<hh:heading type="${heading.kind}" idRef="${heading.id}" level="${heading.level}"/>` +
    `<hh:breakSetting breakLatinWord="KEEP_WORD" breakNonLatinWord="KEEP_WORD" widowOrphan="0" keepWithNext="${keeps}" keepLines="0" pageBreakBefore="0" lineWrap="BREAK"/>` +
    '<hh:autoSpacing eAsianEng="0" eAsianNum="0"/>' +
    `<hp:switch><hp:case hp:required-namespace="http://www.hancom.co.kr/hwpml/2016/HwpUnitChar">${measures(1)}</hp:case>` +
    `<hp:default>${measures(2)}</hp:default></hp:switch>` +
    `<hh:border borderFillIDRef="${box}" offsetLeft="0" offsetRight="0" offsetTop="0" offsetBottom="0" connect="0" ignoreMargin="0"/>`
  );
}

function stylesXml(): readonly string[] {
  const outlines = Array.from({ length: 6 }, (_, index) => [`개요 ${index + 1}`, `Outline ${index + 1}`] as const);
  return [['바탕글', 'Normal'] as const, ...outlines].map(
    ([name, english], id) =>
      `<hh:style id="${id}" type="PARA" name="${name}" engName="${english}" paraPrIDRef="0" charPrIDRef="0" nextStyleIDRef="${id}" langID="1042" lockForm="0"/>`,
  );
}
