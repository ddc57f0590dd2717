import { ADTS, BlobSource, FLAC, Input, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } from 'mediabunny';

/** Playlists (HLS) are left out: they name other files. */
const READ = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS];

/**
 * Opens a file for reading piece by piece; dispose of it when done.
 * @param sparse only small pieces far apart will be read, of the sound of a long video. Read as a stream, what lies between
 * would go through memory faster than it is given back: 380 MB more for a file of 1.5 GB, where pieces take 190.
 */
export function openMedia(file: Blob, sparse = false): Input {
  return new Input({ source: patientSource(file, sparse), formats: READ });
}

/** The same bytes asked for this often, one time after the other, are asked for without end. */
const MOST_REPEATS = 1000;

/**
 * Reads a file for the library, and ends its circles. Looking for the next element behind the last one of a Matroska
 * file with something unknown at its end, version 1.61.0 asks for the last eight bytes for ever, without once letting go
 * of the thread. `null` is the source's word for "there is nothing more", and the search ends.
 */
function patientSource(file: Blob, sparse: boolean): BlobSource {
  const source = new BlobSource(file, { useStreamReader: !sparse });
  const read: unknown = Reflect.get(source, '_read'); // the library keeps this method of its sources to itself
  if (typeof read !== 'function') throw new TypeError('this version of mediabunny reads its sources another way');
  let last: unknown;
  let repeats = 0;
  Reflect.set(source, '_read', (...range: readonly unknown[]): unknown => {
    const asked = range.slice(0, 2).join('-');
    repeats = asked === last ? repeats + 1 : 0;
    last = asked;
    return repeats > MOST_REPEATS ? null : Reflect.apply(read, source, range);
  });
  return source;
}
