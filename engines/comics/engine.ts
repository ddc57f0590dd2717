import { type FileTree, treeOf } from '@bakkum/archive-tree/tree';
import type { Bytes } from '@bakkum/bytes/bytes';
import type { ConvertResult, Engine, EngineContext, EngineOutput, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { EpubFile, EpubPage } from '@bakkum/document-epub/write';
import { writeEpub } from '@bakkum/document-epub/write';
import { createPagesPdf } from '@bakkum/document-pages/pages-pdf';
import { sequenceRaster } from '@bakkum/raster/construct';
import { type Frame, RASTER } from '@bakkum/raster/raster';
import { factsOf } from './book-facts.ts';
import { frameOfPage } from './decode.ts';
import { type ComicPage, pagesOf } from './pages.ts';
import { pictureIn, type SizedPicture } from './pictures.ts';

/** Converts comic books to PDF, to fixed-layout EPUB, or to their images. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const tree = treeOf(request.inputs[0]);
    try {
      switch (request.to) {
        case 'pdf':
          return await asPdf(tree, context);
        case 'epub':
          return await asEpub(tree, context);
        case RASTER:
          return asRaster(tree, context);
        default:
          return await asPictures(tree, request.to, context);
      }
    } finally {
      if (request.to !== RASTER) tree.release();
    }
  },
};

async function asPdf(tree: FileTree, context: EngineContext): Promise<ConvertResult> {
  const pages = pagesOf(tree);
  const pdf = createPagesPdf({ choose: () => [], load: (face) => context.bytes(face) });
  let lost = 0;
  for await (const { bytes } of eachPage(pages, context)) if (!pdf.addPicture(bytes)) lost += 1;
  if (lost === pages.length) throw new ConversionError('unsupported-feature', 'no picture is a JPEG or PNG');
  return { outputs: [{ content: pdf.finish((await factsOf(tree)).title ?? '') }], warnings: dropped(lost) };
}

const EXTENSIONS: Readonly<Record<SizedPicture['kind'], string>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: 'avif',
};
const STYLE = 'html,body{margin:0;padding:0}img{display:block;width:100%;height:100%;object-fit:contain}\n';

/** Image types every EPUB reader supports (EPUB 3.3, 3.2). */
const IN_BOOKS: ReadonlySet<string> = new Set(['jpeg', 'png', 'gif', 'webp']);

async function asEpub(tree: FileTree, context: EngineContext): Promise<ConvertResult> {
  const pages: EpubPage[] = [];
  const files: EpubFile[] = [];
  const all = pagesOf(tree);
  for await (const { bytes } of eachPage(all, context)) {
    const picture = pictureIn(bytes);
    if (!picture || !IN_BOOKS.has(picture.kind) || picture.width === 0 || picture.height === 0) continue;
    const number = pages.length + 1;
    const { width, height, kind } = picture;
    const name = `page-${number}.${EXTENSIONS[kind]}`;
    files.push({ name, mediaType: `image/${kind}`, bytes });
    const body = `<img src="${name}" alt="${number}"/>`;
    pages.push({ name: `page-${number}.xhtml`, title: String(number), body, size: { width, height } });
  }
  const [cover] = files;
  if (!cover) throw new ConversionError('unsupported-feature', 'no picture that a book can hold');
  const { title = '', language = 'ko', isRightToLeft, ...facts } = await factsOf(tree);
  const content = writeEpub({
    ...facts,
    title: title || baseName(all[0]?.name ?? '') || 'Comic',
    language,
    cover: cover.name,
    pages,
    files,
    contents: [],
    style: STYLE,
    isFixed: true,
    isRightToLeft,
  });
  return { outputs: [{ content }], warnings: dropped(all.length - pages.length) };
}

/** The folder of the pages is usually named after the book. */
function baseName(path: string): string {
  return path.split('/').at(-2) ?? '';
}

/** Returns the images unchanged. If some have another format, the conversion is left to image engines. */
async function asPictures(tree: FileTree, to: string, context: EngineContext): Promise<ConvertResult> {
  const outputs: EngineOutput[] = [];
  const pages = pagesOf(tree);
  for await (const { bytes } of eachPage(pages, context)) {
    const kind = pictureIn(bytes)?.kind;
    if (kind !== to) throw new ConversionError('unsupported-feature', `a page of ${kind ?? 'an unknown kind'}`);
    const content = new Blob([bytes], { type: `image/${kind}` });
    outputs.push({ content, ...(pages.length > 1 && { label: `page-${outputs.length + 1}` }) });
  }
  const [first, ...others] = outputs;
  if (!first) throw new ConversionError('empty', 'no picture in it');
  return { outputs: [first, ...others], warnings: [] };
}

/** Decodes pages one by one on demand; the archive stays open until then. */
function asRaster(tree: FileTree, context: EngineContext): ConvertResult {
  const pages = pagesOf(tree);
  const frames = async function* (): AsyncGenerator<Frame> {
    for await (const { bytes } of eachPage(pages, context)) yield frameOfPage(bytes, context);
  };
  const content = sequenceRaster({ kind: 'pages', frameCount: pages.length, frames, release: () => tree.release() });
  return { outputs: [{ content }], warnings: [] };
}

function dropped(count: number): readonly Warning[] {
  return count > 0 ? [{ code: 'pages-dropped' }] : [];
}

/** Yields pages one by one and lets the event loop run between them, so that cancellation takes effect. */
async function* eachPage(pages: readonly ComicPage[], context: EngineContext): AsyncGenerator<{ readonly bytes: Bytes }> {
  for (const [index, page] of pages.entries()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    context.signal.throwIfAborted();
    yield { bytes: await page.read() };
    context.onProgress((index + 1) / pages.length);
  }
}
