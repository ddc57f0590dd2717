import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { assertPixelCount } from '@bakkum/raster/construct';
import { fromHex, latin1, type Stored } from './stored.ts';

/** Reads previews of an EPS: a TIFF or metafile in its header, a bitmap in comments, or Photoshop's thumbnail. */
export function inPostScript(file: Bytes): readonly Stored[] {
  const view = viewOf(file);
  const isBinary = view.getUint32(0) === 0xc5d0d3c6;
  if (!isBinary) return inComments(file);
  const part = (at: number): Bytes => {
    const start = view.getUint32(at, true);
    return file.subarray(start, start + view.getUint32(at + 4, true));
  };
  const beside = [part(12), part(20)].filter(({ length }) => length > 0).map((bytes): Stored => ({ kind: 'file', bytes }));
  return [...beside, ...inComments(part(4))];
}

function inComments(script: Bytes): readonly Stored[] {
  const text = latin1(script);
  return [...interchanged(text), ...ofPhotoshop(text)];
}

/** Reads the interchange preview (EPSI): rows of bits with 1 as ink. */
function interchanged(text: string): readonly Stored[] {
  const found = /%%BeginPreview:\s*(\d+)\s+(\d+)\s+(\d+)[^\r\n]*/.exec(text);
  const body = found ? textBetween(text, found.index + found[0].length, '%%EndPreview') : undefined;
  if (!found || body === undefined) return [];
  const [width, height, bits] = [Number(found[1]), Number(found[2]), Number(found[3])];
  assertPixelCount(width, height);
  const samples = fromHex(body);
  const rowBytes = Math.ceil((width * bits) / 8);
  if (![1, 2, 4, 8].includes(bits) || samples.length < rowBytes * height) return [];
  const most = 2 ** bits - 1;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    const bit = (index % width) * bits;
    const value = ((samples[Math.floor(index / width) * rowBytes + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & most;
    const level = 255 - (value * 255) / most;
    data.set([level, level, level, 255], index * 4);
  }
  return [{ kind: 'pixels', pixels: { depth: 8, width, height, data } }];
}

function textBetween(text: string, start: number, mark: string): string | undefined {
  const end = text.indexOf(mark, start);
  return end < 0 ? undefined : text.slice(start, end);
}

const THUMBNAIL = 1036;

/** Reads the thumbnail in Photoshop's resource blocks: a 28-byte header, then a JPEG. */
function ofPhotoshop(text: string): readonly Stored[] {
  const found = /%BeginPhotoshop:\s*\d+/.exec(text);
  const body = found && textBetween(text, found.index + found[0].length, '%EndPhotoshop');
  if (!body) return [];
  const blocks = fromHex(body);
  const view = viewOf(blocks);
  for (let at = 0; at + 12 <= blocks.length && latin1(blocks.subarray(at, at + 4)) === '8BIM'; ) {
    const name = view.getUint8(at + 6) + 1;
    const start = at + 6 + name + (name % 2) + 4;
    const size = view.getUint32(start - 4);
    if (view.getUint16(at + 4) === THUMBNAIL) return [{ kind: 'file', bytes: blocks.subarray(start + 28, start + size) }];
    at = start + size + (size % 2);
  }
  return [];
}
