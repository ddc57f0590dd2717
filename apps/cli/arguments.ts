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
  type COMMANDS,
  CONVERT,
  DETECT,
  ENGINES,
  FETCH_ENGINES,
  FORMATS,
  INTEGRATE,
  MCP,
  WATCH,
} from './commands.mjs';

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

/** Reads options of the conversion. Undefined if one is not `NAME=VALUE`. */
export function optionValues(given: readonly string[]): Readonly<Record<string, string>> | undefined {
  const pairs = given.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const);
  return given.every((text) => text.indexOf('=') > 0) ? Object.fromEntries(pairs) : undefined;
}

export const INVALID_OPTION = '-o needs NAME=VALUE, such as quality=high';
