import type { EngineContext } from '@bakkum/conversion/engine';
import { createHiddenText, fontEntries, type HiddenWord } from '@bakkum/document-pages/hidden-text';
import { createPdfFile, type PdfFile, real } from '@bakkum/document-pages/pdf-file';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import createEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { defaultOptions } from '@jsquash/jpeg/meta.js';
import { composed, paletteColour, stencilOf } from './compose.ts';
import type { Page } from './page.ts';
import type { ColourPicture } from './wavelet-picture.ts';
import { readText } from './words.ts';

type EncoderProgram = {
  encode(data: Uint8ClampedArray, width: number, height: number, options: typeof defaultOptions): Uint8Array<ArrayBuffer> | null;
};

/** A PDF of scanned pages: a JPEG background, a sharp ink stencil above it, and invisible text for search and copy. */
export type ScanPdf = { addPage(page: Page): Promise<void>; finish(): Blob };

const QUALITY = 85;
/** With more inks than this, ink is painted into the background. */
const MAX_INKS = 64;

/** Resource names of an image, and the operators that paint it over the page. */
type Painted = { readonly resources: readonly string[]; readonly operators: string };

export function createScanPdf(context: EngineContext): ScanPdf {
  const pdf = createPdfFile();
  const tree = pdf.reserve();
  const pages: number[] = [];
  const hidden = createHiddenText(pdf);
  let started: Promise<EncoderProgram> | undefined;
  const writeJpeg = async ({ width, height, rgb }: ColourPicture, mask = ''): Promise<number> => {
    started ??= context.wasm('jpeg').then((module) => startProgram(createEncoder, module));
    const program = await started;
    const data = withOpacity(rgb);
    const options = { ...defaultOptions, quality: QUALITY, progressive: false };
    const bytes = callProgram('JPEG encoder', 'out-of-memory', () => program.encode(data, width, height, options));
    return pdf.stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode${mask}`,
      bytes,
    );
  };
  return {
    async addPage(page) {
      const scale = 72 / page.dpi;
      const size = [page.width * scale, page.height * scale].map(real);
      const layers = await paint(page, pdf, writeJpeg);
      const words = hidden.write(page.text ? wordsOf(page.text) : [], scale);
      const content = `q ${size[0]} 0 0 ${size[1]} 0 0 cm\n${layers.operators}Q\n${words.operators}`;
      const stream = pdf.stream('', new TextEncoder().encode(content));
      const resources = `<< /XObject << ${layers.resources.join(' ')} >> /Font << ${fontEntries(words.fonts)} >> >>`;
      // PDF rotates clockwise.
      const turn = page.turns === 0 ? '' : ` /Rotate ${360 - page.turns * 90}`;
      pages.push(
        pdf.object(
          `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${size.join(' ')}]${turn} /Resources ${resources} /Contents ${stream} 0 R >>`,
        ),
      );
    },
    finish() {
      hidden.finish();
      pdf.object(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>`, tree);
      return pdf.finish(pdf.object(`<< /Type /Catalog /Pages ${tree} 0 R >>`), pdf.object('<< >>'));
    },
  };
}

/** DjVu stores the box of a word, and nothing about its baseline. */
function wordsOf(text: Uint8Array): readonly HiddenWord[] {
  return readText(text).words.map(({ bottom, height, ...word }) => ({ ...word, baseline: bottom, size: height }));
}

function withOpacity(rgb: Uint8Array): Uint8ClampedArray {
  const data = new Uint8ClampedArray((rgb.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) data.set(rgb.subarray(from, from + 3), to);
  return data;
}

async function paint(
  page: Page,
  pdf: PdfFile,
  writeJpeg: (picture: ColourPicture, mask?: string) => Promise<number>,
): Promise<Painted> {
  const inks = page.palette && new Set((page.marks?.marks ?? []).map((_, mark) => page.palette?.colourOf(mark)));
  if (inks && inks.size > MAX_INKS) return shown([await writeJpeg(flat(page))]);
  const paper = page.paper ? shown([await writeJpeg(page.paper)]) : NOTHING;
  const ink = page.ink ? shown(await inkPictures(page, pdf, writeJpeg)) : stencils(page, pdf, inks ?? new Set([undefined]));
  return { resources: [...paper.resources, ...ink.resources], operators: paper.operators + ink.operators };
}

const NOTHING: Painted = { resources: [], operators: '' };

function shown(objects: readonly number[]): Painted {
  return {
    resources: objects.map((object) => `/I${object} ${object} 0 R`),
    operators: objects.map((object) => `/I${object} Do\n`).join(''),
  };
}

function flat(page: Page): ColourPicture {
  const { width, height, data } = composed({ ...page, turns: 0 });
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) rgb.set(data.subarray(from, from + 3), to);
  return { width, height, rgb };
}

/** Ones are ink: an image mask paints them, a soft mask lets them through (ISO 32000-1, 8.9.6). */
function writeStencil(page: Page, pdf: PdfFile, take: (mark: number) => boolean): number | undefined {
  if (!page.marks) return undefined;
  const entries = `/Type /XObject /Subtype /Image /ImageMask true /Width ${page.width} /Height ${page.height} /BitsPerComponent 1 /Decode [1 0]`;
  return pdf.stream(entries, stencilOf(page, page.marks, take));
}

async function inkPictures(
  page: Page,
  pdf: PdfFile,
  writeJpeg: (picture: ColourPicture, mask?: string) => Promise<number>,
): Promise<readonly number[]> {
  const stencil = writeStencil(page, pdf, () => true);
  return page.ink && stencil !== undefined ? [await writeJpeg(page.ink, ` /Mask ${stencil} 0 R`)] : [];
}

function stencils(page: Page, pdf: PdfFile, inks: ReadonlySet<number | undefined>): Painted {
  const { palette } = page;
  const painted = [...inks].flatMap((ink) => {
    const object = writeStencil(page, pdf, (mark) => palette?.colourOf(mark) === ink);
    if (object === undefined) return [];
    const colour = palette && ink !== undefined ? [...paletteColour({ ...palette, colourOf: () => ink }, 0)] : [0, 0, 0];
    return [{ object, fill: `${colour.map((part) => real(part / 255)).join(' ')} rg ` }];
  });
  return {
    resources: painted.map(({ object }) => `/I${object} ${object} 0 R`),
    operators: painted.map(({ object, fill }) => `${fill}/I${object} Do\n`).join(''),
  };
}
