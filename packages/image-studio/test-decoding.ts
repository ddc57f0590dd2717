/** What tests need of processes that decode pictures. */
import { readFileSync } from 'node:fs';
import { descendantsOf, residentBytes } from '@bakkum/native-programs/process-facts';
import sharp from 'sharp';

/** Processes of this one that decode a file of so many bytes: the only thing by which they are told from those of other tests. */
export function decodingProcesses(bytes: number): readonly number[] {
  return descendantsOf(process.pid).filter((pid) => {
    const line = commandLineOf(pid);
    return line.includes('picture-process.ts') && line.includes(`"bytes":${bytes}}`);
  });
}

/** Those that are in the middle of one that takes much memory. */
export function busyProcesses(bytes: number): readonly number[] {
  return decodingProcesses(bytes).filter((pid) => residentBytes(pid) > 150 * 1024 ** 2);
}

/** It may have ended since it was found. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** 64 million pixels of 16 bits in few bytes, of which none is known before all are read. Another height is another file. */
export async function vastPicture(height = 8000): Promise<Uint8Array<ArrayBuffer>> {
  const blank = sharp({ create: { width: 8000, height, channels: 3, background: '#3a6' } });
  const file = await blank.toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }).toBuffer();
  return new Uint8Array(file);
}
