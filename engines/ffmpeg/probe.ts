import { ConversionError } from '@bakkum/conversion/errors';
import type { BlobReader } from './blob-reader.ts';
import { openingArguments, SOURCE } from './command.ts';
import { type Facts, factsOf } from './facts.ts';
import { failureOf, tellsDamage } from './failures.ts';
import { mountInput } from './mounted-files.ts';
import { startProgram } from './program.ts';
import { isProtectedMpeg4 } from './protection.ts';
import { isCutOff } from './truncation.ts';

/**
 * What is in a file.
 * @throws ConversionError `corrupt`, `encrypted`, `unsupported-feature`
 */
export async function probe(
  module: WebAssembly.Module,
  reader: BlobReader,
  from: string,
): Promise<{ readonly facts: Facts; readonly damaged: boolean }> {
  if (isProtectedMpeg4(reader)) throw new ConversionError('encrypted', 'a track has digital rights management');
  const program = await startProgram(module);
  mountInput(program.files, SOURCE, reader);
  const { text, log } = program.probe([
    '-hide_banner',
    '-v',
    'level+warning',
    '-print_format',
    'json=compact=1',
    '-show_format',
    '-show_streams',
    '-show_chapters',
    ...openingArguments(from),
    '-i',
    SOURCE,
  ]);
  const facts = factsOf(text, log);
  if (!facts) throw failureOf(log, 'corrupt');
  return { facts, damaged: tellsDamage(log) || isCutOff(from, reader) };
}
