import type { Bytes } from '@bakkum/bytes/bytes';
import type { ConvertRequest, ConvertResult, Engine, EngineContext, Warning } from '@bakkum/conversion/engine';
import { ConversionError, UnfitDeviceError } from '@bakkum/conversion/errors';
import { defaultsOf } from '@bakkum/conversion/options';
import { isTable, type Opening, openingOf, passwordOf } from '@bakkum/document-office/opening';
import { PDF_OPTIONS } from '@bakkum/document-office/options';
import { rareCharactersIn } from '@bakkum/document-office/rare-characters';
import { writerOf } from '@bakkum/document-office/save-options';
import { savedAs, savedTables, type Table } from '@bakkum/document-office/saved';
import { readFont } from '@bakkum/document-typefaces/font-file';
import { FACES, type RareFace } from './faces.ts';
import { type Office, type OfficeDocument, officeOf } from './office.ts';
import { startProgram } from './program.ts';
import { rareFacesFor } from './rare-faces.ts';

/** A running office and the rare typefaces it was started with; none can be added later. */
type Running = { readonly office: Promise<Office>; readonly rareFaces: ReadonlyMap<RareFace, Bytes> };
/** One office per worker: it takes seconds to start and a fraction of a second per document. */
let running: Running | undefined;
/** Whether a document was converted in this worker: then a trap is the document's fault. */
let isProven = false;
/** Why the program does not run in this browser, once it is known. */
let unfit: UnfitDeviceError | undefined;

/** Converts office documents to PDF and to each other with LibreOffice. */
export const engine: Engine = {
  async start(context, ahead) {
    if (unfit) throw unfit;
    running ??= { office: ahead ? startAhead(context) : start(context, new Map()), rareFaces: new Map() };
    try {
      await running.office;
    } catch (failure) {
      await giveUp();
      throw failure;
    }
  },
  async convert(request, context) {
    context.signal.throwIfAborted();
    if (unfit) throw unfit;
    const opening = await openingOf(request, context.signal);
    try {
      const office = await officeFor(opening, request, context);
      context.signal.throwIfAborted();
      const result = await convertWith(office, opening, request);
      isProven = true;
      return result;
    } catch (failure) {
      if (isAskingForPassword(failure)) throw failure;
      await giveUp();
      if (isTrap(failure) && !isProven) await prove(context);
      throw failure;
    }
  },
};

/** The program did what no correct program does: it read outside its memory, or called a function that does not exist. */
function isTrap(failure: unknown): boolean {
  return failure instanceof ConversionError && failure.cause instanceof WebAssembly.RuntimeError;
}

/**
 * Tells a damaged document from a browser that runs the program incorrectly, as WebKitGTK 2.50 does (docs/decisions/084-trial-word.md):
 * there, one word cannot be converted either. Errors: `needs-capability`.
 */
async function prove(context: StartContext): Promise<void> {
  const office = startAhead(context);
  running = { office, rareFaces: new Map() };
  try {
    await office;
  } catch {
    await giveUp();
  }
  if (unfit) throw unfit;
}

/** Nothing was opened and nothing broke, so the office keeps running until the password is supplied. */
function isAskingForPassword(failure: unknown): boolean {
  return failure instanceof ConversionError && (failure.code === 'encrypted' || failure.code === 'wrong-password');
}

type StartContext = Pick<EngineContext, 'signal' | 'bytes' | 'wasm' | 'url'>;

/** Returns the running office, or starts another if it lacks a typeface of this document. */
async function officeFor(opening: Opening, request: ConvertRequest, context: EngineContext): Promise<Office> {
  const needed = await rareFacesOf(opening, request, context);
  if (running && [...needed.keys()].some((face) => !running?.rareFaces.has(face))) {
    const known = running.rareFaces;
    await giveUp();
    const rareFaces = new Map([...known, ...needed]);
    running = { office: start(context, rareFaces), rareFaces };
  }
  running ??= { office: start(context, needed), rareFaces: needed };
  return running.office;
}

/** Only for fixed layouts; editable files use the fonts on the reader's computer. */
async function rareFacesOf(opening: Opening, request: ConvertRequest, context: EngineContext): Promise<Running['rareFaces']> {
  const characters = request.to === 'pdf' ? rareCharactersIn(opening.bytes, opening.name) : new Set<string>();
  if (characters.size === 0) return new Map();
  const atHand = await Promise.all((['gothic', 'hanja'] as const).map(async (face) => readFont(await context.bytes(face))));
  return rareFacesFor(characters, atHand, (face) => context.bytes(face));
}

