import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { latin1, type Stored } from './stored.ts';

export function inDrawing(file: Bytes): readonly Stored[] {
  return latin1(file.subarray(0, 4)) === 'RIFF' ? inRiff(file) : inDwg(file);
}

const KIND = { bitmap: 2, metafile: 3, png: 6 } as const;

/** Reads the preview list of an AutoCAD drawing: type, offset and length per image, after a marker and a count. */
function inDwg(file: Bytes): readonly Stored[] {
  const view = viewOf(file);
  const list = view.getUint32(13, true);
  if (list === 0 || list + 21 > file.length) return [];
  const found: Stored[] = [];
  for (let index = 0; index < view.getUint8(list + 20); index += 1) {
    const at = list + 21 + index * 9;
    const start = view.getUint32(at + 1, true);
    const bytes = file.subarray(start, start + view.getUint32(at + 5, true));
    const kind = view.getUint8(at);
    if (kind === KIND.bitmap) found.push({ kind: 'bitmap', bytes });
    else if (kind === KIND.png || kind === KIND.metafile) found.push({ kind: 'file', bytes });
  }
  return found;
}

/** Reads preview bitmaps in RIFF files; a clipboard format number precedes each. */
function inRiff(file: Bytes): readonly Stored[] {
  const view = viewOf(file);
  const found: Stored[] = [];
  for (let at = 12; at + 12 <= file.length; ) {
    const size = view.getUint32(at + 4, true);
    if (latin1(file.subarray(at, at + 4)) === 'DISP' && view.getUint32(at + 8, true) === 8)
      found.push({ kind: 'bitmap', bytes: file.subarray(at + 12, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return found;
}
