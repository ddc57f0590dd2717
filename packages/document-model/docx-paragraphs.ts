import { type Relations, runProperties, runsOf, twips } from './docx-runs.ts';
import type { Alignment, Paragraph, TextStyle } from './model.ts';

/** Number of the list definition a paragraph's list has in numbering.xml. */
export type ListNumbers = (list: number) => number;

const JUSTIFICATION: Readonly<Record<Alignment, string>> = { start: 'left', center: 'center', end: 'right', justify: 'both' };

/** A paragraph; `section` is the sectPr of the section it ends, if it does. */
export function paragraphXml(paragraph: Paragraph, relations: Relations, numberOf: ListNumbers, section = ''): string {
  return `<w:p>${paragraphProperties(paragraph, numberOf, section)}${runsOf(paragraph, relations)}</w:p>`;
}

/** CT_PPr, its elements in the order of the schema. */
function paragraphProperties(paragraph: Paragraph, numberOf: ListNumbers, section: string): string {
  const { headingLevel, isTitle, list, breakBefore, isRightToLeft, alignment, content } = paragraph;
  const style = headingLevel ? `Heading${headingLevel}` : isTitle ? 'Title' : list ? 'ListParagraph' : '';
  const parts = [
    style ? `<w:pStyle w:val="${style}"/>` : '',
    breakBefore === 'page' ? '<w:pageBreakBefore/>' : '',
    list ? `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${numberOf(list.list)}"/></w:numPr>` : '',
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

function spacing({ spaceBefore, lineHeight }: Paragraph): string {
  const line = lineHeight === undefined ? '' : ` w:line="${twips(lineHeight)}" w:lineRule="exact"`;
  return `<w:spacing w:before="${twips(spaceBefore)}" w:after="0"${line}/>`;
}

function indents({ indentStart, indentEnd = 0, firstLine, isRightToLeft }: Paragraph): string {
  const hang = firstLine < 0 ? ` w:hanging="${twips(-firstLine)}"` : ` w:firstLine="${twips(firstLine)}"`;
  return isRightToLeft
    ? ''
    : `<w:ind w:left="${twips(indentStart)}"${indentEnd !== 0 ? ` w:right="${twips(indentEnd)}"` : ''}${hang}/>`;
}

/** The mark at a paragraph's end looks like its text: a list's number takes its looks from there. */
function markProperties(content: Paragraph['content']): string {
  const style = content.find((inline): inline is Extract<typeof inline, { style: TextStyle }> => 'style' in inline)?.style;
  if (!style) return '';
  const { underline: _, position: __, ...plain } = style;
  return runProperties(plain, '', false);
}
