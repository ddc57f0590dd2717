import { imagesOn, type PlacedImage } from './images.ts';
import type { Pdfium } from './program.ts';

/** A page is a scan if images cover at least this share of it and it has at most this many characters, such as those of a stamp. */
const COVERED = 0.8;
const FEW_CHARACTERS = 20;

/** Whether images cover a page and it has hardly any text. */
export function isScannedPage(pdfium: Pdfium, page: number): boolean {
  return scanDensity(pdfium, page) !== undefined;
}

/**
 * Returns the pixels per inch of the sharpest image that covers most of a scanned page; `undefined` if images do not cover the page, or
 * if it has text of its own.
 */
export function scanDensity(pdfium: Pdfium, page: number): number | undefined {
  const { call } = pdfium;
  const area = call.FPDF_GetPageWidthF(page) * call.FPDF_GetPageHeightF(page);
  const images = imagesOn(pdfium, page);
  const covered = images.reduce((sum, image) => sum + areaOf(image), 0);
  if (covered <= area * COVERED || hasText(pdfium, page)) return undefined;
  const largest = Math.max(...images.map(areaOf));
  return Math.max(...images.filter((image) => areaOf(image) >= largest / 2).map(densityOf));
}

/** Size of the box around an image, in square points. */
const areaOf = ({ matrix: [a, b, c, d] }: PlacedImage): number => (Math.abs(a) + Math.abs(c)) * (Math.abs(b) + Math.abs(d));

const densityOf = (image: PlacedImage): number => Math.sqrt((image.width * image.height) / Math.max(1, areaOf(image))) * 72;

function hasText({ call }: Pdfium, page: number): boolean {
  const text = call.FPDFText_LoadPage(page);
  try {
    const count = call.FPDFText_CountChars(text);
    let found = 0;
    for (let at = 0; at < count && found <= FEW_CHARACTERS; at += 1)
      if (/\S/.test(String.fromCharCode(call.FPDFText_GetUnicode(text, at)))) found += 1;
    return found > FEW_CHARACTERS;
  } finally {
    call.FPDFText_ClosePage(text);
  }
}
