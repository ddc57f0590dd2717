import { viewOf } from '@bakkum/bytes/bytes';

/** Data from a JPEG's frame header and structure (ITU-T T.81, B.2). */
export type JpegFrame = {
  readonly width: number;
  readonly height: number;
  /** Bits per sample: 8, or 12 in the extended modes. */
  readonly precision: number;
  /** 1 grey, 3 colour, 4 CMYK or YCCK. */
  readonly components: number;
  readonly lossless: boolean;
  readonly arithmetic: boolean;
  /** False when the file ends before its end-of-image marker. */
  readonly complete: boolean;
};

const SOF = { first: 0xc0, last: 0xcf, notFrames: [0xc4, 0xc8, 0xcc] } as const;
const SOS = 0xda;
const EOI = 0xd9;

/** `undefined` when the bytes do not start like a JPEG or have no frame header. */
export function readJpegFrame(bytes: Uint8Array): JpegFrame | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const view = viewOf(bytes);
  let frame: Omit<JpegFrame, 'complete'> | undefined;
  let at = nextMarker(bytes, 2);
  while (at >= 0) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === EOI) return frame && { ...frame, complete: true };
    if (at + 4 > bytes.length) break;
    const end = at + 2 + view.getUint16(at + 2);
    if (!frame && isFrame(marker) && at + 10 <= bytes.length) frame = frameAt(view, at, marker);
    at = nextMarker(bytes, marker === SOS ? end : Math.max(end, at + 2));
  }
  return frame && { ...frame, complete: false };
}

function isFrame(marker: number): boolean {
  return marker >= SOF.first && marker <= SOF.last && !SOF.notFrames.some((other) => other === marker);
}

function frameAt(view: DataView, at: number, marker: number): Omit<JpegFrame, 'complete'> {
  return {
    precision: view.getUint8(at + 4),
    height: view.getUint16(at + 5),
    width: view.getUint16(at + 7),
    components: view.getUint8(at + 9),
    lossless: (marker & 3) === 3,
    arithmetic: marker >= 0xc9,
  };
}

/** Position of the next marker other than a restart, a stuffed byte or a fill byte; -1 at the end of the file. */
function nextMarker(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (next !== 0 && next !== 0xff && !isRestart) return at;
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2);
  }
  return -1;
}
