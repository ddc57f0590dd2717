import { exitOnSettingsError, parseCommandLine, selectCommand } from '../../../scripts/command-line/command-line.mjs';
import { ADMIN } from './commands.mjs';

export type AdminOptions = {
  readonly days?: number;
  readonly ref?: string;
  readonly note?: string;
  readonly en?: string;
  readonly ko?: string;
  readonly from?: string;
  readonly until?: string;
  readonly address?: readonly string[];
  readonly out?: string;
};

export type AdminArguments = {
  /** First word of the command. */
  readonly name: string;
  /** Remaining words and operands, such as `refund` and `INV-…`. */
  readonly args: readonly string[];
  readonly options: AdminOptions;
};

/** Parses the command line. Exits after printing help, or one line about an invalid command. */
export function readArguments(given: readonly string[]): AdminArguments {
  const { key, command, rest } = exitOnSettingsError(selectCommand(ADMIN, given));
  const { values, operands } = exitOnSettingsError(parseCommandLine(command, rest));
  const [name = '', ...words] = key.split(' ');
  return { name, args: [...words, ...operands], options: optionsIn(values) };
}

function optionsIn(values: Readonly<Record<string, unknown>>): AdminOptions {
  const { days, address } = values;
  const texts = ['ref', 'note', 'en', 'ko', 'from', 'until', 'out'].flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return {
    ...Object.fromEntries(texts),
    ...(typeof days === 'number' && { days }),
    ...(Array.isArray(address) && address.length > 0 && { address: address.map(String) }),
  };
}