async function start(context: StartContext, rareFaces: Running['rareFaces']): Promise<Office> {
  const [program, files, ...faces] = await Promise.all([
    context.wasm('program'),
    context.bytes('files'),
    ...FACES.map((asset) => context.bytes(asset)),
  ]);
  context.signal.throwIfAborted();
  const always = faces.map((bytes, index) => [`${FACES[index]}.ttf`, bytes] as const);
  const rare = [...rareFaces].map(([face, bytes]) => [`${face}.ttf`, bytes] as const);
  const fonts = Object.fromEntries([...always, ...rare]);
  return officeOf(await startProgram({ script: context.url('script'), program, files, fonts }));
}

/** Converts one word to PDF, so that common code is compiled before the first document arrives. Errors: `needs-capability`. */
async function startAhead(context: StartContext): Promise<Office> {
  try {
    const office = await start(context, new Map());
    await rehearse(office);
    isProven = true;
    return office;
  } catch (failure) {
    if (!isTrap(failure)) throw failure;
    unfit = new UnfitDeviceError('the browser runs the program incorrectly', { cause: failure });
    throw unfit;
  }
}

async function rehearse(office: Office): Promise<void> {
  const bytes = new TextEncoder().encode('{\\rtf1\\ansi {\\fonttbl{\\f0 Arial;}}\\f0 Bakkum}');
  const document = office.open({
    bytes,
    name: 'rehearsal.rtf',
    options: '',
    password: '',
    opensEncrypted: false,
    isLocked: false,
  });
  await threadsReturn();
  const { extension, options } = writerOf('pdf', defaultsOf(PDF_OPTIONS));
  document.save(extension, options);
  document.close();
  await threadsReturn();
}

/** Discards the office after any failure except a missing or wrong password. */
async function giveUp(): Promise<void> {
  const office = await running?.office.catch(() => undefined);
  running = undefined;
  office?.end();
}

/**
 * Finished threads are returned by messages, which arrive only while nothing runs here. Opening and saving each use several
 * threads, so both are followed by a pause to keep the pool from running out during a call.
 */
async function threadsReturn(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1)
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
}

async function convertWith(office: Office, opening: Opening, request: ConvertRequest): Promise<ConvertResult> {
  const { source } = opening;
  const opensEncrypted = source.containers.includes('compound');
  const document = office.open({ ...opening, password: passwordOf(request.options), opensEncrypted });
  if (document.kind !== source.kind) throw new ConversionError('corrupt', `opened as ${document.kind}, not ${source.kind}`);
  await threadsReturn();
  const result = isTable(request.to) ? await tablesOf(document, request) : saved(document, request, opening);
  document.close();
  await threadsReturn();
  return result;
}

/** Maximum number of fonts named in a warning, which would otherwise fill the screen. */
const FONTS_NAMED = 6;

/** Only for fixed layouts: an editable file still names its fonts, and another computer may have them. */
function fontWarnings(missing: readonly string[]): readonly Warning[] {
  const names = missing.slice(0, FONTS_NAMED).join(', ');
  const fonts = missing.length > FONTS_NAMED ? `${names}, …` : names;
  return missing.length === 0 ? [] : [{ code: 'fonts-replaced', params: { fonts } }];
}

function saved(document: OfficeDocument, request: ConvertRequest, { warnings }: Opening): ConvertResult {
  const writer = writerOf(request.to, request.options);
  const content = savedAs(document.save(writer.extension, writer.options), request);
  const ofFonts = request.to === 'pdf' ? fontWarnings(document.missingFonts()) : [];
  return { outputs: [{ content }], warnings: [...warnings, ...ofFonts] };
}

/** Shows each sheet in turn, because the CSV writer exports the visible one. */
async function tablesOf(document: OfficeDocument, request: ConvertRequest): Promise<ConvertResult> {
  const { extension, options: tokens } = writerOf(request.to, request.options);
  const names = document.parts();
  const tables: Table[] = [];
  for (const [index, name] of names.slice(0, request.options['sheets'] === 'first' ? 1 : names.length).entries()) {
    document.selectPart(index);
    tables.push({ name, bytes: document.save(extension, tokens) });
    await threadsReturn();
  }
  return savedTables(tables, request);
}
