import { mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { textFor } from '@bakkum/conversion/terminal-text';
import { formatNamed } from '@bakkum/registry/catalogue';
import type { NativeUse } from '@bakkum/registry/node/native-host.node';
import { openConverter, workersHere } from '../converter.ts';
import { EXIT, type Outcome, usageError } from '../outcome.ts';
import { systemProblem } from '../output-file.ts';
import { openFileConversions, type WatchOutcome } from './file-conversion.ts';
import { lockFolder } from './folder-lock.ts';
import { LinkedFolder } from './own-folder.ts';
import { watchFolder } from './watch-folder.ts';

/** Folder for results inside the watched folder, unless --out names another. */
const DEFAULT_OUT = 'converted';

export type WatchArguments = {
  readonly folder: string;
  readonly to: string;
  readonly out?: string;
  readonly options: Readonly<Record<string, string>>;
  readonly native: NativeUse;
  /** Seconds between two scans, for folders whose changes the system does not report. */
  readonly pollSeconds?: number;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly signal: AbortSignal;
};

/** `bakkum watch FOLDER --to F`: converts the files in a folder, and new ones as they arrive, until it is interrupted. */
export async function watchCommand(given: WatchArguments): Promise<Outcome> {
  const { folder, options, native, signal } = given;
  const to = formatNamed(given.to);
  if (to === undefined) return usageError(`--to is "${given.to}", which is not a format`);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return usageError(`there is no folder ${folder}`);
  const asked = given.out ?? path.join(folder, DEFAULT_OUT);
  try {
    await mkdir(asked, { recursive: true });
  } catch (error) {
    const problem = systemProblem(error);
    if (!problem) throw error;
    return { exit: EXIT.failed, code: 'not-written', message: `${asked} could not be created: ${problem.reason}` };
  }
  const [source, out] = await Promise.all([realpath(folder), realpath(asked)]);
  if (source === out) return usageError('--out is the watched folder, so results would be converted again');
  const unlock = await lockFolder(out);
  if (!unlock) return usageError(`another bakkum watch already writes to ${out}`);
  const concurrency = workersHere();
  const converter = await openConverter({ native, maxWorkers: concurrency });
  try {
    const conversions = await openFileConversions({ converter, folder: source, out, to, options, signal });
    try {
      notice(given, `Watching ${source}. Results: ${out}. Press Ctrl+C to stop.`);
      await watchFolder({
        folder: source,
        conversions,
        concurrency,
        signal,
        onOutcome: (outcome) => report(outcome, given),
        onNotice: (text) => notice(given, text),
        ...(given.pollSeconds !== undefined && { pollMs: given.pollSeconds * 1000 }),
      });
    } finally {
      await conversions.close();
    }
  } catch (error) {
    if (error instanceof LinkedFolder)
      return usageError(`${error.folder} is a link, so results could be written elsewhere; delete the link`);
    const problem = systemProblem(error);
    if (!problem) throw error;
    return { exit: EXIT.failed, code: 'not-written', message: `Stopped watching ${source}: ${problem.reason}` };
  } finally {
    await converter.close();
    await unlock();
  }
  return { exit: EXIT.done, text: '', json: undefined };
}

function notice({ quiet, json }: WatchArguments, text: string): void {
  if (!quiet && !json) process.stderr.write(`${textFor(process.stderr, text)}\n`);
}

function report(outcome: WatchOutcome, { json, quiet }: WatchArguments): void {
  if (json) process.stdout.write(`${JSON.stringify(outcome)}\n`);
  else if (outcome.state === 'failed')
    process.stderr.write(`${textFor(process.stderr, `${outcome.source}: ${outcome.message}`)}\n`);
  else if (!quiet) process.stdout.write(`${textFor(process.stdout, lineOf(outcome))}\n`);
}

function lineOf(outcome: Exclude<WatchOutcome, { readonly state: 'failed' }>): string {
  if (outcome.state === 'skipped') return `${outcome.source}: skipped because it already has a result`;
  const [first = '', ...more] = outcome.outputs;
  return `${outcome.source} -> ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`;
}
