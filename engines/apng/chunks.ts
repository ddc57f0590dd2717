import { concat, textAt, uint32BE, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { PNG_SIGNATURE, pngChunk } from '@bakkum/image-metadata/png-chunks';

export type ApngFrame = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** 0 keeps the frame, 1 clears its area, 2 restores the previous content (fcTL, dispose_op). */
  readonly dispose: number;
  readonly blends: boolean;
  /** A PNG file that holds only this frame. */
  readonly file: Uint8Array<ArrayBuffer>;
};

export type Apng = { readonly loopCount: number; readonly frames: readonly ApngFrame[]; readonly isCut: boolean };

type Open = { readonly control: DataView; readonly data: Uint8Array[] };

/** Frames in order. A default image before the first frame control chunk is for programs without APNG support and is skipped. */
export function readApng(bytes: Uint8Array): Apng {
  const view = viewOf(bytes);
  const header = bytes.subarray(16, 29);
  const shared: Uint8Array[] = [];
  const open: Open[] = [];
  let loopCount = 0;
  let at = 8;
  let type = '';
  while (at + 12 <= bytes.length && type !== 'IEND') {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) break;
    type = textAt(bytes, at + 4, 4);
    const data = bytes.subarray(at + 8, end - 4);
    if (type === 'acTL' && data.length >= 8) loopCount = viewOf(data).getUint32(4);
    else if (type === 'PLTE' || type === 'tRNS') shared.push(bytes.subarray(at, end));
    else if (type === 'fcTL' && data.length >= 26) open.push({ control: viewOf(data), data: [] });
    else if (type === 'IDAT') open.at(-1)?.data.push(data);
    else if (type === 'fdAT') open.at(-1)?.data.push(data.subarray(4));
    at = end;
  }
  const whole = open.filter(({ data }) => data.length > 0);
  return { loopCount, isCut: type !== 'IEND', frames: whole.map((frame) => frameOfControl(frame, header, shared)) };
}

function frameOfControl({ control, data }: Open, header: Uint8Array, shared: readonly Uint8Array[]): ApngFrame {
  const [width, height, x, y] = [control.getUint32(4), control.getUint32(8), control.getUint32(12), control.getUint32(16)];
  const canvas = viewOf(header);
  if (width === 0 || height === 0 || x + width > canvas.getUint32(0) || y + height > canvas.getUint32(4)) {
    throw new ConversionError('corrupt', 'a frame reaches outside the picture');
  }
  const own = pngChunk('IHDR', uint32BE(width), uint32BE(height), header.subarray(8));
  return {
    ...{ x, y, width, height },
    durationMs: (control.getUint16(20) * 1000) / (control.getUint16(22) || 100),
    dispose: control.getUint8(24),
    blends: control.getUint8(25) === 1,
    file: concat([PNG_SIGNATURE, own, ...shared, pngChunk('IDAT', ...data), pngChunk('IEND')]),
  };
}
