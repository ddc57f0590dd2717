import { type DataReader, dataEngine } from '@bakkum/data-tree/data-reader';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { readCapture } from './capture.ts';
import { readColourProfile } from './colour-profile.ts';
import { readFontMetrics } from './font-metrics.ts';
import { readHierarchy } from './hierarchy.ts';
import { readMaterials } from './materials.ts';

const MAX_BYTES = 256 * 1024 * 1024;

const READERS: Readonly<Record<string, DataReader>> = {
  afm: ({ bytes, notes }) => {
    const text = decodeText(bytes);
    if (!/^EndFontMetrics\b/m.test(text)) notes.lose('damaged-source');
    return readFontMetrics(text);
  },
  icc: ({ bytes }) => readColourProfile(bytes),
  mtl: ({ bytes }) => readMaterials(decodeText(bytes)),
  mtree: ({ bytes }) => readHierarchy(decodeText(bytes)),
  pcap: ({ bytes, notes }) => readCapture(bytes, () => notes.lose('damaged-source')),
};

/** Reads files that describe other content (a font, colours, surfaces, a folder, traffic) as data. */
export const engine = dataEngine((from) => READERS[from], MAX_BYTES);
