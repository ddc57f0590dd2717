import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { STANDALONE_XML_DECLARATION } from '@bakkum/markup/write-xml';
import { halfPoints, twips } from './docx-runs.ts';
import type { ListPlace, NumberStyle, Paragraph } from './model.ts';

/** Namespaces of parts that contain text and images. */
export const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" ' +
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ' +
  'xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup" ' +
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="w14"';

const HEADING_SIZES = [16, 14, 13, 12, 11, 11] as const;

/** Named styles, so that all headings can be changed at once. */
export function stylesXml(body: {
  readonly font: string;
  readonly size: number;
  readonly language: string;
  readonly allowsSingleLines: boolean;
}): string {
  const widows = `<w:widowControl${body.allowsSingleLines ? ' w:val="0"' : ''}/>`;
  const size = halfPoints(body.size);
  const font = escapeXmlAttribute(body.font);
  const fonts = `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:eastAsia="${/Nanum|Gothic|Batang|Myeongjo|바탕|돋움|굴림|맑은/.test(body.font) ? font : 'Malgun Gothic'}" w:cs="${font}"/>`;
  const language = body.language.startsWith('ko')
    ? 'w:val="en-US" w:eastAsia="ko-KR"'
    : `w:val="${escapeXmlAttribute(body.language)}" w:eastAsia="ko-KR"`;
  const headings = HEADING_SIZES.map((heading, index) =>
    style(
      `Heading${index + 1}`,
      `heading ${index + 1}`,
      `<w:keepNext/><w:outlineLvl w:val="${index}"/>`,
      `<w:b/><w:bCs/><w:sz w:val="${heading * 2}"/><w:szCs w:val="${heading * 2}"/>`,
    ),
  );
  return (
    `${STANDALONE_XML_DECLARATION}<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>${fonts}<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>` +
    `<w:lang ${language}/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>${widows}</w:pPr></w:pPrDefault></w:docDefaults>` +
    `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr>${widows}<w:autoSpaceDE w:val="0"/><w:autoSpaceDN w:val="0"/></w:pPr></w:style>` +
    headings.join('') +
    style('Title', 'Title', '', '<w:b/><w:bCs/><w:sz w:val="44"/><w:szCs w:val="44"/>') +
    HEADING_SIZES.map((_, index) => style(`TOC${index + 1}`, `toc ${index + 1}`, '', '')).join('') +
    style('ListParagraph', 'List Paragraph', '', '') +
    style('FootnoteText', 'footnote text', '', '') +
    '</w:styles>'
  );
}

function style(id: string, name: string, paragraph: string, run: string): string {
  const plain = run.replaceAll('<w:b/><w:bCs/>', '');
  return (
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/>` +
    `<w:pPr>${paragraph}</w:pPr><w:rPr>${plain}</w:rPr></w:style>`
  );
}

const FORMATS: Readonly<Record<NumberStyle, string>> = {
  decimal: 'decimal',
  'lower-letter': 'lowerLetter',
  'upper-letter': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
  'hangul-syllable': 'ganada',
  circled: 'decimalEnclosedCircle',
};

/** Every list has its own definition, so that each starts with its own number. */
export function numberingXml(items: readonly Paragraph[]): string {
  const firsts = new Map<number, Paragraph>();
  for (const item of items) if (item.list && !firsts.has(item.list.list)) firsts.set(item.list.list, item);
  const lists = [...firsts.values()];
  const definitions = lists.map((item, index) => definition(index, item));
  const numbers = lists.map((_, index) => `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${index}"/></w:num>`);
  return `${STANDALONE_XML_DECLARATION}<w:numbering ${NAMESPACES}>${definitions.join('')}${numbers.join('')}</w:numbering>`;
}

function definition(index: number, { list, indentStart, firstLine }: Paragraph): string {
  if (!list) return '';
  const { level } = list;
  const indent = `<w:pPr><w:ind w:left="${twips(indentStart)}" w:hanging="${twips(Math.max(0, -firstLine))}"/></w:pPr>`;
  return (
    `<w:abstractNum w:abstractNumId="${index}"><w:multiLevelType w:val="hybridMultilevel"/>` +
    `<w:lvl w:ilvl="${level}"><w:start w:val="${startOf(list)}"/>${formatOf(list)}<w:lvlJc w:val="left"/>${indent}</w:lvl></w:abstractNum>`
  );
}

const startOf = ({ marker }: ListPlace): number => (marker.kind === 'number' ? marker.value : 1);

function formatOf({ marker, level }: ListPlace): string {
  if (marker.kind === 'bullet') return `<w:numFmt w:val="bullet"/><w:lvlText w:val="${escapeXmlAttribute(marker.text)}"/>`;
  return `<w:numFmt w:val="${FORMATS[marker.style]}"/><w:lvlText w:val="${escapeXmlAttribute(marker.text.replace('%', `%${level + 1}`))}"/>`;
}

/** Elements in the order of CT_Settings. */
export const settingsXml = (hasEvenPages: boolean): string =>
  `${STANDALONE_XML_DECLARATION}<w:settings ${NAMESPACES}>${hasEvenPages ? '<w:evenAndOddHeaders/>' : ''}<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>` +
  '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>';
