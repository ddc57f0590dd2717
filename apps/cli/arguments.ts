import { readFile, stat } from 'node:fs/promises';
import {
  type CommandDefinition,
  exitOnSettingsError,
  type Parsed,
  parseCommandLine,
  selectCommand,
} from '../../scripts/command-line/command-line.mjs';
import {
  BAKKUM,
  BATCH,
  COMBINE,
  type COMMANDS,
  COMPARE,
  CONVERT,
  DETECT,
  ENGINES,
  FETCH_ENGINES,
  FORMATS,
  INTEGRATE,
  MCP,
  SIGN,
  WATCH,
} from './commands.mjs';
import { systemProblem } from './output-file.ts';

type Arguments = {
  readonly [Name in keyof typeof COMMANDS]: { readonly command: Name } & Omit<Parsed<(typeof COMMANDS)[Name]>, 'kind'>;
}[keyof typeof COMMANDS];

/** Parses the command line. Exits after printing help, or one line about an invalid command. */
export function readArguments(args: readonly string[]): Arguments {
  const { command, rest } = exitOnSettingsError(selectCommand(BAKKUM, args));
  const read = <C extends CommandDefinition>(definition: C): Parsed<C> => exitOnSettingsError(parseCommandLine(definition, rest));
  switch (command) {
    case CONVERT:
      return { command: 'convert', ...read(CONVERT) };
    case COMBINE:
      return { command: 'combine', ...read(COMBINE) };
    case COMPARE:
      return { command: 'compare', ...read(COMPARE) };
    case SIGN:
      return { command: 'sign', ...read(SIGN) };
    case FORMATS:
      return { command: 'formats', ...read(FORMATS) };
    case ENGINES:
      return { command: 'engines', ...read(ENGINES) };
    case FETCH_ENGINES:
      return { command: 'engines fetch', ...read(FETCH_ENGINES) };
    case MCP:
      return { command: 'mcp', ...read(MCP) };
    case WATCH:
      return { command: 'watch', ...read(WATCH) };
    case BATCH:
      return { command: 'batch', ...read(BATCH) };
    case INTEGRATE:
      return { command: 'integrate', ...read(INTEGRATE) };
    default:
      return { command: 'detect', ...read(DETECT) };
  }
}

/** Largest file whose text is the value of an option, in bytes. */
const MAX_OPTION_FILE = 32_000_000;

type OptionArguments = { readonly option: readonly string[]; readonly 'option-file': readonly string[] };

/**
 * Returns the options given with `-o`, and those whose value is the text of a file (`--option-file NAME=FILE`), as `NAME=VALUE`.
 * @returns a message if a file cannot be read
 */
export async function optionsWithFiles(
  values: OptionArguments,
): Promise<{ readonly ok: true; readonly options: readonly string[] } | { readonly ok: false; readonly message: string }> {
  const options = [...values.option];
  for (const pair of values['option-file']) {
    const [name, file] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (pair.indexOf('=') < 1) return { ok: false, message: '--option-file needs NAME=FILE, such as additions=stamp.json' };
    try {
      const { size } = await stat(file);
      if (size > MAX_OPTION_FILE) return { ok: false, message: `${file} is larger than ${MAX_OPTION_FILE / 1_000_000} MB` };
      options.push(`${name}=${await readFile(file, 'utf8')}`);
    } catch (error) {
      const problem = systemProblem(error);
      if (!problem) throw error;
      return { ok: false, message: `${file} could not be read: ${problem.reason}` };
    }
  }
  return { ok: true, options };
}

/** Reads options of the conversion. Undefined if one is not `NAME=VALUE`. */
export function optionValues(given: readonly string[]): Readonly<Record<string, string>> | undefined {
  const pairs = given.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const);
  return given.every((text) => text.indexOf('=') > 0) ? Object.fromEntries(pairs) : undefined;
}

export const INVALID_OPTION = '-o needs NAME=VALUE, such as quality=high';
