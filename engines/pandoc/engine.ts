import {
  bytesOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { typstDocument } from '@bakkum/document-typesetting/typst-document';
import { READERS, WRITERS, type Writer } from './kinds.ts';
import { withPicturesInline } from './pictures.ts';
import { INPUT, OUTPUT, PICTURES, type Program, Refusal, type Run, startProgram, TEMPLATE } from './program.ts';
import { prepareSource, refusalOf } from './source.ts';

/** One program for the worker's life, until a failure, or until a large document has made it large. */
let running: Promise<Program> | undefined;
const MAX_KEPT_BYTES = 512 * 1024 * 1024;

/** Markup and word-processor documents to each other, by pandoc. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const writer = WRITERS[request.to];
    if (!writer) throw new RangeError(`not a target: ${request.to}`);
    const source = prepareSource(await bytesOf(request.inputs[0]), request.from);
    context.signal.throwIfAborted();
    try {
      return resultOf(await runOnce(settingsOf(request, writer), source, writer.template, context), writer);
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      throw new ConversionError(refusalOf(source, request.from), failure.message, { cause: failure });
    }
  },
};

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

type Settings = Readonly<Record<string, unknown>>;

/** As a defaults file of the program has them. */
function settingsOf({ from, options }: ConvertRequest, { writer, pictures, template }: Writer): Settings {
  return {
    from: READERS[from]?.reader,
    to: writer,
    'input-files': [INPUT],
    'output-file': OUTPUT,
    standalone: options['wholeDocument'] !== false,
    'table-of-contents': options['tableOfContents'] === true,
    wrap: options['lineWrap'] ?? 'none',
    'html-math-method': { method: 'mathml' },
    ...(template !== undefined && { template: TEMPLATE }),
    ...(pictures !== 'packed' && { 'extract-media': PICTURES }),
  };
}

function resultOf(run: Run, { mediaType, pictures }: Writer): ConvertResult {
  if (run.output.length === 0) throw new ConversionError('empty', 'nothing in it that the target can hold');
  const lost = run.notes.includes('CouldNotFetchResource') || (pictures === 'dropped' && run.pictures.size > 0);
  const warnings: readonly Warning[] = lost ? [{ code: 'pictures-dropped' }] : [];
  if (pictures === 'beside') {
    const document = typstDocument(new TextDecoder().decode(run.output), run.pictures);
    return { outputs: [{ content: document }], warnings };
  }
  const content = pictures === 'inline' ? withPicturesInline(run) : run.output;
  return { outputs: [{ content: new Blob([content], { type: mediaType }) }], warnings };
}
