import type {
  Block,
  DocumentModel,
  Inline,
  Paragraph,
  Picture,
  PictureBlock,
  Table,
  TextRun,
  TextStyle,
} from '@bakkum/document-model/model';
import { escapeXmlText } from '@bakkum/markup/escape';
import { graphicsXml } from './write-graphics.ts';
import type { Head } from './write-head.ts';
import { units } from './write-package.ts';
import { picturePlaceXml, wrapName } from './write-place.ts';

/** Document-wide state needed to write a section. */
export type Writing = {
  readonly head: Head;
  readonly notes: DocumentModel['notes'];
  /** Name of an image file in the package. */
  pictureId(picture: Picture): string;
  /** Unique numbers for tables, images and fields. */
  nextId(): number;
  readonly writeTable: (table: Table, writing: Writing) => string;
  /** Width of the text column, in points. */
  readonly width: number;
};

/**
 * Blocks in their order. Floating tables are anchored to the paragraph that follows them, without a line of their own.
 * @param first XML before the text of the first paragraph: the section settings
 */
export function blocksXml(blocks: readonly Block[], writing: Writing, first = ''): string {
  const all = blocks.length === 0 ? [EMPTY] : blocks;
  let [xml, before] = ['', first];
  let floating: Table[] = [];
  const add = (block: Block): void => {
    xml += blockXml(block, writing, before);
    before = '';
  };
  for (const block of all) {
    if (block.kind === 'table' && block.float && !block.behind) {
      floating.push(block);
    } else if (block.kind === 'paragraph') {
      before += floating.map((table) => runXml(0, writing.writeTable(table, writing))).join('');
      const breakBefore = floating.find((table) => table.breakBefore)?.breakBefore ?? block.breakBefore;
      add({ ...block, ...(breakBefore && { breakBefore }) });
      floating = [];
    } else {
      for (const one of [...floating, block]) add(one);
      floating = [];
    }
  }
  for (const table of floating) add(table);
  return xml;
}

const EMPTY: Paragraph = { kind: 'paragraph', alignment: 'justify', indentStart: 0, firstLine: 0, spaceBefore: 0, content: [] };

function blockXml(block: Block, writing: Writing, first: string): string {
  if (block.kind === 'paragraph') return paragraphXml(block, writing, first);
  if (block.kind === 'picture') return paragraphXml(pictureParagraph(block), writing, first);
  const { breakBefore, behind } = block;
  const holder: Paragraph = { ...EMPTY, ...(breakBefore && { breakBefore }), ...(behind && { behind }) };
  return paragraphXml(holder, writing, first + runXml(0, writing.writeTable(block, writing)));
}

function pictureParagraph({ picture, alignment, indentStart, spaceBefore, breakBefore, behind }: PictureBlock): Paragraph {
  const content: readonly Inline[] = [{ kind: 'picture', picture }];
  const place = { ...(breakBefore && { breakBefore }), ...(behind && { behind }) };
  return { ...EMPTY, alignment, indentStart, spaceBefore, content, ...place };
}

export function paragraphXml(paragraph: Paragraph, writing: Writing, first = ''): string {
  const { headingLevel = 0, breakBefore } = paragraph;
  const style = writing.head.paragraphId(paragraph);
  const runs = first + graphicsXml(paragraph.behind, writing) + contentXml(paragraph.content, writing);
  return (
    `<hp:p id="${writing.nextId()}" paraPrIDRef="${style}" styleIDRef="${headingLevel}" pageBreak="${breakBefore === 'page' ? 1 : 0}" ` +
    `columnBreak="${breakBefore === 'column' ? 1 : 0}" merged="0">${runs === '' ? runXml(0, '<hp:t></hp:t>') : runs}</hp:p>`
  );
}

function runXml(style: number, content: string): string {
  return `<hp:run charPrIDRef="${style}">${content}</hp:run>`;
}

/** Runs; consecutive runs with the same link share one field. */
function contentXml(content: readonly Inline[], writing: Writing): string {
  let xml = '';
  let link: string | undefined;
  let field = 0;
  const end = (): void => {
    if (link !== undefined) xml += runXml(0, `<hp:ctrl><hp:fieldEnd beginIDRef="${field}" fieldid="${field}"/></hp:ctrl>`);
    link = undefined;
  };
  for (const inline of content) {
    const next = inline.kind === 'text' ? inline.link : undefined;
    if (next !== link) {
      end();
      if (next !== undefined) {
        field = writing.nextId();
        xml += runXml(0, fieldXml(next, field));
        link = next;
      }
    }
    xml += inlineXml(inline, writing);
  }
  end();
  return xml;
}

/** Colons and semicolons in a URL are escaped, because they separate the following values. */
function fieldXml(address: string, id: number): string {
  const command = `${escapeXmlText(address.replaceAll(/[\\:;?]/g, String.raw`\$&`))};1;0;0;`;
  return (
    `<hp:ctrl><hp:fieldBegin id="${id}" type="HYPERLINK" name="" editable="0" dirty="1" zorder="-1" fieldid="${id}" metaTag="">` +
    `<hp:parameters cnt="3" name=""><hp:integerParam name="Prop">0</hp:integerParam><hp:stringParam name="Command">${command}</hp:stringParam>` +
    `<hp:stringParam name="Path">${escapeXmlText(address)}</hp:stringParam></hp:parameters></hp:fieldBegin></hp:ctrl>`
  );
}

