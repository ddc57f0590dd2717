import { bytesOf, type ConvertRequest, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { admit, isSealed } from './admission.ts';
import { mediaTypeOf, type Source } from './kinds.ts';
import { type Office, type OfficeDocument, type Opening, officeOf } from './office.ts';
import { decryptPackage } from './package-encryption.ts';
import { startProgram } from './program.ts';
import { csvTokens, writerOf } from './save-options.ts';
import { assertReadableSlides } from './slides-encryption.ts';
import { guessSeparator, textColumns } from './text-input.ts';

/** One office for the worker's life: seconds to start, a fraction of one for each document after. */
let running: Promise<Office> | undefined;

/** Office documents to PDF and to each other, by LibreOffice. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await unsealed(await bytesOf(request.inputs[0]), request, context.signal);
    const source = admit(bytes, request.from);
    if (request.from === 'ppt') assertReadableSlides(bytes, passwordOf(request.options));
    running ??= start(context);
    try {
      const office = await running;
      context.signal.throwIfAborted();
      return await convertWith(office, openingOf(bytes, source, request), source, request);
    } catch (failure) {
      await giveUp();
      throw failure;
    }
  },
};

async function start(context: EngineContext): Promise<Office> {
  const [program, files, gothic, gothicBold, myeongjo, myeongjoBold] = await Promise.all([
    context.wasm('program'),
    ...['files', 'gothic', 'gothicBold', 'myeongjo', 'myeongjoBold'].map((asset) => context.bytes(asset)),
  ]);
  if (!files || !gothic || !gothicBold || !myeongjo || !myeongjoBold) throw new ConversionError('engine-unavailable', 'a file');
  context.signal.throwIfAborted();
  const fonts = {
    'NanumGothic-Regular.ttf': gothic,
    'NanumGothic-Bold.ttf': gothicBold,
    'NanumMyeongjo-Regular.ttf': myeongjo,
    'NanumMyeongjo-Bold.ttf': myeongjoBold,
  };
  return officeOf(await startProgram({ script: context.url('script'), program, files, fonts }));
}

/** After a failure, whatever it was, the next document gets a fresh office. */
async function giveUp(): Promise<void> {
  const office = await running?.catch(() => undefined);
  running = undefined;
  office?.end();
}

/**
 * Threads that ended are given back by messages, which come only while nothing runs here. Opening and saving each use up
 * several, so both are followed by a pause: the pool must never run dry within a call.
 */
async function threadsReturn(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1)
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
}

/** The program has no cipher of today's, so a sealed package is opened before it. */
async function unsealed(
  bytes: Uint8Array<ArrayBuffer>,
  { from, options }: ConvertRequest,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!isSealed(bytes, from)) return bytes;
  return decryptPackage(bytes, passwordOf(options), signal);
}

function passwordOf({ password }: OptionValues): string {
  return typeof password === 'string' ? password : '';
}

const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv']);

/** Text goes in as UTF-8 with a mark, whatever it was; tables say how their cells are separated. */
function openingOf(bytes: Uint8Array<ArrayBuffer>, source: Source, { from, options }: ConvertRequest): Opening {
  const common = { password: passwordOf(options), opensEncrypted: source.containers.includes('compound') };
  if (TABLES.has(from)) return { ...common, ...tableOf(bytes, from) };
  const content = from === 'txt' ? encodeMarked(decodeText(bytes)) : bytes;
  return { ...common, name: `document.${from}`, bytes: content, options: '' };
}

/** The sheet is named after the file. */
function tableOf(bytes: Uint8Array<ArrayBuffer>, from: string): Pick<Opening, 'name' | 'bytes' | 'options'> {
  const text = decodeText(bytes);
  const separator = from === 'tsv' ? '\t' : guessSeparator(text);
  const columns = textColumns(text, separator).map((column) => `${column}/2`);
  const options = csvTokens(separator, `,${columns.join('/')}`);
  return { name: 'Sheet1.csv', bytes: new TextEncoder().encode(text), options };
}

const MARK = '\uFEFF';

function withoutMark(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function encodeMarked(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text.startsWith(MARK) ? text : MARK + text);
}

async function convertWith(office: Office, opening: Opening, source: Source, request: ConvertRequest): Promise<ConvertResult> {
  const document = office.open(opening);
  if (document.kind !== source.kind) throw new ConversionError('corrupt', `opened as ${document.kind}, not ${source.kind}`);
  await threadsReturn();
  const outputs = TABLES.has(request.to) ? await tablesOf(document, request) : [{ content: saved(document, request) }];
  document.close();
  await threadsReturn();
  const [first, ...rest] = outputs;
  if (!first) throw new ConversionError('corrupt', 'a workbook without sheets');
  return { outputs: [first, ...rest], warnings: [] };
}

function saved(document: OfficeDocument, { to, options }: ConvertRequest): Blob {
  const writer = writerOf(to, options);
  const bytes = document.save(writer.extension, writer.options);
  if (bytes.length === 0) throw new ConversionError('internal', `an empty ${to}`);
  return new Blob([to === 'txt' ? withoutMark(bytes) : bytes], { type: mediaTypeOf(to) });
}

/** The writer takes the sheet that is shown, so each is shown in turn. Empty ones are left out, as Excel adds them unasked. */
async function tablesOf(document: OfficeDocument, { to, options }: ConvertRequest): Promise<{ content: Blob; label?: string }[]> {
  const { extension, options: tokens } = writerOf(to, options);
  const names = document.parts();
  const tables: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  for (const [index, name] of names.slice(0, options['sheets'] === 'first' ? 1 : names.length).entries()) {
    document.selectPart(index);
    tables.push({ name, bytes: document.save(extension, tokens) });
    await threadsReturn();
  }
  const filled = tables.filter(({ bytes }) => bytes.some((byte) => !LINE_ENDS.has(byte)));
  if (filled.length === 0) throw new ConversionError('empty', 'no sheet has a cell');
  return filled.map(({ name, bytes }) => {
    const content = new Blob(options['byteOrderMark'] === true ? [MARK, bytes] : [bytes], { type: mediaTypeOf(to) });
    return filled.length === 1 ? { content } : { content, label: name };
  });
}

const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d]);
