import { parseXml } from '@bakkum/markup/xml';
import { createFaces, type FaceSource } from './faces.ts';
import { numbersOf } from './matrix.ts';
import { type Navigation, type WrittenPage, writeLinks, writeOutline } from './navigation.ts';
import { createPdfFile, real, textString } from './pdf-file.ts';
import { codeOf, writeFont } from './pdf-font.ts';
import { writePicture } from './picture.ts';
import { createStructure, type StructurePath, type TextArea } from './structure.ts';
import { drawPage, prepareText, type Resources } from './svg-page.ts';

/** A PDF drawn page by page from SVG, with real text in font subsets. */
export type PagesPdf = {
  /**
   * Adds a page of the SVG's size, in CSS pixels.
   * @param areas where the text of a tagged document belongs
   * @throws ConversionError `corrupt`, RangeError if it is not a drawing
   */
  addPage(svg: string, areas?: readonly TextArea[]): Promise<void>;
  /** Adds a page filled by a JPEG or PNG at 96 pixels per inch. Returns `false`, without adding a page, for anything else. */
  addPicture(bytes: Uint8Array): boolean;
  /** Number of images in formats that could not be drawn. */
  lostPictures(): number;
  finish(title: string, navigation?: Navigation): Blob;
};

/** Points per CSS pixel. */
const POINTS = 72 / 96;
const A4 = [793.7, 1122.5] as const;

/** @param images that drawings refer to by name instead of containing them */
export function createPagesPdf(source: FaceSource, images: ReadonlyMap<string, Uint8Array> = new Map()): PagesPdf {
  const pdf = createPdfFile();
  const faces = createFaces(source);
  const resources: Resources = { pictures: new Map(), states: new Map(), shadings: new Map(), images };
  const structure = createStructure();
  const tree = pdf.reserve();
  const shared = pdf.reserve();
  const pages: (WrittenPage & { readonly entries: string })[] = [];
  let lost = 0;
  const addDrawn = (content: string, width: number, height: number): void => {
    const stream = pdf.stream('', new TextEncoder().encode(content));
    const box = `[0 0 ${real(width * POINTS)} ${real(height * POINTS)}]`;
    const entries = `/Type /Page /Parent ${tree} 0 R /MediaBox ${box} /Resources ${shared} 0 R /Contents ${stream} 0 R`;
    pages.push({ number: pdf.reserve(), height: height * POINTS, entries });
  };
  return {
    async addPage(svg, areas) {
      const root = parseXml(svg);
      if (root.name !== 'svg') throw new RangeError(`<${root.name}> is not a drawing`);
      await prepareText(root, faces);
      const page = pages.length;
      const other: StructurePath = [{ type: 'P', name: `page ${page}` }];
      const marking = areas && { areas, other, mark: (path: StructurePath) => structure.mark(path, page) };
      const { content, lostPictures } = drawPage(root, pdf, faces, resources, marking);
      lost += lostPictures;
      const [width, height] = sizeOf(root.attributes);
      const upright = `${real(POINTS)} 0 0 ${real(-POINTS)} 0 ${real(height * POINTS)} cm\n`;
      addDrawn(upright + content, width, height);
    },
    addPicture(bytes) {
      const picture = writePicture(pdf, bytes);
      if (!picture) return false;
      const { object, width, height } = picture;
      resources.pictures.set(`page ${pages.length}`, picture);
      addDrawn(`${real(width * POINTS)} 0 0 ${real(height * POINTS)} 0 0 cm /I${object} Do\n`, width, height);
      return true;
    },
    lostPictures: () => lost,
    finish(title, { links = [], outline = [], language } = {}) {
      const linked = writeLinks(pdf, pages, links);
      for (const [index, { number, entries }] of pages.entries())
        pdf.object(`<< ${entries}${structure.pageEntries(index)}${linked.get(index) ?? ''} >>`, number);
      const fonts = faces.fonts().map((used, index) => `/${used.name} ${writeFont(pdf, used, tagOf(index))} 0 R`);
      pdf.object(resourceEntries(resources, fonts), shared);
      pdf.object(
        `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page.number} 0 R`).join(' ')}] >>`,
        tree,
      );
      const spoken = language === undefined ? '' : ` /Lang ${textString(language)}`;
      const more = spoken + structure.write(pdf, pages) + writeOutline(pdf, pages, outline);
      const root = pdf.object(`<< /Type /Catalog /Pages ${tree} 0 R${more} >>`);
      return pdf.finish(root, pdf.object(title === '' ? '<< >>' : `<< /Title ${textString(title)} >>`));
    },
  };
}

function sizeOf({ width, height, viewBox }: Readonly<Record<string, string>>): readonly [number, number] {
  const [, , across = 0, down = 0] = numbersOf(viewBox ?? '');
  const [wide, high] = [Number.parseFloat(width ?? ''), Number.parseFloat(height ?? '')];
  return [wide || across || A4[0], high || down || A4[1]];
}

/** A prefix of six capital letters marks a font subset (ISO 32000-1, 9.6.4). */
function tagOf(index: number): string {
  return [...codeOf(index).padStart(6, '0')].map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 16))).join('');
}

function resourceEntries({ pictures, states, shadings }: Resources, fonts: readonly string[]): string {
  const written = [...pictures.values()].filter((picture) => picture !== undefined);
  const objects = [...new Set(written.map(({ object }) => `/I${object} ${object} 0 R`))];
  const named = (entries: Iterable<string>): string => `<< ${[...entries].join(' ')} >>`;
  return (
    `<< /Font ${named(fonts)} /XObject ${named(objects)} ` +
    `/ExtGState ${named([...states].map(([state, name]) => `/${name} ${state}`))} ` +
    `/Shading ${named([...shadings].map(([name, object]) => `/${name} ${object} 0 R`))} >>`
  );
}
