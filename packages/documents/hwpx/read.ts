import { append } from '@bakkum/bytes/long-lists';
import type { Block, DocumentModel, Paragraph, Section } from '@bakkum/document-model/model';
import { childOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { firstOf, numberIn, pointsIn } from './attributes.ts';
import { createNumbering } from './numbering.ts';
import { readParts } from './parts.ts';
import { createPictures } from './pictures.ts';
import { readTable } from './read-table.ts';
import { type Reading, readParagraph } from './read-text.ts';
import { readStyles } from './styles.ts';

/** A document read from HWPX, and the losses the model cannot hold. */
export type ReadDocument = { readonly document: DocumentModel; readonly lostPictures: number };

/** Reads the text of a package (OWPML, KS X 6101) into a model. Errors: `corrupt`, `too-large`. */
export function readHwpx(file: Uint8Array<ArrayBuffer>): ReadDocument {
  const parts = readParts(file);
  const styles = readStyles(parts.head);
  const pictures = createPictures(parts.pictures);
  const notes: (readonly Paragraph[])[] = [];
  const reading: Reading = {
    styles,
    pictures,
    numbering: createNumbering(styles),
    page: pageOf(undefined),
    outline: '',
    notes,
    readTable: (table) => readTable(table, reading),
    margins: { header: [], footer: [] },
    link: undefined,
  };
  const sections = parts.sections.map((section) => readSection(section, reading));
  const document: DocumentModel = {
    ...(parts.title !== '' && { title: parts.title }),
    ...(parts.author !== '' && { author: parts.author }),
    language: 'ko-KR',
    sections,
    notes,
  };
  return { document, lostPictures: pictures.lost() };
}

function readSection(root: XmlElement, reading: Reading): Section {
  const properties = firstOf(root, 'secPr');
  reading.outline = properties?.attributes['outlineShapeIDRef'] ?? '';
  reading.margins = { header: [], footer: [] };
  reading.page = pageOf(properties);
  const blocks: Block[] = [];
  for (const paragraph of elementsOf(root)) if (paragraph.name === 'p') append(blocks, readParagraph(paragraph, reading));
  const first = elementsOf(root).find(({ name }) => name === 'p');
  const columns = first && columnsOf(first);
  return {
    page: reading.page,
    columns: columns ?? { count: 1, gap: 0 },
    starts: 'page',
    header: reading.margins.header,
    footer: reading.margins.footer,
    blocks,
  };
}

/** Columns of the whole section, as set by its first paragraph. */
function columnsOf(paragraph: XmlElement): Section['columns'] | undefined {
  const columns = elementsOf(paragraph)
    .filter(({ name }) => name === 'run')
    .flatMap(elementsOf)
    .filter(({ name }) => name === 'ctrl')
    .map((control) => childOf(control, 'colPr'))
    .find((found) => found !== undefined);
  const count = numberIn(columns, 'colCount');
  return columns && count > 1 ? { count, gap: pointsIn(columns, 'sameGap') } : undefined;
}

const A4 = { width: 595.28, height: 841.88 };

/** The body is between the header and footer areas. `NARROWLY` means landscape. */
function pageOf(properties: XmlElement | undefined): Section['page'] {
  const page = firstOf(properties, 'pagePr');
  const margin = childOf(page, 'margin');
  const length = (name: string): number => pointsIn(margin, name);
  const [width, height] = [pointsIn(page, 'width') || A4.width, pointsIn(page, 'height') || A4.height];
  const isTurned = page?.attributes['landscape'] === 'NARROWLY';
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    margins: {
      top: length('top') + length('header'),
      right: length('right'),
      bottom: length('bottom') + length('footer'),
      left: length('left') + length('gutter'),
    },
  };
}
