import { decodeBase64, viewOf } from '@bakkum/bytes/bytes';
import type { PdfFile } from './pdf-file.ts';
import { pngSize, readPng } from './png.ts';

/** An image in the file: its object number and its size in pixels. */
export type WrittenPicture = { readonly object: number; readonly width: number; readonly height: number };

/** The media type and bytes of a base64 `data:` URL. */
export function readDataUrl(address: string): { readonly type: string; readonly bytes: Uint8Array } | undefined {
  const [, type, data] = /^data:([^;,]*)(?:;[^;,]*)*;base64,(.*)/s.exec(address) ?? [];
  if (type === undefined || data === undefined) return undefined;
  return { type, bytes: decodeBase64(data) };
}

/** Writes a JPEG unchanged, or the pixels of a PNG. `undefined` for anything else. */
export function writePicture(pdf: PdfFile, bytes: Uint8Array): WrittenPicture | undefined {
  return writeJpeg(pdf, bytes) ?? writePng(pdf, bytes);
}

/** Size of a JPEG or PNG in pixels, from its header; `undefined` for anything else. */
export function pictureSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  return frameOf(bytes) ?? pngSize(bytes);
}

const SPACES: Readonly<Record<number, string>> = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' };

function writeJpeg(pdf: PdfFile, bytes: Uint8Array): WrittenPicture | undefined {
  const frame = frameOf(bytes);
  const space = SPACES[frame?.channels ?? 0];
  if (!frame || !space) return undefined;
  const { width, height, channels } = frame;
  // Nearly all four-channel JPEGs come from a program that stores them inverted.
  const inverted = channels === 4 ? ' /Decode [1 0 1 0 1 0 1 0]' : '';
  const object = pdf.stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent 8${inverted} /Filter /DCTDecode`,
    bytes,
  );
  return { object, width, height };
}

type Frame = { readonly width: number; readonly height: number; readonly channels: number };

/** The frame header of a JPEG with eight bits per sample (ITU-T T.81, B.2.2). */
function frameOf(bytes: Uint8Array): Frame | undefined {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      if (bytes[at + 4] !== 8) return undefined;
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), channels: bytes[at + 9] ?? 0 };
    }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function writePng(pdf: PdfFile, bytes: Uint8Array): WrittenPicture | undefined {
  const planes = readPng(bytes);
  if (!planes) return undefined;
  const { width, height, channels, colour, opacity } = planes;
  const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`;
  const mask = opacity && pdf.stream(`${size} /ColorSpace /DeviceGray`, opacity);
  const object = pdf.stream(
    `${size} /ColorSpace ${channels === 1 ? '/DeviceGray' : '/DeviceRGB'}${mask === undefined ? '' : ` /SMask ${mask} 0 R`}`,
    colour,
  );
  return { object, width, height };
}
