import {
  bytesOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type EngineOutput,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { pagesOf } from '@bakkum/document-pdfium/page-range';
import { facesNamed } from '@bakkum/document-postscript/fonts/standard-fonts';
import { openTrueType, type TrueTypeFace } from '@bakkum/document-postscript/fonts/truetype';
import { type Interpretation, interpret } from '@bakkum/document-postscript/interpret';
import { MissingFace } from '@bakkum/document-postscript/machine/program-errors';
import { writePdf } from '@bakkum/document-postscript/output/pdf-writer';
import { writeSvg } from '@bakkum/document-postscript/output/svg-writer';
import { isCutOff, isPdf, programIn } from './source.ts';

/** Runs PostScript in our own interpreter: drawings (EPS, old Illustrator files) and multi-page documents. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const file = await bytesOf(request.inputs[0]);
    if (isPdf(file)) return asPdf(file, request.to);
    const isDrawing = request.from !== 'ps';
    const ran = await run(programIn(file), isDrawing, context);
    const found = { ...ran, isCut: ran.isCut || isCutOff(file) };
    return request.to === 'pdf' ? writeDocument(found, request) : write(found, isDrawing, request, context);
  },
};

/** Illustrator files since version 9 are PDF, with additional private data. */
function asPdf(file: Uint8Array<ArrayBuffer>, to: string): ConvertResult {
  if (to !== 'pdf') throw new ConversionError('unsupported-feature', 'a PDF, for another engine');
  return { outputs: [{ content: new Blob([file], { type: 'application/pdf' }) }], warnings: [] };
}

function writeDocument(found: Interpretation, { options }: ConvertRequest): ConvertResult {
  const pages = askedFor(options, found.pages.length).flatMap((index) => found.pages[index] ?? []);
  return { outputs: [{ content: writePdf(pages, found.title) }], warnings: warningsOf(found) };
}

function askedFor({ pages }: ConvertRequest['options'], count: number): readonly number[] {
  return pagesOf(typeof pages === 'string' ? pages : '', count);
}

/** Loaded once per worker. */
const loaded = new Map<string, TrueTypeFace>();

async function load(face: string, { bytes }: EngineContext): Promise<void> {
  if (!loaded.has(face)) loaded.set(face, openTrueType(await bytes(face)));
}

/** Runs the program, and again if it turns out to need a face that was not loaded. */
async function run(program: Uint8Array<ArrayBuffer>, isDrawing: boolean, context: EngineContext): Promise<Interpretation> {
  for (const face of facesNamed(program)) await load(face, context);
  const { signal } = context;
  let furthest = 0;
  const onProgress = (fraction: number): void => {
    furthest = Math.max(furthest, fraction * 0.9);
    context.onProgress(furthest);
  };
  for (;;) {
    try {
      return await interpret(program, { isDrawing, faces: loaded, signal, onProgress });
    } catch (thrown) {
      if (!(thrown instanceof MissingFace) || loaded.has(thrown.face)) throw thrown;
      await load(thrown.face, context);
    }
  }
}

async function write(
  found: Interpretation,
  isDrawing: boolean,
  { options }: ConvertRequest,
  { signal, onProgress }: EngineContext,
): Promise<ConvertResult> {
  const indexes = askedFor(options, found.pages.length);
  const outputs: EngineOutput[] = [];
  for (const index of indexes) {
    signal.throwIfAborted();
    const page = found.pages[index];
    if (!page) continue;
    const content = new Blob([await writeSvg(page, { paper: !isDrawing, signal })], { type: 'image/svg+xml' });
    outputs.push(found.pages.length === 1 ? { content } : { content, label: `page-${index + 1}` });
    onProgress(0.9 + (0.1 * outputs.length) / indexes.length);
  }
  const [first, ...rest] = outputs;
  if (!first) throw new ConversionError('invalid-options', 'no such pages');
  return { outputs: [first, ...rest], warnings: warningsOf(found) };
}

function warningsOf({ namesFonts, isCut }: Interpretation): readonly Warning[] {
  return [
    ...(isCut ? [{ code: 'damaged-source' } as const] : []),
    ...(namesFonts ? [{ code: 'fonts-substituted' } as const] : []),
  ];
}
