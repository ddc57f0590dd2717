import { ADTS, FLAC, Input, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } from 'mediabunny';
import { WindowSource } from './window-source.ts';

/** Readable formats. Playlists (HLS) are left out, as they reference other files. */
const READ = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS];

/** Opens a file for reading in pieces; dispose of it when done. */
export function openMedia(file: Blob): Input {
  return new Input({ source: new WindowSource(file), formats: READ });
}
