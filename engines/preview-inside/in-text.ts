import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { fromBase64, latin1, type Stored } from './stored.ts';

const files = (texts: Iterable<readonly string[]>): readonly Stored[] =>
  Array.from(texts, ([, text = '']) => ({ kind: 'file', bytes: fromBase64(text) }));

/** Reads page previews in the XMP metadata of an InDesign document. */
export function inInDesign(file: Bytes): readonly Stored[] {
  const found = latin1(file).matchAll(/<xmpGImg:image>([^<]+)<|\bxmpGImg:image="([^"]+)"/g);
  return files(Array.from(found, ([all, one, other]) => [all, one ?? other ?? '']));
}

/** Reads the thumbnail in Paint.NET's XML header. */
export function inPaintNet(file: Bytes): readonly Stored[] {
  const length = viewOf(file).getUint32(4, true) & 0xffffff;
  return files(latin1(file.subarray(7, 7 + length)).matchAll(/<thumb\s[^>]*\bpng="([^"]+)"/g));
}

/** Reads thumbnails in comments that slicers write for the printer's display. */
export function inGcode(file: Bytes): readonly Stored[] {
  return files(latin1(file).matchAll(/^; thumbnail(?:_JPG)? begin [^\n]*\n((?:;[^\n]*\n)*?); thumbnail(?:_JPG)? end/gm));
}
