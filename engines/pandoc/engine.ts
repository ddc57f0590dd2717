import {
  bytesOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { encodeText, isOutputEncoding } from '@bakkum/document-output/text-encoding';
import { includesFiles } from '@bakkum/document-texinfo/html';
import { typstDocument } from '@bakkum/document-typesetting/typst-document';
import { holdsHtml, normalised, WEB_PAGE } from './embedded-html.ts';
import { type Alone, withName, withoutIncludes } from './includes.ts';
import { READERS, REFERENCES, WRITERS, type Writer } from './kinds.ts';
import { markdownReader } from './markdown-dialect.ts';
import { withPicturesInline } from './pictures.ts';
import { INPUT, OUTPUT, PICTURES, type Program, Refusal, type Run, startProgram, TEMPLATE } from './program.ts';
import { prepareSource, refusalOf } from './source.ts';

/** One program per worker, replaced after a failure or when a large document has grown its memory. */
let running: Promise<Program> | undefined;
const MAX_KEPT_BYTES = 512 * 1024 * 1024;

/** Converts markup and word-processor documents to each other with pandoc. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const writer = WRITERS[request.to];
    if (!writer) throw new RangeError(`not a target: ${request.to}`);
    const source = prepareSource(await bytesOf(request.inputs[0]), request.from, request.options['inputEncoding']);
    context.signal.throwIfAborted();
    try {
      const result = await written(request, source, writer, context);
      return (await lacksFiles(request)) ? withWarning(result) : result;
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      const alone = withoutIncludes(source, request.from);
      if (!alone) throw new ConversionError(refusalOf(source, request.from), failure.message, { cause: failure });
      return writtenAlone(request, alone, writer, context);
    }
  },
};

/** Texinfo is read by our own code, which replaces includes with their names. */
async function lacksFiles({ inputs, from }: ConvertRequest): Promise<boolean> {
  return from === 'texinfo' && includesFiles(decodeText(await bytesOf(inputs[0])));
}

const withWarning = ({ outputs, warnings }: ConvertResult): ConvertResult => ({
  outputs,
  warnings: [...warnings, { code: 'includes-missing' }],
});

async function written(
  request: ConvertRequest,
  source: Uint8Array<ArrayBuffer>,
  writer: Writer,
  context: EngineContext,
): Promise<ConvertResult> {
  const reading = await embeddedRead(request, source, context);
  const run = await runOnce(settingsOf(request, writer, reading.reader), reading.source, writer.template, context);
  return resultOf(run, writer, request.options);
}

/** Converts a source with includes replaced by their names. Missing files may be reported one at a time. */
async function writtenAlone(
  request: ConvertRequest,
  alone: Alone,
  writer: Writer,
  context: EngineContext,
): Promise<ConvertResult> {
  for (let given = alone; ; ) {
    try {
      const { outputs, warnings } = await written(request, given.source, writer, context);
      return given.absent ? withWarning({ outputs, warnings }) : { outputs, warnings };
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      const next = withName(given, failure.message);
      if (!next) throw new ConversionError('unsupported-feature', failure.message, { cause: failure });
      given = next;
    }
  }
}

type Reading = { readonly reader: string | undefined; readonly source: Uint8Array<ArrayBuffer> };

const KEEPS_HTML: ReadonlySet<string> = new Set(['html', 'md', 'ipynb']);

/** Converts Markdown with HTML through a web page. */
async function embeddedRead(request: ConvertRequest, source: Uint8Array<ArrayBuffer>, context: EngineContext): Promise<Reading> {
  if (request.from !== 'md') return { reader: READERS[request.from]?.reader, source };
  const markdown = new TextDecoder().decode(source);
  const reader = markdownReader(markdown);
  if (KEEPS_HTML.has(request.to) || !holdsHtml(markdown)) return { reader, source };
  const settings = { ...settingsOf(request, WEB_PAGE, reader), standalone: true, 'syntax-highlighting': 'none' };
  const page = await runOnce(settings, source, WEB_PAGE.template, context);
  return { reader: READERS['html']?.reader, source: normalised(page.output) };
}

async function runOnce(
  settings: Settings,
  source: Uint8Array<ArrayBuffer>,
  template: string | undefined,
  context: EngineContext,
): Promise<Run> {
  running ??= context.wasm('program').then(startProgram);
  try {
    const program = await running;
    context.signal.throwIfAborted();
    const run = program.convert(settings, source, template);
    if (program.size() > MAX_KEPT_BYTES) running = undefined;
    return run;
  } catch (failure) {
    if (!(failure instanceof Refusal)) running = undefined;
    throw failure;
  }
}

const isReferences = (format: string): boolean => REFERENCES.some((each) => each === format);

type Settings = Readonly<Record<string, unknown>>;

/** Settings in the form of a pandoc defaults file. */
function settingsOf(
  { options, from, to }: ConvertRequest,
  { writer, pictures, template }: Writer,
  reader: string | undefined,
): Settings {
  return {
    from: reader,
    to: writer,
    'input-files': [INPUT],
    'output-file': OUTPUT,
    standalone: options['wholeDocument'] !== false,
    'table-of-contents': options['tableOfContents'] === true,
    wrap: options['lineWrap'] ?? 'none',
    'html-math-method': { method: 'mathml' },
    ...(isReferences(from) && !isReferences(to) && { citeproc: true }),
    ...(template !== undefined && { template: TEMPLATE }),
    ...(pictures !== 'packed' && { 'extract-media': PICTURES }),
  };
}

function resultOf(run: Run, { mediaType, pictures }: Writer, { outputEncoding }: OptionValues): ConvertResult {
  if (run.output.length === 0) throw new ConversionError('empty', 'nothing in it that the target can hold');
  const lost = run.notes.includes('CouldNotFetchResource') || (pictures === 'dropped' && run.pictures.size > 0);
  const warnings: readonly Warning[] = lost ? [{ code: 'pictures-dropped' }] : [];
  if (pictures === 'beside') {
    const document = typstDocument(new TextDecoder().decode(run.output), run.pictures);
    return { outputs: [{ content: document }], warnings };
  }
  const content = pictures === 'inline' ? withPicturesInline(run) : run.output;
  if (!isOutputEncoding(outputEncoding) || outputEncoding === 'utf-8')
    return { outputs: [{ content: new Blob([content], { type: mediaType }) }], warnings };
  const { bytes, replaced } = encodeText(new TextDecoder().decode(content), outputEncoding);
  const missing: readonly Warning[] = replaced > 0 ? [{ code: 'characters-replaced', params: { count: replaced } }] : [];
  return { outputs: [{ content: new Blob([bytes], { type: mediaType }) }], warnings: [...warnings, ...missing] };
}
