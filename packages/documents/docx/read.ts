import { append } from '@bakkum/bytes/long-lists';
import { paragraphsWithin } from '@bakkum/document-model/cell-content';
import type { Block, DocumentModel, Paragraph, Section } from '@bakkum/document-model/model';
import { childOf, descendantsOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { readNumbering } from './numbering.ts';
import { openPackage, type Part, twipsOf, valueOf } from './parts.ts';
import { readBlocks } from './read-blocks.ts';
import { readTable } from './read-table.ts';
import type { Reading } from './reading.ts';
import { readStyles } from './styles.ts';

/** Reads a Word document into a model and counts dropped images. Errors: `corrupt`, `too-large`. */
export function readDocx(file: Uint8Array<ArrayBuffer>): { readonly document: DocumentModel; readonly lostPictures: number } {
  const source = openPackage(file);
  const reading: Reading = {
    source,
    styles: readStyles(source),
    numbering: readNumbering(source),
    part: source.body,
    notes: [],
    noteOf: (kind, id) => noteParagraphs(source.part(kind), id, reading),
    readTable: (table) => readTable(table, reading),
    lostPictures: 0,
    fields: [],
    spaceAfter: 0,
  };
  const body = childOf(source.body.root, 'body');
  const sections = body ? sectionsOf(body, reading) : [];
  const document: DocumentModel = {
    ...(source.title !== '' && { title: source.title }),
    ...(source.author !== '' && { author: source.author }),
    sections,
    notes: reading.notes,
  };
  return { document, lostPictures: reading.lostPictures };
}

function noteParagraphs(part: Part | undefined, id: string, reading: Reading): readonly Paragraph[] {
  const note = part && elementsOf(part.root).find(({ attributes }) => attributes['w:id'] === id);
  if (!part || !note) return [];
  return paragraphsWithin(readBlocks(note, { ...reading, part, fields: [] }));
}

/** A section's properties are stored in its last paragraph; those of the last section at the end of the body. */
function sectionsOf(body: XmlElement, reading: Reading): readonly Section[] {
  const sections: Section[] = [];
  let blocks: Block[] = [];
  for (const child of elementsOf(body)) {
    if (child.name === 'sectPr') {
      sections.push(sectionOf(child, blocks, reading));
      blocks = [];
      continue;
    }
    append(blocks, readBlocks({ ...body, children: [child] }, reading));
    const properties = childOf(childOf(child, 'pPr'), 'sectPr');
    if (!properties) continue;
    sections.push(sectionOf(properties, blocks, reading));
    blocks = [];
  }
  if (blocks.length > 0 || sections.length === 0) sections.push(sectionOf(undefined, blocks, reading));
  return sections;
}

const A4 = { width: 595.28, height: 841.88 };
const INCH = 72;

function sectionOf(properties: XmlElement | undefined, blocks: readonly Block[], reading: Reading): Section {
  const size = childOf(properties, 'pgSz');
  const margins = childOf(properties, 'pgMar');
  const margin = (side: string): number => Math.abs(twipsOf(margins, `w:${side}`) ?? INCH);
  const columns = childOf(properties, 'cols');
  const count = Math.max(1, Number(columns?.attributes['w:num'] ?? 1) || 1);
  return {
    page: {
      width: twipsOf(size, 'w:w') ?? A4.width,
      height: twipsOf(size, 'w:h') ?? A4.height,
      margins: { top: margin('top'), right: margin('right'), bottom: margin('bottom'), left: margin('left') },
    },
    columns: { count, gap: count > 1 ? (twipsOf(columns, 'w:space') ?? INCH / 2) : 0 },
    starts: valueOf(properties, 'type') === 'continuous' ? 'continuous' : 'page',
    header: stripOf('headerReference', properties, reading),
    footer: stripOf('footerReference', properties, reading),
    blocks,
  };
}

function stripOf(name: string, properties: XmlElement | undefined, reading: Reading): readonly Paragraph[] {
  const references = properties ? [...descendantsOf(properties, name)] : [];
  const reference = references.find(({ attributes }) => (attributes['w:type'] ?? 'default') === 'default');
  const part = reading.source.related(reading.part.relations.get(reference?.attributes['r:id'] ?? ''));
  return part ? paragraphsWithin(readBlocks(part.root, { ...reading, part, fields: [] })) : [];
}
