import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createPdfFile } from '@bakkum/document-pages/pdf-file';
import { cropped, type GreyImage } from '@bakkum/document-recognition/grey-image';

/** Resolution of the scanned page. */
export const SCAN_DPI = 200;

/** A page in English and Korean as a grey image. */
export function scannedPage(): GreyImage {
  const file = gunzipSync(readFileSync(path.join(import.meta.dirname, 'fixtures/recognition/library.pgm.gz')));
  const [head = '', width = '', height = ''] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 40).toString('latin1')) ?? [];
  return { width: Number(width), height: Number(height), data: new Uint8Array(file.subarray(head.length)) };
}

/** Its heading and first paragraph. */
export const scannedLines = (): GreyImage => cropped(scannedPage(), { left: 0, top: 0, right: 1650, bottom: 240 }, 0);

/** A PDF with pages that hold only this image. */
export function scannedPdf({ width, height, data }: GreyImage, pages = 1): Blob {
  const pdf = createPdfFile();
  const tree = pdf.reserve();
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  const image = pdf.stream(entries, data);
  const [across, down] = [(width / SCAN_DPI) * 72, (height / SCAN_DPI) * 72];
  const content = pdf.stream('', new TextEncoder().encode(`q ${across} 0 0 ${down} 0 0 cm /I Do Q`));
  const kids = Array.from({ length: pages }, () =>
    pdf.object(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${across} ${down}] /Resources << /XObject << /I ${image} 0 R >> >> /Contents ${content} 0 R >>`,
    ),
  );
  pdf.object(`<< /Type /Pages /Count ${pages} /Kids [${kids.map((page) => `${page} 0 R`).join(' ')}] >>`, tree);
  return pdf.finish(pdf.object(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}

/** Three copies of a page below each other, with more lines than one reader gets at once. */
export function longPage(): GreyImage {
  const { width, height, data } = scannedPage();
  const long = new Uint8Array(data.length * 3);
  for (let part = 0; part < 3; part += 1) long.set(data, data.length * part);
  return { width, height: height * 3, data: long };
}
