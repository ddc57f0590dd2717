import { ConversionError } from '@bakkum/conversion/errors';
import { readDirectory } from '@bakkum/document-input/zip-directory';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { corrupt, type Dialect } from './feature.ts';
import { kml, placesIn } from './kml.ts';

/** Maps of entire countries take 100 MB; more is a bomb. */
const MOST_BYTES = 256 * 1024 * 1024;

/** A zip with a KML file (by convention `doc.kml`), other KML files it links to, and images. */
export const kmz: Dialect = {
  read(file, notes) {
    const members = readDirectory(file)?.filter(({ name }) => /\.kml$/i.test(name)) ?? [];
    if (members.length === 0) throw corrupt('no KML in it');
    const size = members.reduce((sum, member) => sum + member.size, 0);
    if (size > MOST_BYTES) throw new ConversionError('too-large', `a map of ${size} bytes`);
    const features = unpack(file).flatMap((member) => placesIn(member, notes));
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

function unpack(file: Uint8Array<ArrayBuffer>): readonly Uint8Array[] {
  try {
    return Object.values(
      unzipSync(file, { filter: ({ name, originalSize }) => /\.kml$/i.test(name) && originalSize <= MOST_BYTES }),
    );
  } catch (cause) {
    throw corrupt('the zip does not unpack', cause);
  }
}
