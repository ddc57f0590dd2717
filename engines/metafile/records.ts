import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

export type Inspection = {
  /** The file ends or becomes invalid before the end record. */
  readonly isCut: boolean;
};

/** Start of the records of a metafile type, and how to read their type and length. */
type Layout = {
  readonly start: number;
  /** Size in bytes; a value too small or invalid means damage. */
  readonly sizeAt: (view: DataView, at: number) => number;
  readonly endsAt: (view: DataView, at: number) => boolean;
  readonly smallest: number;
};

const PLACEABLE_KEY = 0x9ac6cdd7;
const PLACEABLE_BYTES = 22;
const WMF_HEADER_BYTES = 18;
const EMF_HEADER_BYTES = 88;
const EMF_SIGNATURE = 0x464d4520;
const EMR_EOF = 14;

/**
 * Walks over the records without drawing ([MS-WMF] 2.3, [MS-EMF] 2.3). Throws `corrupt` if the bytes do not start as a metafile
 * or hold no complete record.
 */
export function inspectMetafile(bytes: Uint8Array): Inspection {
  const view = viewOf(bytes);
  const layout = emfLayout(view) ?? wmfLayout(view);
  if (!layout) throw new ConversionError(bytes.length === 0 ? 'empty' : 'corrupt', 'does not begin as a metafile');
  const { start, sizeAt, endsAt, smallest } = layout;
  let at = start;
  while (at + smallest <= view.byteLength) {
    const size = sizeAt(view, at);
    if (size < smallest || at + size > view.byteLength) break;
    if (endsAt(view, at)) return { isCut: false };
    at += size;
  }
  if (at === start) throw new ConversionError('corrupt', 'no whole record');
  return { isCut: true };
}

/** The header is itself a record but draws nothing, so the walk starts after it. */
function emfLayout(view: DataView): Layout | undefined {
  if (view.byteLength < EMF_HEADER_BYTES || view.getUint32(0, true) !== 1) return undefined;
  if (view.getUint32(40, true) !== EMF_SIGNATURE) return undefined;
  return {
    start: view.getUint32(4, true),
    smallest: 8,
    sizeAt: (data, at) => data.getUint32(at + 4, true),
    endsAt: (data, at) => data.getUint32(at, true) === EMR_EOF,
  };
}

function wmfLayout(view: DataView): Layout | undefined {
  const isPlaceable = view.byteLength >= PLACEABLE_BYTES && view.getUint32(0, true) === PLACEABLE_KEY;
  const header = isPlaceable ? PLACEABLE_BYTES : 0;
  if (view.byteLength < header + WMF_HEADER_BYTES) return undefined;
  const [type, headerWords] = [view.getUint16(header, true), view.getUint16(header + 2, true)];
  if ((type !== 1 && type !== 2) || headerWords !== WMF_HEADER_BYTES / 2) return undefined;
  return {
    start: header + WMF_HEADER_BYTES,
    smallest: 6,
    // In two-byte words.
    sizeAt: (data, at) => data.getUint32(at, true) * 2,
    endsAt: (data, at) => data.getUint16(at + 4, true) === 0,
  };
}
