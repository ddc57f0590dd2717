import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Detection, detectFormat, readHead } from '@bakkum/formats/detect';
import { publicFormats } from '@bakkum/registry/catalogue';
import { openFileBlob } from '@bakkum/registry/file-blobs.node';

export type OpenedFile = { readonly blob: Blob; readonly name: string; readonly detection: Detection };

/** Opens a file and says what it is; undefined when there is no such file. */
export async function openFile(file: string): Promise<OpenedFile | undefined> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile()) return undefined;
  const blob = await openFileBlob(file);
  const name = path.basename(file);
  return { blob, name, detection: detectFormat({ ...(await readHead(blob)), name }, publicFormats()) };
}
