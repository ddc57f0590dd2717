import type { Bytes } from '@bakkum/bytes/bytes';

/** Content of a dictionary in PDF syntax: `/Type /Page /Parent 2 0 R`. */
type Entries = string;

/** Writes a PDF 1.5 file object by object (ISO 32000-1, 7.5). Data is kept by reference, so large images are not copied. */
export type PdfFile = {
  /** Reserves a number for an object that is written later. */
  reserve(): number;
  /** Writes a dictionary and returns its object number. */
  dictionary(entries: Entries, number?: number): number;
  /** Writes a stream and fills in its length. */
  stream(entries: Entries, data: Bytes): number;
  /**
   * Ends the file.
   * @param root object number of the catalogue
   */
  finish(root: number): Blob;
};

/** The second line marks the file as binary with four bytes above 127. */
const HEADER = Uint8Array.of(...asciiOf('%PDF-1.5\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a);

export function createPdfFile(): PdfFile {
  const parts: Bytes[] = [HEADER];
  const offsets: number[] = [];
  let length = HEADER.length;
  let count = 0;
  const put = (part: Bytes | string): void => {
    const bytes = typeof part === 'string' ? asciiOf(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const reserve = (): number => {
    count += 1;
    return count;
  };
  const begin = (number: number): void => {
    offsets[number] = length;
    put(`${number} 0 obj\n`);
  };
  return {
    reserve,
    dictionary(entries, number = reserve()) {
      begin(number);
      put(`<< ${entries} >>\nendobj\n`);
      return number;
    },
    stream(entries, data) {
      const number = reserve();
      begin(number);
      put(`<< ${entries} /Length ${data.length} >>\nstream\n`);
      put(data);
      put('\nendstream\nendobj\n');
      return number;
    },
    finish(root) {
      const start = length;
      const rows = Array.from({ length: count }, (_, index) => `${String(offsets[index + 1] ?? 0).padStart(10, '0')} 00000 n \n`);
      put(`xref\n0 ${count + 1}\n0000000000 65535 f \n${rows.join('')}`);
      put(`trailer\n<< /Size ${count + 1} /Root ${root} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
      return new Blob(parts, { type: 'application/pdf' });
    },
  };
}

function asciiOf(text: string): Bytes {
  return new TextEncoder().encode(text);
}
