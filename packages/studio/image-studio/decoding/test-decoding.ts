/** Helpers for testing decoding processes. */
import { readFileSync } from 'node:fs';
import { descendantsOf, residentBytes } from '@bakkum/native-programs/process-facts';
import sharp from 'sharp';

/** Child processes that decode a file of this size, which distinguishes them from those of other tests. */
export function decodingProcesses(bytes: number): readonly number[] {
  return descendantsOf(process.pid).filter((pid) => {
    const line = commandLineOf(pid);
    return line.includes('decoding-process.ts') && line.includes(`"bytes":${bytes}}`);
  });
}

/** Those that are decoding and using much memory. */
export function busyProcesses(bytes: number): readonly number[] {
  return decodingProcesses(bytes).filter((pid) => residentBytes(pid) > 150 * 1024 ** 2);
}

/** The process may have ended since it was found. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * 64 million pixels of 16 bits in few bytes, none of which can be decoded before all are read. Another height gives another file.
 */
export async function hugeImage(height = 8000): Promise<Uint8Array<ArrayBuffer>> {
  const blank = sharp({ create: { width: 8000, height, channels: 3, background: '#3a6' } });
  const file = await blank.toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }).toBuffer();
  return new Uint8Array(file);
}
