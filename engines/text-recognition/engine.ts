import type { ConvertRequest, Engine, EngineOutput, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { writeHwpx } from '@bakkum/document-hwpx/write';
import { type AnalysedPage, analyse, analysePage } from '@bakkum/document-layout/analyse';
import { plainLayout } from '@bakkum/document-layout/plain-layout';
import { DOCUMENT_WRITERS, type DocumentWriter, isWordless, sheetOutputs, TEXT_ONLY } from '@bakkum/document-model/outputs';
import { type TextTable, textSheet, textTables } from '@bakkum/document-model/tables';
import { type Raster, rasterOf } from '@bakkum/raster/raster';
import { createPageReader } from './pages.ts';

/** Recognizes the text of images and writes it as documents, tables or plain text. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const raster = rasterOf(request.inputs[0]);
    if (raster.kind === 'animation') throw new ConversionError('unsupported-feature', 'an animation is no page of text');
    const reader = await createPageReader(request, context);
    const pages = reader.pages(raster);
    const outputs = await outputsOf(request, pages);
    const [first, ...rest] = outputs;
    if (!first) throw new ConversionError('empty', 'no text in the image');
    return { outputs: [first, ...rest], warnings: [...warningsOf(raster), ...reader.warnings()] };
  },
};

const WRITERS: Readonly<Record<string, DocumentWriter>> = { ...DOCUMENT_WRITERS, hwpx: writeHwpx };

type Pages = AsyncGenerator<AnalysedPage, void, void>;

async function outputsOf({ to, options }: ConvertRequest, pages: Pages): Promise<readonly EngineOutput[]> {
  if (options['textLayout'] === 'layout') return layoutOf(pages);
  if (options['sheetPer'] === 'page') return sheetOutputs(await sheetsOf(pages), to, 'page');
  const { model } = await analyse(pages, {}, options['textLayout'] === 'lines' ? 'exact' : 'editable');
  const write = WRITERS[to];
  if (!write) return sheetOutputs(textTables(model), to, 'table');
  return TEXT_ONLY.has(to) && isWordless(model) ? [] : [{ content: write(model) }];
}

async function layoutOf(pages: Pages): Promise<readonly EngineOutput[]> {
  const sheets: string[] = [];
  for await (const { content } of pages) sheets.push(plainLayout(content));
  if (sheets.every((sheet) => sheet === '')) return [];
  return [{ content: new Blob([sheets.join('\f')], { type: 'text/plain;charset=utf-8' }) }];
}

async function sheetsOf(pages: Pages): Promise<readonly TextTable[]> {
  const sheets: TextTable[] = [];
  for await (const page of pages) {
    const { model } = await analysePage(page);
    sheets.push(textSheet(model, `Page ${sheets.length + 1}`));
  }
  return sheets.some(({ rows }) => rows.length > 0) ? sheets : [];
}

const warningsOf = ({ kind, frameCount }: Raster): readonly Warning[] =>
  kind === 'sizes' && frameCount > 1 ? [{ code: 'pages-dropped' }] : [];
