/** `bakkum`: conversions on a command line. Results go to standard output, problems to standard error. */
import { parseArgs } from 'node:util';
import { convert } from './convert.ts';
import { detect } from './detect.ts';
import { listFormats } from './list-formats.ts';
import { EXIT, type Outcome, usageError } from './outcome.ts';
import { readSettings } from './settings.ts';

const USAGE = `bakkum convert IN OUT [--to FORMAT] [-o NAME=VALUE]… [--native] [--json]
bakkum formats [--json]
bakkum detect FILE [--json]

--native: use FFmpeg and LibreOffice where they are installed; NATIVE_TOOLS=ffmpeg,libreoffice allows them by name.

Exit codes: 0 done, 2 usage, 3 no route, 4 conversion failed.`;

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());

const given = readArguments(process.argv.slice(2));
const outcome = await run(given);
tell(outcome, given?.json ?? false);
process.exitCode = outcome.exit;

type Given = {
  readonly command: string | undefined;
  readonly files: readonly string[];
  readonly to?: string;
  readonly options: readonly string[];
  readonly native: boolean;
  readonly json: boolean;
};

function readArguments(args: readonly string[]): Given | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        option: { type: 'string', short: 'o', multiple: true },
        native: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const [command, ...files] = positionals;
    return {
      command: values.help ? 'help' : command,
      files,
      ...(values.to === undefined ? {} : { to: values.to }),
      options: values.option ?? [],
      native: values.native ?? false,
      json: values.json ?? false,
    };
  } catch {
    return undefined; // an option that does not exist; usage is shown
  }
}

async function run(arguments_: Given | undefined): Promise<Outcome> {
  if (!arguments_) return usageError(USAGE);
  const { command, files, options } = arguments_;
  const settings = readSettings(arguments_.native);
  if (!settings.ok) return usageError(settings.message);
  switch (command) {
    case 'convert':
      return convert({
        input: files[0],
        output: files[1],
        options,
        native: settings.native,
        signal: interrupted.signal,
        ...(arguments_.to ? { to: arguments_.to } : {}),
      });
    case 'formats':
      return listFormats();
    case 'detect':
      return detect(files[0]);
    case 'help':
      return { exit: EXIT.done, text: USAGE, json: { usage: USAGE } };
    default:
      return usageError(USAGE);
  }
}

function tell(ended: Outcome, json: boolean): void {
  if (ended.exit === EXIT.done) process.stdout.write(`${json ? JSON.stringify(ended.json) : ended.text}\n`);
  else if (json)
    process.stdout.write(
      `${JSON.stringify({ code: ended.code, message: ended.message, ...(ended.detail ? { detail: ended.detail } : {}) })}\n`,
    );
  else process.stderr.write(`${ended.message}\n`);
}
