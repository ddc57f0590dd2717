import { ConversionError } from '@bakkum/conversion/errors';
import { type DataReader, dataEngine } from '@bakkum/data-tree/data-reader';
import type { Table } from '@bakkum/data-tree/value';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { readXml } from '@bakkum/document-input/xml-file';
import { readGettext } from './gettext.ts';
import { readMemory } from './memory.ts';
import { recordOf } from './unit.ts';
import { readXliff } from './xliff.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** Reads every translation in a package in file order. */
function packed(bytes: Uint8Array<ArrayBuffer>): readonly Table[] {
  const parts = unpackParts(bytes, (path) => /\.(?:xlf|xliff)$/i.test(path));
  if (parts.size === 0) throw new ConversionError('corrupt', 'no translation in it');
  return [...parts.values()].flatMap((part) => readXliff(readXml(part)).map(recordOf));
}

const READERS: Readonly<Record<string, (bytes: Uint8Array<ArrayBuffer>) => readonly Table[]>> = {
  xliff: (bytes) => readXliff(readXml(bytes)).map(recordOf),
  xlz: packed,
  tmx: (bytes) => readMemory(readXml(bytes)),
  po: (bytes) => readGettext(decodeText(bytes)),
};

/** Reads source texts with their translations, one record each. */
export const engine = dataEngine((from): DataReader | undefined => {
  const read = READERS[from];
  return (
    read &&
    (({ bytes }) => {
      const records = read(bytes);
      if (records.length === 0) throw new ConversionError('empty', 'no text to translate in it');
      return records;
    })
  );
}, MAX_BYTES);
