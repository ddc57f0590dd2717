import { comparisonText } from '@bakkum/conversion/document-comparison';
import { type ConvertRequest, type ConvertResult, type Engine, type EngineContext, eachInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { withoutTraps } from '@bakkum/document-pdfium/program';
import { compare } from './compare.ts';
import { OpenFile } from './open-file.ts';

/** Compares two PDF files and describes their differences as JSON, as text, or as a PDF with both files and marks. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    return withoutTraps(() => run(request, context));
  },
};

async function run(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const files: OpenFile[] = [];
  try {
    const { password, secondPassword } = request.options;
    for await (const input of eachInput(request)) {
      const own = files.length === 0 ? password : secondPassword;
      files.push(await OpenFile.open(input, typeof own === 'string' ? own : '', context));
    }
    const [before, after, more] = files;
    if (!before || !after || more) throw new ConversionError('invalid-options', `${files.length} files to compare`);
    const content = await describe({ before, after }, request.to, context);
    return { outputs: [{ content }], warnings: files.some(({ isRepaired }) => isRepaired) ? [{ code: 'damaged-source' }] : [] };
  } finally {
    for (const file of files) file.close();
  }
}

type Files = { readonly before: OpenFile; readonly after: OpenFile };

async function describe(files: Files, to: string, context: EngineContext): Promise<Blob> {
  if (to !== 'pdf') {
    const comparison = await compare(files, context);
    const isText = to === 'txt';
    const text = isText ? comparisonText(comparison) : JSON.stringify(comparison);
    return new Blob([text], { type: isText ? 'text/plain' : 'application/json' });
  }
  const comparison = await compare(files, { ...context, onProgress: (fraction) => context.onProgress(fraction * COMPARED) });
  const { drawReport } = await import('./report/report.ts');
  return drawReport(files, comparison, context);
}

/** Progress after comparing, if a report is drawn. */
const COMPARED = 0.8;
