import { createPdfFile, type PdfFile, textString } from '@bakkum/document-pages/pdf-file';
import type { Clip, Gradient, Item, Page, Paint, Picture, Rgb, Stroke, Tiling } from '../display-list.ts';
import { concat, type Matrix, scaleOf } from '../graphics/matrix.ts';
import { DEVICE_UNITS } from '../machine/vm.ts';
import { createPdfGlyphs, type PdfGlyphs } from './pdf-glyphs.ts';
import { matrixOperands, pathOperators, plain } from './pdf-path.ts';
import { digitsUnder } from './svg-numbers.ts';

/** Writes pages as a PDF with vector lines, gradients and searchable text. */
export function writePdf(pages: readonly Page[], title: string): Blob {
  const pdf = createPdfFile();
  const resources = createResources(pdf);
  const tree = pdf.reserve();
  const numbers = pages.map(({ box, items }) => {
    const unit = plain(1 / DEVICE_UNITS, 4);
    const sheet = new PdfSheet(resources, TO_POINTS, 1);
    const content = `${unit} 0 0 ${unit} 0 0 cm\n${sheet.items(items)}`;
    const stream = pdf.stream('', new TextEncoder().encode(content));
    const media = box.map((value) => plain(value, 3)).join(' ');
    return pdf.object(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [${media}] /Resources ${resources.number} 0 R /Contents ${stream} 0 R >>`,
    );
  });
  pdf.object(resources.entries(), resources.number);
  pdf.object(`<< /Type /Pages /Count ${numbers.length} /Kids [${numbers.map((page) => `${page} 0 R`).join(' ')}] >>`, tree);
  const root = pdf.object(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  return pdf.finish(root, pdf.object(title === '' ? '<< >>' : `<< /Title ${textString(title)} >>`));
}

/** Maps device space to page space. */
const TO_POINTS: Matrix = [1 / DEVICE_UNITS, 0, 0, 1 / DEVICE_UNITS, 0, 0];

type Resources = {
  readonly pdf: PdfFile;
  readonly number: number;
  readonly glyphs: PdfGlyphs;
  picture(picture: Picture, isSmooth: boolean): string;
  pattern(paint: Gradient | Tiling, toPoints: Matrix): string;
  entries(): string;
};

function createResources(pdf: PdfFile): Resources {
  const number = pdf.reserve();
  const glyphs = createPdfGlyphs(pdf);
  const pictures = new Map<Picture, string>();
  const patterns = new Map<object, string>();
  const objects: string[] = [];
  const painted: string[] = [];
  const resources: Resources = {
    pdf,
    number,
    glyphs,
    picture(picture, isSmooth) {
      const known = pictures.get(picture);
      if (known !== undefined) return known;
      const made = `I${pictures.size + 1}`;
      pictures.set(picture, made);
      objects.push(`/${made} ${writePicture(pdf, picture, isSmooth)} 0 R`);
      return made;
    },
    pattern(paint, toPoints) {
      const known = patterns.get(paint);
      if (known !== undefined) return known;
      const made = `P${patterns.size + 1}`;
      patterns.set(paint, made);
      const object = paint.kind === 'tiling' ? writeTiling(resources, paint, toPoints) : writeGradient(pdf, paint, toPoints);
      painted.push(`/${made} ${object} 0 R`);
      return made;
    },
    entries: () =>
      `<< /Font << ${glyphs.finish().join(' ')} >> /XObject << ${objects.join(' ')} >> /Pattern << ${painted.join(' ')} >> >>`,
  };
  return resources;
}

function writePicture(pdf: PdfFile, picture: Picture, isSmooth: boolean): number {
  const { width, height } = picture;
  const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8${isSmooth ? ' /Interpolate true' : ''}`;
  if (picture.kind === 'jpeg') {
    const space = picture.components === 1 ? '/DeviceGray' : '/DeviceRGB';
    return pdf.stream(`${size} /ColorSpace ${space} /Filter /DCTDecode`, picture.bytes);
  }
  const colours = new Uint8Array(width * height * 3);
  const opacity = new Uint8Array(width * height);
  let isOpaque = true;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    colours.set(picture.data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
    opacity[pixel] = picture.data[pixel * 4 + 3] ?? 255;
    if (opacity[pixel] !== 255) isOpaque = false;
  }
  const mask = isOpaque ? '' : ` /SMask ${pdf.stream(`${size} /ColorSpace /DeviceGray`, opacity)} 0 R`;
  return pdf.stream(`${size} /ColorSpace /DeviceRGB${mask}`, colours);
}

const spellRgb = (colour: Rgb): string => colour.map((value) => plain(value, 4)).join(' ');

function writeGradient(
  pdf: PdfFile,
  { kind, coordinates, extend, stops, matrix, background }: Gradient,
  toPoints: Matrix,
): number {
  const pieces = stops.slice(1).map(({ colour }, index) => {
    const from = stops[index]?.colour ?? colour;
    return `<< /FunctionType 2 /Domain [0 1] /C0 [${spellRgb(from)}] /C1 [${spellRgb(colour)}] /N 1 >>`;
  });
  const bounds = stops.slice(1, -1).map(({ offset }) => plain(offset, 5));
  const encode = pieces.map(() => '0 1').join(' ');
  const made = `<< /FunctionType 3 /Domain [0 1] /Functions [${pieces.join(' ')}] /Bounds [${bounds.join(' ')}] /Encode [${encode}] >>`;
  const behind = background ? ` /Background [${spellRgb(background)}]` : '';
  const shading =
    `<< /ShadingType ${kind === 'axial' ? 2 : 3} /ColorSpace /DeviceRGB /Coords [${coordinates.map((value) => plain(value, 6)).join(' ')}] ` +
    `/Extend [${extend.join(' ')}] /Function ${made}${behind} >>`;
  return pdf.object(`<< /PatternType 2 /Matrix [${matrixOperands(concat(matrix, toPoints))}] /Shading ${shading} >>`);
}

function writeTiling(resources: Resources, { items, box, xStep, yStep, matrix }: Tiling, toPoints: Matrix): number {
  const whole = concat(matrix, toPoints);
  const sheet = new PdfSheet(resources, whole, digitsUnder(whole) + 1);
  const content = new TextEncoder().encode(sheet.items(items));
  const spelledBox = box.map((value) => plain(value, 5)).join(' ');
  return resources.pdf.stream(
    `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [${spelledBox}] /XStep ${plain(xStep, 6)} /YStep ${plain(yStep, 6)} ` +
      `/Matrix [${matrixOperands(whole)}] /Resources ${resources.number} 0 R`,
    content,
  );
}

/** Line width in points for lines of zero width, the thinnest a device can draw. */
const HAIRLINE = 0.4;

class PdfSheet {
  private readonly resources: Resources;
  private readonly toPoints: Matrix;
  private readonly digits: number;
  private fill = '';
  private line = '';

  constructor(resources: Resources, toPoints: Matrix, digits: number) {
    this.resources = resources;
    this.toPoints = toPoints;
    this.digits = digits;
  }

  items(items: readonly Item[]): string {
    const parts: string[] = [];
    let open: readonly Clip[] = [];
    let before: Clip | undefined;
    for (const item of items) {
      if (item.clip !== before) {
        const wanted = chainOf(item.clip);
        const differs = wanted.findIndex((clip, index) => clip !== open[index]);
        const kept = Math.min(differs < 0 ? wanted.length : differs, open.length);
        parts.push('Q\n'.repeat(open.length - kept));
        for (const clip of wanted.slice(kept)) parts.push(this.clip(clip));
        if (kept < open.length || kept < wanted.length) this.forget();
        open = wanted;
        before = item.clip;
      }
      parts.push(this.item(item));
    }
    return parts.join('') + 'Q\n'.repeat(open.length);
  }

  private forget(): void {
    this.fill = '';
    this.line = '';
  }

  private clip({ path, rule }: Clip): string {
    return `q\n${pathOperators(path, this.digits)}${rule === 'evenodd' ? 'W*' : 'W'} n\n`;
  }

  private item(item: Item): string {
    switch (item.kind) {
      case 'fill':
        return `${this.colour(item.paint, false)}${pathOperators(item.path, this.digits)}${item.rule === 'evenodd' ? 'f*' : 'f'}\n`;
      case 'stroke':
        return this.stroke(item);
      case 'glyph': {
        const { font, code, scale } = this.resources.glyphs.place(item.glyph);
        const matrix = concat([1 / scale, 0, 0, 1 / scale, 0, 0], item.matrix);
        return `${this.colour(item.paint, false)}BT /${font} 1000 Tf ${matrixOperands(matrix)} Tm <${code}> Tj ET\n`;
      }
      case 'picture':
        return `q ${matrixOperands(item.matrix)} cm /${this.resources.picture(item.picture, item.isSmooth)} Do Q\n`;
    }
  }

  private stroke({ path, matrix, stroke, paint }: Extract<Item, { kind: 'stroke' }>): string {
    const colour = this.colour(paint, true);
    const isPlain = matrix.every((value, index) => value === (index === 0 || index === 3 ? 1 : 0));
    const whole = concat(matrix, this.toPoints);
    const digits = isPlain ? this.digits : digitsUnder(whole);
    const body = `${lineOperators(stroke, HAIRLINE / (scaleOf(whole) || 1), digits + 1)}${pathOperators(path, digits)}S\n`;
    return isPlain ? `${colour}${body}` : `${colour}q ${matrixOperands(matrix)} cm\n${body}Q\n`;
  }

  /** Sets a colour only when it changes. */
  private colour(paint: Paint, isLine: boolean): string {
    const spelled = this.spelled(paint, isLine);
    if ((isLine ? this.line : this.fill) === spelled) return '';
    if (isLine) this.line = spelled;
    else this.fill = spelled;
    return spelled;
  }

  private spelled(paint: Paint, isLine: boolean): string {
    if (paint.kind !== 'solid') {
      const name = this.resources.pattern(paint, this.toPoints);
      return isLine ? `/Pattern CS /${name} SCN\n` : `/Pattern cs /${name} scn\n`;
    }
    const [red, green, blue] = paint.colour;
    const isGrey = red === green && green === blue;
    if (isGrey) return `${plain(red, 4)} ${isLine ? 'G' : 'g'}\n`;
    return `${spellRgb(paint.colour)} ${isLine ? 'RG' : 'rg'}\n`;
  }
}

function chainOf(clip: Clip | undefined): readonly Clip[] {
  const chain: Clip[] = [];
  for (let at = clip; at; at = at.parent) chain.unshift(at);
  return chain;
}

function lineOperators({ width, cap, join, miterLimit, dash, dashOffset }: Stroke, thinnest: number, digits: number): string {
  const dashes = dash.map((length) => plain(length, digits)).join(' ');
  return (
    `${plain(width === 0 ? thinnest : width, digits)} w ${cap} J ${join} j ${plain(Math.max(1, miterLimit), 3)} M ` +
    `[${dashes}] ${plain(Math.max(0, dashOffset), digits)} d\n`
  );
}
