import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { strToU8, zipSync } from 'fflate';
import { type Dialect } from './feature.ts';
import { kml, placesIn } from './kml.ts';

/** Maps of entire countries take 100 MB; more is a bomb. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A zip with a KML file (by convention `doc.kml`), other KML files it links to, and images. */
export const kmz: Dialect = {
  read(file, notes) {
    const members = [...unpackParts(file, (name) => /\.kml$/i.test(name), MAX_BYTES).values()];
    if (members.length === 0) throw corrupt('no KML in it');
    const features = members.flatMap((member) => placesIn(member, notes));
    if (features.length === 0) throw new ConversionError('unsupported-feature', 'no places in it');
    return { features };
  },
  write: (features, notes) => {
    const text = kml.write(features, notes);
    return new Uint8Array(
      zipSync({ 'doc.kml': typeof text === 'string' ? strToU8(text) : text }, { mtime: '1980-01-01T00:00:00' }),
    );
  },
};