function inlineXml(inline: Inline, writing: Writing): string {
  const { head } = writing;
  switch (inline.kind) {
    case 'text':
      return textXml(inline, head);
    case 'heading-text':
      return textXml({ kind: 'text', text: inline.text, style: inline.style }, head);
    case 'tab':
      return runXml(0, '<hp:t><hp:tab width="4000" leader="0" type="1"/></hp:t>');
    case 'line-break':
      return runXml(0, '<hp:t><hp:lineBreak/></hp:t>');
    case 'page-number':
      return runXml(head.textId(inline.style), numberXml('PAGE', 1));
    case 'page-count':
      return runXml(head.textId(inline.style), numberXml('TOTAL_PAGE', 1));
    case 'note':
      return noteXml(inline.note, inline.style, writing);
    case 'picture':
      return runXml(0, pictureXml(inline.picture, writing));
    // Only documents read from Hangul files have them.
    case 'drawing':
      return '';
  }
}

const NO_BREAK = /\u00a0/g;

function textXml({ text, style }: TextRun, head: Head): string {
  return runXml(head.textId(style), `<hp:t>${escapeXmlText(text).replaceAll(NO_BREAK, '<hp:nbSpace/>')}</hp:t>`);
}

function numberXml(kind: string, number: number, suffix = ''): string {
  return `<hp:ctrl><hp:autoNum num="${number}" numType="${kind}"><hp:autoNumFormat type="DIGIT" userChar="" prefixChar="" suffixChar="${suffix}" supscript="0"/></hp:autoNum></hp:ctrl>`;
}

const CLOSING_BRACKET = 41;

function noteXml(note: number, style: TextStyle, writing: Writing): string {
  const number = note + 1;
  const paragraphs = writing.notes[note] ?? [];
  const mark = runXml(writing.head.textId({ size: 9 }), `${numberXml('FOOTNOTE', number, ')')}<hp:t> </hp:t>`);
  const text = (paragraphs.length === 0 ? [EMPTY] : paragraphs).map((paragraph, index) =>
    paragraphXml(paragraph, writing, index === 0 ? mark : ''),
  );
  return runXml(
    writing.head.textId(style),
    `<hp:ctrl><hp:footNote number="${number}" suffixChar="${CLOSING_BRACKET}" instId="${writing.nextId()}">${listXml(text.join(''), 'TOP')}</hp:footNote></hp:ctrl>`,
  );
}

/** A list of paragraphs inside a cell, note or header. */
export function listXml(
  paragraphs: string,
  vertical: string,
  size: { readonly width: number; readonly height: number } = { width: 0, height: 0 },
): string {
  return (
    `<hp:subList id="" textDirection="HORIZONTAL" lineWrap="BREAK" vertAlign="${vertical}" linkListIDRef="0" linkListNextIDRef="0" ` +
    `textWidth="${units(size.width)}" textHeight="${units(size.height)}" hasTextRef="0" hasNumRef="0">${paragraphs}</hp:subList>`
  );
}

const MARGIN = '<hp:inMargin left="0" right="0" top="0" bottom="0"/>';
const IDENTITY = 'e1="1" e2="0" e3="0" e4="0" e5="1" e6="0"';

function pictureXml(picture: Picture, writing: Writing): string {
  const shrink = Math.min(1, writing.width / picture.width);
  const [width, height] = [units(picture.width * shrink), units(picture.height * shrink)];
  const corners = [`x="0" y="0"`, `x="${width}" y="0"`, `x="${width}" y="${height}"`, `x="0" y="${height}"`];
  const comment = picture.description ? `<hp:shapeComment>${escapeXmlText(picture.description)}</hp:shapeComment>` : '';
  return (
    `<hp:pic id="${writing.nextId()}" zOrder="0" numberingType="PICTURE" textWrap="${wrapName(picture.float)}" textFlow="BOTH_SIDES" lock="0" dropcapstyle="None" href="" groupLevel="0" instid="${writing.nextId()}" reverse="0">` +
    `<hp:offset x="0" y="0"/><hp:orgSz width="${width}" height="${height}"/><hp:curSz width="${width}" height="${height}"/><hp:flip horizontal="0" vertical="0"/>` +
    `<hp:rotationInfo angle="0" centerX="${width >> 1}" centerY="${height >> 1}" rotateimage="1"/>` +
    `<hp:renderingInfo><hc:transMatrix ${IDENTITY}/><hc:scaMatrix ${IDENTITY}/><hc:rotMatrix ${IDENTITY}/></hp:renderingInfo>` +
    `<hp:imgRect>${corners.map((corner, index) => `<hc:pt${index} ${corner}/>`).join('')}</hp:imgRect>` +
    `<hp:imgClip left="0" right="${width}" top="0" bottom="${height}"/>${MARGIN}<hp:imgDim dimwidth="${width}" dimheight="${height}"/>` +
    `<hc:img binaryItemIDRef="${writing.pictureId(picture)}" bright="0" contrast="0" effect="REAL_PIC" alpha="0"/><hp:effects/>` +
    `<hp:sz width="${width}" widthRelTo="ABSOLUTE" height="${height}" heightRelTo="ABSOLUTE" protect="0"/>` +
    picturePlaceXml(picture.float) +
    `<hp:outMargin left="0" right="0" top="0" bottom="0"/>${comment}</hp:pic>`
  );
}
