/** `bakkum`: conversions on a command line. Results go to standard output, problems to standard error. */
import { textFor } from '@bakkum/conversion/terminal-text';
import { refusal } from '../../scripts/command-line/command-line.mjs';
import { INVALID_OPTION, optionsWithFiles, optionValues, readArguments } from './arguments.ts';
import { batch, type FileEnd } from './batch.ts';
import { COMMANDS } from './commands.mjs';
import { convert } from './convert.ts';
import { detect } from './detect.ts';
import { fetchEngines, listEngines } from './engines.ts';
import { listFormats } from './list-formats.ts';
import { notify } from './notify.ts';
import { combine, compare, sign } from './operations.ts';
import { EXIT, type Outcome, usageError } from './outcome.ts';
import { readSettings, silenceDownloads } from './settings.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());

const given = readArguments(process.argv.slice(2));
const outcome = await run();
tell(outcome);
process.exitCode = outcome.exit;

async function run(): Promise<Outcome> {
  switch (given.command) {
    case 'convert':
      return convertFile(given);
    case 'combine':
      return runOperation(given, given.operands, given.values.out);
    case 'compare':
    case 'sign':
      return runOperation(given, given.operands.slice(0, 2), given.operands[2] ?? '');
    case 'formats':
      return listFormats(given.values.json);
    case 'detect':
      return detect(given.operands[0] ?? '');
    case 'engines':
      return listEngines();
    case 'engines fetch':
      return fetchEngines(given.operands, interrupted.signal);
    case 'mcp':
      return serve(given);
    case 'watch':
      return watch(given);
    case 'batch':
      return convertBatch(given);
    case 'integrate':
      return integrateDesktop(given);
  }
}

async function convertFile({ values, operands }: Extract<typeof given, { command: 'convert' }>): Promise<Outcome> {
  const settings = readSettings(values.native);
  if (!settings.ok) return usageError(settings.message);
  const given = await optionsWithFiles(values);
  if (!given.ok) return usageError(given.message);
  if (values.quiet) silenceDownloads();
  return convert({
    input: operands[0] ?? '',
    output: operands[1] ?? '',
    options: given.options,
    native: settings.native,
    force: values.force,
    showsProgress: !values.quiet,
    signal: interrupted.signal,
    ...(values.to !== undefined && { to: values.to }),
  });
}

type Operation = Extract<typeof given, { command: 'combine' | 'compare' | 'sign' }>;

async function runOperation({ command, values }: Operation, inputs: readonly string[], output: string): Promise<Outcome> {
  const settings = readSettings(values.native);
  if (!settings.ok) return usageError(settings.message);
  const read = await optionsWithFiles(values);
  if (!read.ok) return usageError(read.message);
  if (values.quiet) silenceDownloads();
  return { combine, compare, sign }[command]({
    inputs,
    output,
    options: read.options,
    native: settings.native,
    force: values.force,
    showsProgress: !values.quiet,
    signal: interrupted.signal,
  });
}

async function serve({ values }: Extract<typeof given, { command: 'mcp' }>): Promise<Outcome> {
  const settings = readSettings(values.native);
  if (!settings.ok) return usageError(settings.message);
  // The protocol's library would double the start-up time of other commands.
  const { serveMcp } = await import('./mcp/command.ts');
  return serveMcp({ allow: values.allow, native: settings.native, signal: interrupted.signal });
}

async function watch({ values, operands }: Extract<typeof given, { command: 'watch' }>): Promise<Outcome> {
  const settings = readSettings(values.native);
  if (!settings.ok) return usageError(settings.message);
  const given = await optionsWithFiles(values);
  if (!given.ok) return usageError(given.message);
  const options = optionValues(given.options);
  if (!options) return usageError(INVALID_OPTION);
  const { json, quiet, to, out, poll } = values;
  const { watchCommand } = await import('./watch/command.ts');
  if (quiet || json) silenceDownloads();
  return watchCommand({
    folder: operands[0] ?? '',
    to: to ?? '',
    options,
    native: settings.native,
    json,
    quiet,
    signal: interrupted.signal,
    ...(out !== undefined && { out }),
    ...(poll !== undefined && { pollSeconds: poll }),
  });
}

async function convertBatch({ values, operands }: Extract<typeof given, { command: 'batch' }>): Promise<Outcome> {
  const settings = readSettings(values.native);
  if (!settings.ok) return usageError(settings.message);
  const given = await optionsWithFiles(values);
  if (!given.ok) return usageError(given.message);
  const options = optionValues(given.options);
  if (!options) return usageError(INVALID_OPTION);
  const { to, out, json, quiet } = values;
  if (quiet || json) silenceDownloads();
  const outcome = await batch({
    files: operands,
    to,
    options,
    native: settings.native,
    signal: interrupted.signal,
    onEnd: (end) => tellFile(end, values),
    ...(out !== undefined && { out }),
  });
  if (values.notify && outcome.exit !== EXIT.usage) {
    await notify('Bakkum', outcome.exit === EXIT.done ? `Converted: ${operands.length}` : outcome.message);
  }
  return outcome;
}

function tellFile(end: FileEnd, { json, quiet }: { readonly json: boolean; readonly quiet: boolean }): void {
  if (json) return;
  if ('code' in end) process.stderr.write(`${textFor(process.stderr, `${end.file}: ${end.message}`)}\n`);
  else if (!quiet) process.stdout.write(`${textFor(process.stdout, end.outputs.join('\n'))}\n`);
}

async function integrateDesktop({ values }: Extract<typeof given, { command: 'integrate' }>): Promise<Outcome> {
  const { desktop, lang, out, remove } = values;
  const { integrate } = await import('./integrate/command.ts');
  return integrate({
    remove,
    ...(desktop !== undefined && { desktop }),
    ...(lang !== undefined && { language: lang }),
    ...(out !== undefined && { out }),
  });
}

function tell(ended: Outcome): void {
  const json = 'json' in given.values && given.values.json;
  const isQuiet =
    ['convert', 'combine', 'compare', 'sign'].includes(given.command) && 'quiet' in given.values && given.values.quiet;
  if (ended.exit === EXIT.done) {
    if (json) {
      if (ended.json !== undefined) process.stdout.write(`${JSON.stringify(ended.json)}\n`);
    } else if (!isQuiet && ended.text !== '') process.stdout.write(`${textFor(process.stdout, ended.text)}\n`);
  } else if (json) {
    const { code, message, detail, files } = ended;
    process.stdout.write(`${JSON.stringify({ code, message, ...(detail && { detail }), ...(files && { files }) })}\n`);
  } else {
    const line = ended.code === 'usage' ? refusal(COMMANDS[given.command], ended.message).message : ended.message;
    process.stderr.write(`${textFor(process.stderr, line)}\n`);
  }
}
