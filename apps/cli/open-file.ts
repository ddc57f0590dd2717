import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Detection, detectFormat, readHead } from '@bakkum/formats/detect';
import { publicFormats } from '@bakkum/registry/catalogue';

export type OpenedFile = { readonly blob: Blob; readonly name: string; readonly detection: Detection };

/** Reads a file and says what it is; undefined when there is no such file. */
export async function openFile(file: string): Promise<OpenedFile | undefined> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile()) return undefined;
  // Not `openAsBlob`: a blob backed by a file cannot be handed to a worker thread.
  const blob = new Blob([await readFile(file)]);
  const name = path.basename(file);
  return { blob, name, detection: detectFormat({ ...(await readHead(blob)), name }, publicFormats()) };
}
