import { ConversionError } from '@bakkum/conversion/errors';
import { openingArguments, SOURCE } from './command.ts';
import { type Facts, factsOf } from './facts.ts';
import { failureOf, reportsDamage } from './failures.ts';
import { plainWaveFacts } from './plain-wave.ts';
import { isProtected } from './protection.ts';
import type { Tool } from './tool.ts';
import { isCutOff } from './truncation.ts';

/**
 * Reads the streams and properties of a file.
 * @throws ConversionError `corrupt`, `encrypted`, `unsupported-feature`
 */
export async function probe(tool: Tool, from: string): Promise<{ readonly facts: Facts; readonly damaged: boolean }> {
  const plain = from === 'wav' ? await plainWaveFacts(tool.source) : undefined;
  if (plain) return { facts: plain, damaged: false };
  if (await isProtected(tool.source)) throw new ConversionError('encrypted', 'a track has digital rights management');
  const { text, log } = await tool.probe([
    '-hide_banner',
    '-v',
    'level+warning',
    '-print_format',
    'json=compact=1',
    '-show_format',
    '-show_streams',
    '-show_chapters',
    ...openingArguments(from, tool),
    '-i',
    SOURCE,
  ]);
  const facts = factsOf(text, log);
  if (!facts) throw failureOf(log, 'corrupt');
  return { facts, damaged: reportsDamage(log) || (await isCutOff(from, tool.source)) };
}
