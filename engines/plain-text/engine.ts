import { blobOf, type ConvertRequest, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { encodeText, isOutputEncoding } from '@bakkum/document-output/text-encoding';
import { facesInOrder } from '@bakkum/document-typefaces/catalogue';
import { loadFaces } from '@bakkum/document-typefaces/coverage';
import { missingGlyphs } from '@bakkum/document-typefaces/missing-glyphs';
import { pageRequestOf } from '@bakkum/document-typesetting/page-options';
import { TYPST_DOCUMENT, typstDocument } from '@bakkum/document-typesetting/typst-document';
import { CELL, FACES_OF, type Measure, measureWith } from './measure.ts';
import { createPages, sheetOf } from './pdf.ts';
import { type Row, rowsOf } from './rows.ts';
import { pagesOf, readText } from './text.ts';

/** Converts plain text to pages that keep every character, to Typst markup, and to other encodings. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const text = await readText(blobOf(request.inputs[0]), request.options);
    context.signal.throwIfAborted();
    if (request.to === 'pdf') return toPages(text, request, context);
    if (request.to === TYPST_DOCUMENT) return { outputs: [{ content: typstDocument(markupOf(text), new Map()) }], warnings: [] };
    return recode(text, request);
  },
};

/** Scripts that need a typesetting engine because their letters change with context, stack, or run right to left. */
const NEEDS_SHAPING =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Mongolian}]/u;

async function toPages(text: string, { options }: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  if (NEEDS_SHAPING.test(text)) throw new ConversionError('unsupported-feature', 'a script that needs shaping');
  const asked = pageRequestOf(options);
  const chapters = pagesOf(text);
  const [first, korean] = FACES_OF[asked.typeface];
  const order = facesInOrder(first, korean, text);
  const { faces, missing } = await loadFaces(order, charactersOf(chapters), (face) => context.bytes(face));
  const measure = measureWith(faces, asked.typeface === 'mono');
  const sheet = sheetOf(asked, text);
  const pages = createPages(sheet);
  const flow = flowOf(chapters, measure, {
    width: ((sheet.width - 2 * sheet.margin) * 1000) / sheet.fontSize,
    tabWidth: Number(options['tabWidth']),
    numbered: options['lineNumbers'] === true,
    rowsPerPage: sheet.rowsPerPage,
  });
  let count = 0;
  for (const { rows, fraction } of flow) {
    count += 1;
    pages.add(rows, asked.pageNumbers ? rowsOf(String(count), measure, Number.POSITIVE_INFINITY, 1)[0] : undefined);
    if (count % PAGES_AT_ONCE === 0) await pause(context, fraction);
  }
  return {
    outputs: [{ content: pages.finish(measure.fonts()) }],
    warnings: missingGlyphs(missing),
  };
}

const PAGES_AT_ONCE = 32;

/** Yields to the event loop, so that cancellation takes effect. */
async function pause({ signal, onProgress }: EngineContext, fraction: number): Promise<void> {
  onProgress(fraction);
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  signal.throwIfAborted();
}

/** Includes digits, which page and line numbers may need although the text has none. */
function* charactersOf(chapters: Chapters): Generator<string> {
  yield* '0123456789';
  for (const lines of chapters) for (const line of lines) yield* line;
}

type Chapters = ReturnType<typeof pagesOf>;

type Frame = { readonly width: number; readonly tabWidth: number; readonly numbered: boolean; readonly rowsPerPage: number };

function* flowOf(chapters: Chapters, measure: Measure, frame: Frame): Generator<{ rows: readonly Row[]; fraction: number }> {
  const total = chapters.reduce((sum, lines) => sum + lines.length, 0);
  const digits = String(total).length;
  const gutter = frame.numbered ? (digits + 2) * 2 * CELL : 0;
  let number = 0;
  for (const lines of chapters) {
    let rows: Row[] = [];
    for (const line of lines) {
      number += 1;
      const label = frame.numbered ? (rowsOf(String(number), measure, Number.POSITIVE_INFINITY, 1)[0] ?? []) : [];
      for (const [index, row] of rowsOf(line, measure, Math.max(2 * CELL, frame.width - gutter), frame.tabWidth).entries()) {
        if (rows.length === frame.rowsPerPage) {
          yield { rows, fraction: number / total };
          rows = [];
        }
        const moved = gutter === 0 ? row : row.map((run) => ({ ...run, at: run.at + gutter }));
        rows.push(index === 0 ? [...label, ...moved] : moved);
      }
    }
    yield { rows, fraction: number / total };
  }
}

/** Writes each line as a Typst string, so that nothing in it is markup. */
function markupOf(text: string): string {
  return pagesOf(text)
    .map((lines) => lines.map((line) => `#${JSON.stringify(line.replaceAll('\t', '        '))}`).join(' \\\n'))
    .join('\n#pagebreak()\n');
}

function recode(text: string, { options }: ConvertRequest): ConvertResult {
  const { outputEncoding, lineEnds } = options;
  const lines = lineEnds === 'keep' ? text : text.replaceAll(/\r\n|[\n\r]/g, lineEnds === 'crlf' ? '\r\n' : '\n');
  const { bytes, replaced } = encodeText(lines, isOutputEncoding(outputEncoding) ? outputEncoding : 'utf-8');
  const content = new Blob([bytes], { type: 'text/plain' });
  return { outputs: [{ content }], warnings: replaced > 0 ? [{ code: 'characters-replaced', params: { count: replaced } }] : [] };
}
