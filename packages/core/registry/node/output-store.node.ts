import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ConversionError } from '@bakkum/conversion/errors';
import type { MadeFile, OutputFile } from '@bakkum/conversion/output-file';
import { openFileBlob } from './file-blobs.node.ts';

type OutputStore = {
  open(): OutputFile;
  /** Moves a file of the same file system to the results. */
  adopt(file: string): MadeFile;
};

/** Stores results as numbered files in a folder. The folder is created with the first file. */
export function createOutputStore(folder: string): OutputStore {
  let lastFile = 0;
  const nextPlace = (): string => {
    lastFile += 1;
    mkdirSync(folder, { recursive: true });
    return path.join(folder, String(lastFile));
  };
  return {
    open: () => diskOutput(nextPlace()),
    adopt(file) {
      const place = nextPlace();
      renameSync(file, place);
      return {
        size: statSync(place).size,
        close: (mediaType) => openFileBlob(place, mediaType),
        discard: () => rm(place, { force: true }),
      };
    },
  };
}

function diskOutput(file: string): OutputFile {
  const descriptor = openSync(file, 'wx');
  let open = true;
  let size = 0;
  const end = (): void => {
    if (open) closeSync(descriptor);
    open = false;
  };
  return {
    get size() {
      return size;
    },
    write(bytes, position) {
      for (let done = 0; done < bytes.length; )
        done += untilFull(() => writeSync(descriptor, bytes, done, bytes.length - done, position + done));
      if (bytes.length > 0) size = Math.max(size, position + bytes.length);
    },
    truncate(length) {
      untilFull(() => ftruncateSync(descriptor, length));
      size = length;
    },
    close(mediaType) {
      end();
      return openFileBlob(file, mediaType);
    },
    async discard() {
      end();
      await rm(file, { force: true });
    },
  };
}

function untilFull<T>(act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new ConversionError('storage-full', String(code), { cause });
    throw cause;
  }
}
