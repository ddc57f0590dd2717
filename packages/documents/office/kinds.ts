import type { FormatId } from '@bakkum/conversion/engine';

/** Document kinds by LibreOffice's numbers (LibreOfficeKitEnums.h, LibreOfficeKitDocumentType). */
export const DOCUMENT_KINDS = ['text', 'sheets', 'slides', 'drawing'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Required start of a format: `zip`, a Microsoft compound file, the RTF signature, Lotus records, or readable text. */
export type Container = 'zip' | 'compound' | 'rtf' | 'lotus' | 'text';

export type Source = {
  readonly kind: DocumentKind;
  /** Any of them is accepted. Old Excel files are streams without a container. */
  readonly containers: readonly [Container, ...Container[]];
  /** A zip must have a member whose name starts with this. */
  readonly member?: string;
};

const ooxml = (kind: DocumentKind, member: string): Source => ({ kind, containers: ['zip'], member });
const openDocument = (kind: DocumentKind): Source => ({ kind, containers: ['zip'], member: 'content.xml' });
const flat = (kind: DocumentKind): Source => ({ kind, containers: ['text'] });
const binary = (kind: DocumentKind): Source => ({ kind, containers: ['compound'] });

/**
 * Formats the engine reads. LibreOffice opens anything unknown as plain text and reports success, so files are checked before and
 * their kind is compared after opening.
 */
export const SOURCES: Readonly<Record<FormatId, Source>> = {
  docx: ooxml('text', 'word/'),
  doc: binary('text'),
  odt: openDocument('text'),
  fodt: flat('text'),
  sxw: openDocument('text'),
  rtf: { kind: 'text', containers: ['rtf'] },
  html: flat('text'),
  txt: flat('text'),
  xlsx: ooxml('sheets', 'xl/'),
  xlsb: ooxml('sheets', 'xl/'),
  xls: binary('sheets'),
  ods: openDocument('sheets'),
  fods: flat('sheets'),
  sxc: openDocument('sheets'),
  csv: flat('sheets'),
  tsv: flat('sheets'),
  et: binary('sheets'),
  xlr: binary('sheets'),
  wk1: { kind: 'sheets', containers: ['lotus'] },
  qpro: { kind: 'sheets', containers: ['lotus'] },
  slk: flat('sheets'),
  dif: flat('sheets'),
  pptx: ooxml('slides', 'ppt/'),
  ppt: binary('slides'),
  odp: openDocument('slides'),
  fodp: flat('slides'),
  sxi: openDocument('slides'),
  odg: openDocument('drawing'),
  fodg: flat('drawing'),
  sxd: openDocument('drawing'),
};

/** A zip of parts, each of which may be encrypted separately. */
export function isOpenDocument(format: FormatId): boolean {
  return SOURCES[format]?.member === 'content.xml';
}

const MEDIA_TYPES: Readonly<Record<FormatId, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  odt: 'application/vnd.oasis.opendocument.text',
  fodt: 'application/vnd.oasis.opendocument.text-flat-xml',
  rtf: 'application/rtf',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  fods: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  html: 'text/html',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ppt: 'application/vnd.ms-powerpoint',
  odp: 'application/vnd.oasis.opendocument.presentation',
  fodp: 'application/vnd.oasis.opendocument.presentation-flat-xml',
  odg: 'application/vnd.oasis.opendocument.graphics',
  fodg: 'application/vnd.oasis.opendocument.graphics-flat-xml',
  svg: 'image/svg+xml',
};

export function mediaTypeOf(format: FormatId): string {
  const type = MEDIA_TYPES[format];
  if (!type) throw new RangeError(`no media type for ${format}`);
  return type;
}

/** The formats of one kind, in the order of the table. */
export function sourcesOf(kind: DocumentKind): readonly FormatId[] {
  return Object.entries(SOURCES).flatMap(([format, source]) => (source.kind === kind ? [format] : []));
}
