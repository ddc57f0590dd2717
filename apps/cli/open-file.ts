import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Detection, detectFormat, readHead } from '@bakkum/formats/detect';
import { publicFormats } from '@bakkum/registry/catalogue';
import { openFileBlob } from '@bakkum/registry/node/file-blobs.node';

export type OpenedFile = { readonly blob: Blob; readonly name: string; readonly detection: Detection };

/** Opens a file and detects its format. Undefined if the file does not exist. */
export async function openFile(file: string): Promise<OpenedFile | undefined> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile()) return undefined;
  const blob = await openFileBlob(file);
  const name = path.basename(file);
  return { blob, name, detection: detectFormat({ ...(await readHead(blob)), name }, publicFormats()) };
}
