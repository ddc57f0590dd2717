/** Makes the structure of a document follow PDF/A-2b (ISO 19005-2), apart from what pages draw. */
import { deflate } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';
import { srgbProfile } from '@bakkum/image-metadata/srgb-profile';
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { arrayOf, dictFrom, dictOf, filtersOf, name, nameOf, reachable } from '../document/objects.ts';
import { decodeName } from '../document/text-strings.ts';
import { unpack } from '../document/unpacking.ts';
import { writeArchivalMetadata } from './xmp.ts';

/** Actions that only show another place (6.5.1). All others, such as scripts, are removed. */
const ACTIONS: ReadonlySet<string | undefined> = new Set(['GoTo', 'GoToR', 'URI', 'Named', 'Thread']);
const PAGE_NAMES: ReadonlySet<string | undefined> = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);
/** Entries of the catalog about scripts, forms, permissions and files in the document. */
const CATALOG_KEYS = ['AcroForm', 'AA', 'AF', 'Collection', 'Legal', 'NeedsRendering', 'Perms', 'Requirements', 'OpenAction'];
/** Entries of any object: triggers, files in the document, previews, and metadata of parts. */
const OBJECT_KEYS = ['AA', 'AF', 'EF', 'PresSteps', 'Thumb'];
/** Entries whose value is a dictionary of names that the file chooses, such as those of its fonts. They can look like the keys above. */
const NAMED = [
  'Font',
  'XObject',
  'ColorSpace',
  'Pattern',
  'Shading',
  'ExtGState',
  'Properties',
  'CharProcs',
  'Colorants',
  'Dests',
];
/** Limits of 6.1.13, in bytes. */
const MAX_NAME = 127;
const MAX_STRING = 32_767;
/** Flags of an annotation: visible, and printed. */
const PRINTED = 4;

/** Streams of an embedded file, by the systems they are for. */
const FILE_KEYS = ['F', 'UF', 'DOS', 'Mac', 'Unix'];

function isFile(embedded: PDFDict | undefined): boolean {
  return FILE_KEYS.some((key) => embedded?.lookup(name(key)) instanceof PDFStream);
}

/** Whether the document has files in it. */
export function hasAttachments({ catalog, context }: PDFDocument): boolean {
  if (dictOf(catalog, 'Names')?.has(name('EmbeddedFiles'))) return true;
  return context.enumerateIndirectObjects().some(([, object]) => isFile(dictOf(dictFrom(object), 'EF')));
}

/**
 * Removes what PDF/A forbids in objects.
 * @throws ConversionError `unsupported-feature` for data in other files, encrypted streams, and names or texts that are too long
 */
export async function removeForbidden(document: PDFDocument): Promise<void> {
  const { context, catalog } = document;
  for (const key of CATALOG_KEYS) catalog.delete(name(key));
  const names = dictOf(catalog, 'Names');
  for (const key of names?.keys() ?? []) if (decodeName(key) !== 'Dests') names?.delete(key);
  const { objects } = reachable(document);
  const named = namedDicts(objects);
  for (const object of objects) {
    requireLength(object);
    const dict = dictFrom(object);
    if (dict && !named.has(dict)) removeEntries(dict, dict === catalog);
  }
  for (const [ref, object] of context.enumerateIndirectObjects())
    if (object instanceof PDFRawStream) {
      const instead = await archivalStream(object);
      if (instead) context.assign(ref, instead);
    }
  completeLayers(catalog);
}

function namedDicts(objects: readonly PDFObject[]): ReadonlySet<PDFDict> {
  const found = objects.flatMap((object) => NAMED.map((key) => dictOf(dictFrom(object), key)));
  return new Set(found.filter((dict) => dict !== undefined));
}

function requireLength(object: PDFObject): void {
  const names = object instanceof PDFName ? [object] : (dictFrom(object)?.keys() ?? []);
  const isText = object instanceof PDFString || object instanceof PDFHexString;
  if (names.some((key) => key.asBytes().length > MAX_NAME) || (isText && object.asBytes().length > MAX_STRING))
    throw new ConversionError('unsupported-feature', 'a name or text that is too long for PDF/A');
}

function removeEntries(dict: PDFDict, isCatalog: boolean): void {
  for (const key of OBJECT_KEYS) dict.delete(name(key));
  if (!isCatalog) dict.delete(name('Metadata'));
  // Optional lists of glyphs, which would have to be complete.
  if (nameOf(dict, 'Type') === 'FontDescriptor') for (const key of ['CharSet', 'CIDSet']) dict.delete(name(key));
  const isLink = nameOf(dict, 'Subtype') === 'Link' && dict.has(name('Rect'));
  if (isLink) dict.set(name('F'), dict.context.obj(PRINTED));
  if ((isLink || dict.has(name('Title'))) && !isArchivalAction(dictOf(dict, 'A'))) dict.delete(name('A'));
  if (isLink) dict.delete(name('PA'));
}

function isArchivalAction(action: PDFDict | undefined): boolean {
  const type = nameOf(action, 'S');
  // An action can have others after it.
  action?.delete(name('Next'));
  return ACTIONS.has(type) && (type !== 'Named' || PAGE_NAMES.has(nameOf(action, 'N')));
}

/** Packs a stream another way if it uses LZW, which PDF/A forbids. */
async function archivalStream(stream: PDFRawStream): Promise<PDFRawStream | undefined> {
  const { dict } = stream;
  const filters = filtersOf(dict);
  if (['F', 'FFilter', 'FDecodeParms'].some((key) => dict.has(name(key))) || filters.includes('Crypt'))
    throw new ConversionError('unsupported-feature', 'a stream in another file, or with its own encryption');
  if (!filters.includes('LZWDecode')) return undefined;
  const packed = await deflate(new Uint8Array(unpacked(stream)));
  const entries = dict.clone();
  for (const key of ['DecodeParms', 'Length']) entries.delete(name(key));
  entries.set(name('Filter'), name('FlateDecode'));
  return PDFRawStream.of(entries, packed);
}

function unpacked(stream: PDFRawStream): Uint8Array {
  try {
    return unpack(stream);
  } catch (cause) {
    throw new ConversionError('unsupported-feature', 'a stream that cannot be unpacked', { cause });
  }
}

/** Layers need a name for each of their settings, and a complete list (6.9). */
function completeLayers(catalog: PDFDict): void {
  const layers = dictOf(catalog, 'OCProperties');
  if (!layers) return;
  const others = (arrayOf(layers, 'Configs')?.asArray() ?? []).map((value) => catalog.context.lookup(value));
  for (const [at, settings] of [dictOf(layers, 'D'), ...others].entries()) {
    if (!(settings instanceof PDFDict)) continue;
    settings.set(name('Name'), PDFString.of(at === 0 ? 'Default' : `Settings ${at}`));
    for (const key of ['AS', 'Order']) settings.delete(name(key));
  }
}

/** Adds metadata, the color profile of the screen and an identifier. The last step: nothing may change afterwards. */
export function writeArchivalEntries(document: PDFDocument): void {
  const { context, catalog } = document;
  writeArchivalMetadata(document);
  const profile = context.register(context.flateStream(srgbProfile(), { N: 3 }));
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB'),
    Info: PDFString.of('sRGB IEC61966-2.1'),
    DestOutputProfile: profile,
  });
  catalog.set(name('OutputIntents'), context.obj([intent]));
  const id = PDFHexString.of(
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  );
  const ids = PDFArray.withContext(context);
  for (const value of [id, id]) ids.push(value);
  context.trailerInfo.ID = ids;
}
