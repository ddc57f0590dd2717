import { STANDALONE_XML_DECLARATION } from '@bakkum/markup/write-xml';
import { anchoredBoxes } from './docx-boxes.ts';
import { graphicRuns } from './docx-graphics.ts';
import { type ListNumbers, paragraphXml } from './docx-paragraphs.ts';
import { NAMESPACES, numberingXml, settingsXml, stylesXml } from './docx-parts.ts';
import { drawing, type Relations, twips } from './docx-runs.ts';
import { boxRuns, tableXml } from './docx-tables.ts';
import type { Block, DocumentModel, Paragraph, Picture, PictureBlock, Section, Table, TextRun } from './model.ts';
import { type OfficePart, packOffice, type Relation, relationshipsXml } from './opc.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Writes the document as DOCX with editable paragraphs, lists and tables, without text frames (ECMA-376). */
export function writeDocx(model: DocumentModel): Blob {
  const related = createRelations();
  const lists = [...new Set(paragraphsOf(model).flatMap(({ list }) => (list ? [list.list] : [])))];
  const numberOf: ListNumbers = (list) => lists.indexOf(list) + 1;
  const first = model.sections[0];
  const running: Running = { header: first?.header ?? [], footer: first?.footer ?? [], even: model.evenPages };
  const body = bodyXml(model.sections, running, related, numberOf);
  const part = (name: string, type: string, xml: string): OfficePart => ({
    path: `word/${name}.xml`,
    xml,
    type: `wordprocessingml.${type}`,
  });
  const parts: readonly [OfficePart, ...OfficePart[]] = [
    part(
      'document',
      'document.main',
      `${STANDALONE_XML_DECLARATION}<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    ),
    part('styles', 'styles', stylesXml({ ...lookOf(model), allowsSingleLines: model.allowsSingleLines ?? false })),
    part('numbering', 'numbering', numberingXml(paragraphsOf(model))),
    part('settings', 'settings', settingsXml(model.evenPages !== undefined)),
    part('footnotes', 'footnotes', footnotesXml(model, related, numberOf)),
    part('header1', 'header', runningXml('hdr', running.header, related, numberOf)),
    part('footer1', 'footer', runningXml('ftr', running.footer, related, numberOf)),
    part('header2', 'header', runningXml('hdr', running.even?.header ?? [], related, numberOf)),
    part('footer2', 'footer', runningXml('ftr', running.even?.footer ?? [], related, numberOf)),
  ];
  const relations = ['document', 'footnotes', 'header1', 'footer1', 'header2', 'footer2'].map((name) => ({
    path: `word/_rels/${name}.xml.rels`,
    xml: related.xml(name === 'document'),
  }));
  const media = related.files().map(({ name, bytes }) => ({ path: `word/media/${name}`, bytes }));
  return packOffice(DOCX, [...parts, ...relations, ...media], model);
}

function paragraphsOf({ sections }: DocumentModel): readonly Paragraph[] {
  return sections.flatMap(({ blocks }) => blocks.flatMap(paragraphsIn));
}

function paragraphsIn(block: Block): readonly Paragraph[] {
  if (block.kind === 'paragraph') return [block];
  return block.kind === 'table' ? block.rows.flatMap(({ cells }) => cells.flatMap(({ paragraphs }) => paragraphs)) : [];
}

/** The font and size of most text. */
function lookOf(model: DocumentModel): { readonly font: string; readonly size: number; readonly language: string } {
  const weights = new Map<string, number>();
  for (const { content } of paragraphsOf(model))
    for (const run of content.filter((inline): inline is TextRun => inline.kind === 'text')) {
      const key = `${run.style.size} ${run.style.font ?? 'Arial'}`;
      weights.set(key, (weights.get(key) ?? 0) + run.text.length);
    }
  const [look = '11 Arial'] = [...weights].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const at = look.indexOf(' ');
  return { size: Number(look.slice(0, at)), font: look.slice(at + 1), language: model.language ?? 'en-US' };
}

type Running = Pick<Section, 'header' | 'footer'> & { readonly even: DocumentModel['evenPages'] };

function bodyXml(sections: readonly Section[], running: Running, relations: Relations, numberOf: ListNumbers): string {
  return sections
    .map((section, index) => {
      const properties = sectionXml(section, running);
      const isLast = index + 1 === sections.length;
      return blocksXml(section.blocks, isLast ? '' : properties, relations, numberOf) + (isLast ? properties : '');
    })
    .join('');
}

/** The last paragraph of a section carries its properties; if a section ends with another block, a minimal paragraph is added. */
function blocksXml(blocks: readonly Block[], properties: string, relations: Relations, numberOf: ListNumbers): string {
  const anchored = anchoredBoxes(blocks);
  const parts = anchored.map(({ block, boxes }, index) => {
    const isLast = index + 1 === anchored.length;
    const above = anchored[index - 1]?.block;
    const runs = boxRuns(boxes, relations, numberOf);
    switch (block?.kind) {
      case undefined:
        return spacer(1, boxes[0]?.breakBefore, isLast ? properties : '', runs);
      case 'paragraph':
        return paragraphXml(block, relations, numberOf, {
          section: isLast ? properties : '',
          field: { begins: !isEntry(above), ends: !isEntry(anchored[index + 1]?.block) },
          runs,
        });
      case 'picture':
        return pictureXml(block, relations, isLast ? properties : '', runs);
      case 'table': {
        const gap = gapAbove(block, above, graphicRuns(block.behind, relations) + runs);
        return gap + tableXml(block, relations, numberOf) + (isLast ? spacer(1, undefined, properties) : '');
      }
    }
  });
  return parts.length === 0 && properties !== '' ? spacer(1, undefined, properties) : parts.join('');
}

/** A paragraph between a table and what is above it, if one is needed. Adjacent tables would become one. */
function gapAbove({ spaceBefore, breakBefore }: Table, above: Block | undefined, runs: string): string {
  const isNeeded = spaceBefore > 1 || breakBefore !== undefined || runs !== '' || above?.kind === 'table';
  return isNeeded ? spacer(spaceBefore, breakBefore, '', runs) : '';
}

const isEntry = (block: Block | undefined): boolean => block?.kind === 'paragraph' && block.contents !== undefined;

/** A paragraph of one point, on the page of the table that follows it. The space above it is dropped at the top of a page. */
function spacer(height: number, breakBefore?: string, properties = '', runs = ''): string {
  const keep = properties === '' ? '<w:keepNext/>' : '';
  const before = Math.max(0, twips(height - 1));
  const breaks = breakBefore === 'page' ? '<w:pageBreakBefore/>' : '';
  return `<w:p><w:pPr>${keep}${breaks}<w:spacing w:before="${before}" w:after="0" w:line="20" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr>${properties}</w:pPr>${runs}</w:p>`;
}

function pictureXml(
  { picture, alignment, indentStart, spaceBefore, breakBefore, behind }: PictureBlock,
  relations: Relations,
  properties: string,
  runs: string,
): string {
  const breaks = breakBefore === 'page' ? '<w:pageBreakBefore/>' : '';
  const place = `<w:spacing w:before="${twips(spaceBefore)}" w:after="0"/><w:ind w:left="${twips(indentStart)}"/><w:jc w:val="${alignment === 'center' ? 'center' : 'left'}"/>`;
  return `<w:p><w:pPr>${breaks}${place}${properties}</w:pPr>${graphicRuns(behind, relations)}${runs}<w:r>${drawing(picture, relations)}</w:r></w:p>`;
}

function sectionXml({ page, columns, starts }: Section, { header, footer, even }: Running): string {
  const { width, height, margins, headerTop, footerBottom } = page;
  const references =
    (header.length > 0 ? '<w:headerReference w:type="default" r:id="header"/>' : '') +
    (even ? '<w:headerReference w:type="even" r:id="evenHeader"/>' : '') +
    (footer.length > 0 ? '<w:footerReference w:type="default" r:id="footer"/>' : '') +
    (even ? '<w:footerReference w:type="even" r:id="evenFooter"/>' : '');
  const edge = (margin: number, own: number | undefined): number =>
    own === undefined ? Math.max(200, twips(margin * 0.5)) : twips(Math.max(0, own));
  return (
    `<w:sectPr>${references}<w:type w:val="${starts === 'page' ? 'nextPage' : 'continuous'}"/>` +
    `<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"${width > height ? ' w:orient="landscape"' : ''}/>` +
    `<w:pgMar w:top="${twips(margins.top)}" w:right="${twips(margins.right)}" w:bottom="${twips(margins.bottom)}" w:left="${twips(margins.left)}" ` +
    `w:header="${edge(margins.top, headerTop)}" w:footer="${edge(margins.bottom, footerBottom)}" w:gutter="0"/>` +
    `<w:cols w:num="${columns.count}" w:space="${twips(columns.gap)}"/></w:sectPr>`
  );
}

function runningXml(tag: 'hdr' | 'ftr', paragraphs: readonly Paragraph[], relations: Relations, numberOf: ListNumbers): string {
  const content = paragraphs.map((paragraph) => paragraphXml(paragraph, relations, numberOf)).join('') || '<w:p/>';
  return `${STANDALONE_XML_DECLARATION}<w:${tag} ${NAMESPACES}>${content}</w:${tag}>`;
}

function footnotesXml({ notes }: DocumentModel, relations: Relations, numberOf: ListNumbers): string {
  const separators =
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>' +
    '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>';
  const own = notes.map((paragraphs, index) => {
    const content = paragraphs.map((paragraph) => paragraphXml(paragraph, relations, numberOf)).join('');
    const mark =
      '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>';
    return `<w:footnote w:id="${index + 1}">${content.replace('</w:pPr>', `</w:pPr>${mark}`)}</w:footnote>`;
  });
  return `${STANDALONE_XML_DECLARATION}<w:footnotes ${NAMESPACES}>${separators}${own.join('')}</w:footnotes>`;
}

/** Ids of everything the parts refer to, and their files. */
function createRelations(): Relations & {
  xml(isMain: boolean): string;
  files(): readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
} {
  const pictures = new Map<Uint8Array, { readonly id: string; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }>();
  const links = new Map<string, string>();
  let drawings = 0;
  return {
    picture({ bytes, mediaType }: Picture) {
      const number = pictures.size + 1;
      const known = pictures.get(bytes) ?? {
        id: `picture${number}`,
        name: `picture${number}.${mediaType === 'image/jpeg' ? 'jpeg' : 'png'}`,
        bytes,
      };
      pictures.set(bytes, known);
      return known.id;
    },
    link(address) {
      const id = links.get(address) ?? `link${links.size + 1}`;
      links.set(address, id);
      return id;
    },
    drawingId: () => (drawings += 1),
    files: () => [...pictures.values()],
    xml(isMain) {
      const parts = ['styles', 'numbering', 'settings', 'footnotes'].map((part): Relation => [part, part, `${part}.xml`]);
      const running: readonly Relation[] = [
        ['header', 'header', 'header1.xml'],
        ['footer', 'footer', 'footer1.xml'],
        ['evenHeader', 'header', 'header2.xml'],
        ['evenFooter', 'footer', 'footer2.xml'],
      ];
      const media = [...pictures.values()].map(({ id, name }): Relation => [id, 'image', `media/${name}`]);
      const external = [...links].map(([address, id]): Relation => [id, 'hyperlink', address, true]);
      return relationshipsXml([...(isMain ? [...parts, ...running] : []), ...media, ...external]);
    },
  };
}
