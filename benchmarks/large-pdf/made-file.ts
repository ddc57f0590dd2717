import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Writes a PDF like a scanned book: each page has some text and a different image that cannot be compressed. */
export async function writeLargePdf(file: string, pages: number, imageBytes: number): Promise<void> {
  const out = createWriteStream(file);
  const places: number[] = [];
  let at = 0;
  const write = async (data: string | Uint8Array): Promise<void> => {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
    at += bytes.length;
    if (!out.write(bytes)) await once(out, 'drain');
  };
  const object = async (number: number, head: string, stream?: Uint8Array): Promise<void> => {
    places[number] = at;
    await write(`${number} 0 obj\n${head}\n`);
    if (stream) {
      await write('stream\n');
      await write(stream);
      await write('\nendstream\n');
    }
    await write('endobj\n');
  };
  const first = 4;
  await write('%PDF-1.7\n');
  await object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  const kids = Array.from({ length: pages }, (_, page) => `${first + 3 * page} 0 R`).join(' ');
  await object(2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`);
  await object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const side = Math.floor(Math.sqrt(imageBytes));
  for (let page = 0; page < pages; page += 1) {
    const number = first + 3 * page;
    const resources = `<< /Font << /F 3 0 R >> /XObject << /I ${number + 2} 0 R >> >>`;
    const box = '/MediaBox [0 0 595 842]';
    await object(number, `<< /Type /Page /Parent 2 0 R ${box} /Resources ${resources} /Contents ${number + 1} 0 R >>`);
    const drawing = Buffer.from(`q 500 0 0 500 47 200 cm /I Do Q BT /F 20 Tf 50 50 Td (page ${page + 1}) Tj ET`);
    await object(number + 1, `<< /Length ${drawing.length} >>`, drawing);
    const image = grain(side * side, page + 1);
    const kind = '/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8';
    await object(number + 2, `<< ${kind} /Width ${side} /Height ${side} /Length ${image.length} >>`, image);
  }
  const table = at;
  const rows = places.slice(1).map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  await write(`xref\n0 ${places.length}\n0000000000 65535 f \n${rows.join('')}`);
  await write(`trailer\n<< /Size ${places.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  out.end();
  await finished(out);
}

/** Noise that is the same for the same seed. */
function grain(length: number, start: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = start;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}
