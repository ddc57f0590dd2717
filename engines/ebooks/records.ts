import { type Bytes, textAt, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** The records of a Palm database. */
export type Records = {
  get(index: number): Bytes | undefined;
  /** Errors: `corrupt` if there is no such record. */
  at(index: number): Bytes;
};

const HEADER = 78;
const KINDS = ['BOOKMOBI', 'TEXtREAd'];
/** Books of other Palm readers: eReader, Plucker, TealDoc, zTXT, iSilo. */
const OTHERS = ['PNRdPPrs', 'DataPlkr', 'TEXtTlDc', 'zTXTGPlm', 'ToGoToGo', 'SDocSilX'];

/** Errors: `corrupt`. */
export function readRecords(file: Bytes): Records {
  const kind = textAt(file, 60, 8);
  if (OTHERS.includes(kind)) throw new ConversionError('unsupported-feature', `a book of kind ${kind}`);
  if (file.length < HEADER + 8 || !KINDS.includes(kind)) throw new ConversionError('corrupt', 'no book');
  const view = viewOf(file);
  const count = view.getUint16(76);
  if (count === 0 || HEADER + count * 8 > file.length) throw new ConversionError('corrupt', 'the list of records is cut off');
  const start = (index: number): number => (index < count ? view.getUint32(HEADER + index * 8) : file.length);
  const get = (index: number): Bytes | undefined => {
    if (index < 0 || index >= count) return undefined;
    const [from, to] = [start(index), start(index + 1)];
    return from <= to && to <= file.length ? file.slice(from, to) : undefined;
  };
  return {
    get,
    at(index) {
      const record = get(index);
      if (!record) throw new ConversionError('corrupt', `no record ${index}`);
      return record;
    },
  };
}
