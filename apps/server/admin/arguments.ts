import { orExit, parseCommandLine, selectCommand } from '../../../scripts/command-line/command-line.mjs';
import { ADMIN } from './commands.mjs';

export type AdminOptions = {
  readonly days?: number;
  readonly ref?: string;
  readonly note?: string;
  readonly en?: string;
  readonly ko?: string;
  readonly from?: string;
  readonly until?: string;
};

export type AdminArguments = {
  /** The first word. */
  readonly name: string;
  /** Its further words and operands: `refund`, `INV-…`. */
  readonly args: readonly string[];
  readonly options: AdminOptions;
};

/** Reads the command line; ends the process after help, or after one line about what is wrong. */
export function readArguments(given: readonly string[]): AdminArguments {
  const { key, command, rest } = orExit(selectCommand(ADMIN, given));
  const { values, operands } = orExit(parseCommandLine(command, rest));
  const [name = '', ...words] = key.split(' ');
  return { name, args: [...words, ...operands], options: optionsIn(values) };
}

function optionsIn(values: Readonly<Record<string, unknown>>): AdminOptions {
  const { days } = values;
  const texts = ['ref', 'note', 'en', 'ko', 'from', 'until'].flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(texts), ...(typeof days === 'number' && { days }) };
}
