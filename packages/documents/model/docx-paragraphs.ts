import { graphicRuns } from './docx-graphics.ts';
import { type Relations, runProperties, runsOf, shadingXml, twips } from './docx-runs.ts';
import type { Alignment, ContentsEntry, Paragraph, TextStyle } from './model.ts';

/** Maps a list to its definition in numbering.xml. */
export type ListNumbers = (list: number) => number;

const JUSTIFICATION: Readonly<Record<Alignment, string>> = { start: 'left', center: 'center', end: 'right', justify: 'both' };

/** What surrounds a paragraph. */
type Surroundings = {
  /** `sectPr` of the section that ends with it. */
  readonly section?: string;
  readonly field?: ContentsField;
  /** Runs before its own, such as anchored text boxes. */
  readonly runs?: string;
};

export function paragraphXml(
  paragraph: Paragraph,
  relations: Relations,
  numberOf: ListNumbers,
  { section = '', field = { begins: false, ends: false }, runs: anchored = '' }: Surroundings = {},
): string {
  const { contents, anchor } = paragraph;
  const runs = contents
    ? (field.begins ? CONTENTS_BEGIN : '') + contentsRuns(paragraph, contents, relations) + (field.ends ? FIELD_END : '')
    : runsOf(paragraph, relations);
  const marked =
    anchor === undefined
      ? runs
      : `<w:bookmarkStart w:id="${anchor}" w:name="${bookmark(anchor)}"/>${runs}<w:bookmarkEnd w:id="${anchor}"/>`;
  return `<w:p>${paragraphProperties(paragraph, numberOf, section)}${graphicRuns(paragraph.behind, relations)}${anchored}${marked}</w:p>`;
}

/** Whether an entry of the table of contents is the first or last: the field spans from one to the other. */
type ContentsField = { readonly begins: boolean; readonly ends: boolean };

const fieldPart = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const fieldBegin = (code: string): string =>
  `${fieldPart('begin')}<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>${fieldPart('separate')}`;
const FIELD_END = fieldPart('end');
const CONTENTS_BEGIN = fieldBegin('TOC \\o "1-6" \\h \\z \\u');
const bookmark = (anchor: number): string => `_Toc${String(anchor).padStart(8, '0')}`;

/** The entry links to its heading, and Word recalculates its page number on request. */
function contentsRuns(paragraph: Paragraph, { anchor }: ContentsEntry, relations: Relations): string {
  if (anchor === undefined) return runsOf(paragraph, relations);
  const { content } = paragraph;
  const title = content
    .slice(0, -1)
    .map((inline) => (inline.kind === 'text' ? { kind: inline.kind, text: inline.text, style: inline.style } : inline));
  const page = fieldBegin(`PAGEREF ${bookmark(anchor)} \\h`) + runsOf({ content: content.slice(-1) }, relations) + FIELD_END;
  return `<w:hyperlink w:anchor="${bookmark(anchor)}" w:history="1">${runsOf({ content: title }, relations)}${page}</w:hyperlink>`;
}

/** CT_PPr, its elements in the order of the schema. */
function paragraphProperties(paragraph: Paragraph, numberOf: ListNumbers, section: string): string {
  const { headingLevel, isTitle, list, contents, breakBefore, isRightToLeft, alignment, content } = paragraph;
  const style = headingLevel
    ? `Heading${headingLevel}`
    : isTitle
      ? 'Title'
      : list
        ? 'ListParagraph'
        : contents
          ? `TOC${contents.level}`
          : '';
  const parts = [
    style ? `<w:pStyle w:val="${style}"/>` : '',
    headingLevel && paragraph.mayEndPage ? '<w:keepNext w:val="0"/>' : '',
    breakBefore === 'page' ? '<w:pageBreakBefore/>' : '',
    list ? `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${numberOf(list.list)}"/></w:numPr>` : '',
    paragraph.shading ? shadingXml(paragraph.shading) : '',
    tabs(paragraph),
    isRightToLeft ? '<w:bidi/>' : '',
    spacing(paragraph),
    indents(paragraph),
    `<w:jc w:val="${JUSTIFICATION[alignment]}"/>`,
    markProperties(content),
    section,
  ];
  return `<w:pPr>${parts.join('')}</w:pPr>`;
}

function tabs({ tabStops = [] }: Paragraph): string {
  if (tabStops.length === 0) return '';
  const stops = tabStops.map(({ at, alignment, leader }) => {
    const kind = alignment === 'end' ? 'right' : alignment === 'center' ? 'center' : 'left';
    return `<w:tab w:val="${kind}"${leader === 'dots' ? ' w:leader="dot"' : ''} w:pos="${twips(at)}"/>`;
  });
  return `<w:tabs>${stops.join('')}</w:tabs>`;
}

function spacing({ spaceBefore, spaceAfter = 0, lineHeight }: Paragraph): string {
  const line = lineHeight === undefined ? '' : ` w:line="${twips(lineHeight)}" w:lineRule="exact"`;
  return `<w:spacing w:before="${twips(spaceBefore)}" w:after="${twips(spaceAfter)}"${line}/>`;
}

function indents({ indentStart, indentEnd = 0, firstLine, isRightToLeft }: Paragraph): string {
  const hang = firstLine < 0 ? ` w:hanging="${twips(-firstLine)}"` : ` w:firstLine="${twips(firstLine)}"`;
  return isRightToLeft
    ? ''
    : `<w:ind w:left="${twips(indentStart)}"${indentEnd !== 0 ? ` w:right="${twips(indentEnd)}"` : ''}${hang}/>`;
}

/** The paragraph mark is formatted like its text, because a list number takes its format from there. */
function markProperties(content: Paragraph['content']): string {
  const style = content.find((inline): inline is Extract<typeof inline, { style: TextStyle }> => 'style' in inline)?.style;
  if (!style) return '';
  const { underline: _, position: __, shading: ___, ...plain } = style;
  return runProperties(plain, '', false);
}
