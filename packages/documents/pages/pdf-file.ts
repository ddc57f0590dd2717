import type { Bytes } from '@bakkum/bytes/bytes';
import { zlibSync } from 'fflate';

/** The inside of a dictionary in PDF syntax: `/Type /Page /Parent 2 0 R`. */
export type Entries = string;

/** Writes a PDF 1.7 file object by object (ISO 32000-1, 7.5). Data is kept by reference, so large images are not copied. */
export type PdfFile = {
  /** Reserves the number of an object that is written later. */
  reserve(): number;
  /** Writes an object and returns its number. */
  object(body: string, number?: number): number;
  /** Writes a stream, compressed unless its entries already name a filter. */
  stream(entries: Entries, data: Uint8Array): number;
  /** Finishes the file. */
  finish(root: number, info?: number): Blob;
};

/** The second line marks the file as binary: four bytes above 127. */
const HEADER = Uint8Array.of(...new TextEncoder().encode('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a);

export function createPdfFile(): PdfFile {
  const parts: Bytes[] = [HEADER];
  const offsets: number[] = [];
  let length = HEADER.length;
  let count = 0;
  const put = (part: string | Bytes): void => {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const reserve = (): number => {
    count += 1;
    return count;
  };
  const object = (body: string, number = reserve()): number => {
    offsets[number] = length;
    put(`${number} 0 obj\n${body}\nendobj\n`);
    return number;
  };
  return {
    reserve,
    object,
    stream(entries, data) {
      const packed = !entries.includes('/Filter');
      const body = unshared(packed ? zlibSync(data, { level: 6 }) : data);
      const number = reserve();
      offsets[number] = length;
      put(`${number} 0 obj\n<< ${entries}${packed ? ' /Filter /FlateDecode' : ''} /Length ${body.length} >>\nstream\n`);
      put(body);
      put('\nendstream\nendobj\n');
      return number;
    },
    finish(root, info) {
      const facts = info === undefined ? '' : ` /Info ${info} 0 R`;
      const start = length;
      const rows = Array.from({ length: count }, (_, index) => `${String(offsets[index + 1] ?? 0).padStart(10, '0')} 00000 n \n`);
      put(`xref\n0 ${count + 1}\n0000000000 65535 f \n${rows.join('')}`);
      put(`trailer\n<< /Size ${count + 1} /Root ${root} 0 R${facts} >>\nstartxref\n${start}\n%%EOF\n`);
      return new Blob(parts, { type: 'application/pdf' });
    },
  };
}

/** The same bytes in a buffer that blobs accept. */
function unshared(bytes: Uint8Array): Bytes {
  const { buffer, byteOffset, length } = bytes;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, length) : new Uint8Array(bytes);
}

/** A number in PDF syntax: no exponent, and no more digits than print resolution needs. */
export function real(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return Number.isFinite(rounded) ? String(rounded === 0 ? 0 : rounded).replace(/e.*/, '') : '0';
}

/** A text string in UTF-16 (ISO 32000-1, 7.9.2.2). */
export function textString(text: string): string {
  return `<FEFF${hexOf(text)}>`;
}

/** UTF-16 code units as four hexadecimal digits each. */
export function hexOf(text: string): string {
  return Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0'),
  ).join('');
}
