import { createPdfFile } from '@bakkum/document-pages/pdf-file';
import { readJpegFrame } from '@bakkum/image-metadata/jpeg-frame';

/** A page of a scanner: a grey JPEG file and its resolution in pixels per inch. */
export type ScannedImage = { readonly jpeg: Uint8Array<ArrayBuffer>; readonly dpi: number };

/** Returns a PDF whose pages hold one image each and no text. */
export function scannedPdfOf(images: readonly ScannedImage[]): Blob {
  const pdf = createPdfFile();
  const tree = pdf.reserve();
  const kids = images.map(({ jpeg, dpi }) => {
    const frame = readJpegFrame(jpeg);
    if (frame?.components !== 1) throw new TypeError('not a grey JPEG file');
    const { width, height } = frame;
    const kind = '/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode';
    const image = pdf.stream(`${kind} /Width ${width} /Height ${height}`, jpeg);
    const [across, down] = [(width / dpi) * 72, (height / dpi) * 72];
    const content = pdf.stream('', new TextEncoder().encode(`q ${across} 0 0 ${down} 0 0 cm /I Do Q`));
    const resources = `<< /XObject << /I ${image} 0 R >> >>`;
    const box = `[0 0 ${across} ${down}]`;
    return pdf.object(`<< /Type /Page /Parent ${tree} 0 R /MediaBox ${box} /Resources ${resources} /Contents ${content} 0 R >>`);
  });
  pdf.object(`<< /Type /Pages /Count ${images.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`, tree);
  return pdf.finish(pdf.object(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}
