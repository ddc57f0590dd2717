import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Kinds of files that people convert, one file of each. */
const KINDS =
  'jpg png heic webp avif gif svg tif bmp psd pdf docx pptx xlsx odt hwp hwpx epub md csv html mp4 mov mkv mp3 wav flac m4a zip 7z'.split(
    ' ',
  );
/** Larger files would make the trial about a single one. */
const MAX_BYTES = 3_000_000;

/** Returns the largest file of each everyday kind in a folder, up to 3 MB. */
export function everydayFiles(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, stat: statSync(file) }))
    .filter(({ stat }) => stat.isFile() && stat.size > 0 && stat.size <= MAX_BYTES)
    .toSorted((one, other) => other.stat.size - one.stat.size || one.file.localeCompare(other.file));
  return KINDS.flatMap((kind) => files.find(({ file }) => path.extname(file).toLowerCase() === `.${kind}`)?.file ?? []);
}
