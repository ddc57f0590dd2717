import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { STANDALONE_XML_DECLARATION } from '@bakkum/markup/write-xml';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { type ListNumbers, paragraphXml } from './docx-paragraphs.ts';
import { corePropertiesXml, NAMESPACES, numberingXml, settingsXml, stylesXml } from './docx-parts.ts';
import { drawing, type Relations, twips } from './docx-runs.ts';
import { tableXml } from './docx-tables.ts';
import type { Block, DocumentModel, Paragraph, Picture, PictureBlock, Section, TextRun } from './model.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Writes the document as DOCX with editable paragraphs, lists and tables, without text frames (ECMA-376). */
export function writeDocx(model: DocumentModel): Blob {
  const related = createRelations();
  const lists = [...new Set(paragraphsOf(model).flatMap(({ list }) => (list ? [list.list] : [])))];
  const numberOf: ListNumbers = (list) => lists.indexOf(list) + 1;
  const first = model.sections[0];
  const running: Running = { header: first?.header ?? [], footer: first?.footer ?? [], even: model.evenPages };
  const body = bodyXml(model.sections, running, related, numberOf);
  const files: Zippable = {
    '[Content_Types].xml': strToU8(CONTENT_TYPES),
    '_rels/.rels': strToU8(ROOT_RELATIONS),
    'docProps/core.xml': strToU8(corePropertiesXml(model)),
    'word/document.xml': strToU8(`${STANDALONE_XML_DECLARATION}<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`),
    'word/styles.xml': strToU8(stylesXml({ ...lookOf(model), allowsSingleLines: model.allowsSingleLines ?? false })),
    'word/numbering.xml': strToU8(numberingXml(paragraphsOf(model))),
    'word/settings.xml': strToU8(settingsXml(model.evenPages !== undefined)),
    'word/footnotes.xml': strToU8(footnotesXml(model, related, numberOf)),
    'word/header1.xml': strToU8(runningXml('hdr', running.header, related, numberOf)),
    'word/footer1.xml': strToU8(runningXml('ftr', running.footer, related, numberOf)),
    'word/header2.xml': strToU8(runningXml('hdr', running.even?.header ?? [], related, numberOf)),
    'word/footer2.xml': strToU8(runningXml('ftr', running.even?.footer ?? [], related, numberOf)),
  };
  files['word/_rels/document.xml.rels'] = strToU8(related.xml(true));
  for (const part of ['footnotes', 'header1', 'footer1', 'header2', 'footer2'])
    files[`word/_rels/${part}.xml.rels`] = strToU8(related.xml(false));
  for (const { name, bytes } of related.files()) files[`word/media/${name}`] = [bytes, { level: 0 }];
  return new Blob([new Uint8Array(zipSync(files, { level: 6 }))], { type: DOCX });
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
  const parts = blocks.map((block, index) => {
    const isLast = index + 1 === blocks.length;
    switch (block.kind) {
      case 'paragraph':
        return paragraphXml(block, relations, numberOf, isLast ? properties : '', {
          begins: !isEntry(blocks[index - 1]),
          ends: !isEntry(blocks[index + 1]),
        });
      case 'picture':
        return pictureXml(block, relations, isLast ? properties : '');
      case 'table': {
        const needsGap = block.spaceBefore > 1 || block.breakBefore || blocks[index - 1]?.kind === 'table';
        return (
          (needsGap ? spacer(block.spaceBefore, block.breakBefore) : '') +
          tableXml(block, relations, numberOf) +
          (isLast ? spacer(1, undefined, properties) : '')
        );
      }
    }
  });
  return parts.length === 0 && properties !== '' ? spacer(1, undefined, properties) : parts.join('');
}

const isEntry = (block: Block | undefined): boolean => block?.kind === 'paragraph' && block.contents !== undefined;

function spacer(height: number, breakBefore?: string, properties = ''): string {
  const line = Math.max(20, twips(height));
  const breaks = breakBefore === 'page' ? '<w:pageBreakBefore/>' : '';
  return `<w:p><w:pPr>${breaks}<w:spacing w:before="0" w:after="0" w:line="${line}" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr>${properties}</w:pPr></w:p>`;
}

function pictureXml(
  { picture, alignment, indentStart, spaceBefore, breakBefore }: PictureBlock,
  relations: Relations,
  properties: string,
): string {
  const breaks = breakBefore === 'page' ? '<w:pageBreakBefore/>' : '';
  const place = `<w:spacing w:before="${twips(spaceBefore)}" w:after="0"/><w:ind w:left="${twips(indentStart)}"/><w:jc w:val="${alignment === 'center' ? 'center' : 'left'}"/>`;
  return `<w:p><w:pPr>${breaks}${place}${properties}</w:pPr><w:r>${drawing(picture, relations)}</w:r></w:p>`;
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
      const parts = ['styles', 'numbering', 'settings', 'footnotes'].map((part) => relation(part, part, `${part}.xml`));
      const running = [
        relation('header', 'header', 'header1.xml'),
        relation('footer', 'footer', 'footer1.xml'),
        relation('evenHeader', 'header', 'header2.xml'),
        relation('evenFooter', 'footer', 'footer2.xml'),
      ];
      const media = [...pictures.values()].map(({ id, name }) => relation(id, 'image', `media/${name}`));
      const external = [...links].map(
        ([address, id]) =>
          `<Relationship Id="${id}" Type="${TYPES}/hyperlink" Target="${escapeXmlAttribute(address)}" TargetMode="External"/>`,
      );
      const all = [...(isMain ? [...parts, ...running] : []), ...media, ...external].join('');
      return `${STANDALONE_XML_DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;
    },
  };
}

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`;

const PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const override = (name: string, type: string): string =>
  `<Override PartName="/word/${name}.xml" ContentType="${PART}.${type}+xml"/>`;
const CONTENT_TYPES =
  `${STANDALONE_XML_DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>' +
  override('document', 'document.main') +
  override('styles', 'styles') +
  override('numbering', 'numbering') +
  override('settings', 'settings') +
  override('footnotes', 'footnotes') +
  override('header1', 'header') +
  override('footer1', 'footer') +
  override('header2', 'header') +
  override('footer2', 'footer') +
  '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>';
const ROOT_RELATIONS =
  `${STANDALONE_XML_DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
  relation('document', 'officeDocument', 'word/document.xml') +
  '<Relationship Id="core" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>';
