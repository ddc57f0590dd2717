/**
 * Parses command-line arguments by a definition that is data: help, usage errors and typed values come from the same place. Runs
 * on any Node from 20.19 without packages, because `npm start -- --help` works before anything is installed.
 */
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Exit code for incorrect usage. */
export const EXIT_USAGE = 2;

const STDOUT = 1;
const STDERR = 2;
const HELP = { short: 'h', help: 'Show this help' };
/** Widest name that keeps descriptions in one column. */
const MAX_NAME_WIDTH = 26;

/** A value that must be an integer in a range. */
export function wholeNumber({ from, to }) {
  return {
    expected: `a whole number from ${from} to ${to}`,
    parse: (text) => (/^\d{1,15}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined),
  };
}

/** A value that must be a number above 0 and at most `to`. */
export function positiveNumber({ to }) {
  return {
    expected: `a number above 0, at most ${to}`,
    parse: (text) => (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= to ? Number(text) : undefined),
  };
}

/** A value that must be one of these words. */
export function oneOf(...words) {
  return { expected: `one of ${words.join(', ')}`, parse: (text) => words.find((word) => word === text) };
}

/** A value that is a comma-separated list of words. */
export function commaSeparated() {
  return {
    expected: 'a list with commas and without spaces',
    parse: (text) => (text.split(',').every((word) => /^\S+$/.test(word)) ? text.split(',') : undefined),
  };
}

/** Returns how this command is typed; one started by npm is typed with npm. */
export function invocationOf({ name }) {
  if (name.startsWith('npm ')) return name.includes(' -- ') ? name : `${name} --`;
  return process.env.npm_lifecycle_event === 'bakkum' ? name.replace(/^bakkum/, 'npm run bakkum --') : name;
}

/**
 * Parses the values and operands of a command. `--help` prints help and exits with 0; anything the definition does not allow
 * prints one line on standard error and exits with 2.
 */
export function readCommandLine(command, args) {
  return exitOnSettingsError(parseCommandLine(command, args));
}

/** Exits as requested by the parser: with help, or with one line about the error. */
export function exitOnSettingsError(parsed) {
  if (parsed.kind === 'help') {
    writeSync(STDOUT, parsed.text);
    process.exit(0);
  }
  if (parsed.kind === 'refused') {
    writeSync(STDERR, `${parsed.message}\n`);
    process.exit(EXIT_USAGE);
  }
  return parsed;
}

/** Exits because of a value that only the program itself can check. */
export function refuse(command, problem) {
  return exitOnSettingsError(refusal(command, problem));
}

/** Returns the line about incorrect usage. */
export function refusal(command, problem) {
  const invocation = invocationOf(command);
  return { kind: 'refused', message: `${invocation.replace(/ --$/, '')}: ${problem}. Run ${invocation} --help.` };
}

/**
 * Finds the command of a group that the first words name, and returns it with the remaining arguments. A name may have several
 * words (`payments refund`); the longest match wins. An entry with `commands` is itself a group; the entry `''` is the default.
 */
export function selectCommand(group, args) {
  if (args[0] === 'help') return selectCommand(group, [...args.slice(1), '--help']);
  const firstOption = args.findIndex((word) => word.startsWith('-'));
  for (let count = firstOption === -1 ? args.length : firstOption; count >= 0; count -= 1) {
    const key = args.slice(0, count).join(' ');
    if (!Object.hasOwn(group.commands, key)) continue;
    const command = group.commands[key];
    const rest = args.slice(count);
    return command.commands ? selectCommand(command, rest) : { kind: 'command', key, command, rest };
  }
  if (args[0] === '--help' || args[0] === '-h') return { kind: 'help', text: groupHelp(group) };
  if (args.length === 0) return refusal(group, 'a command is missing');
  return refusal(group, args[0].startsWith('-') ? 'options follow the command' : `unknown command "${args[0]}"`);
}

/** Returns values by name and operands in order, a help request, or the error in the arguments. Never throws. */
export function parseCommandLine(command, args) {
  const options = { ...command.options, help: HELP };
  // Not strict: parseArgs would describe problems in messages, and nothing here depends on the text of a message.
  const { tokens } = parseArgs({ args: [...args], options: forParseArgs(options), strict: false, tokens: true });
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) return { kind: 'help', text: helpOf(command) };
  const given = new Map();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const problem = problemOf(options, token);
    if (problem) return refusal(command, problem);
    given.set(token.name, [...(given.get(token.name) ?? []), token.value]);
  }
  const operands = tokens.filter(({ kind }) => kind === 'positional').map(({ value }) => value);
  const problem = operandProblem(command, operands) ?? missingOption(options, given);
  return problem ? refusal(command, problem) : { kind: 'values', values: valuesOf(options, given), operands };
}

function forParseArgs(options) {
  const entries = Object.entries(options).map(([name, { value, short }]) => [
    name,
    { type: value === undefined ? 'boolean' : 'string', multiple: true, ...(short && { short }) },
  ]);
  return Object.fromEntries(entries);
}

function problemOf(options, { name, rawName, value, inlineValue }) {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) return `unknown option ${rawName}`;
  if (option.value === undefined) return value === undefined ? undefined : `${rawName} takes no value`;
  // `--out --browser` is a missing value; a value that starts with a dash is written `--out=-x`.
  if (value === undefined || value === '' || (!inlineValue && /^-./.test(value)))
    return `${rawName} needs a value: ${option.value}`;
  if (option.type && option.type.parse(value) === undefined) return `${rawName} is "${value}", not ${option.type.expected}`;
  return undefined;
}

function missingOption(options, given) {
  const missing = Object.entries(options).find(([name, { required }]) => required && !given.has(name));
  return missing && `--${missing[0]} ${missing[1].value} is missing`;
}

function operandProblem({ name, operands = [] }, given) {
  const missing = operands.find((operand, index) => !operand.optional && given[index] === undefined);
  if (missing) return `${missing.name} is missing`;
  if (!operands.at(-1)?.repeated && given.length > operands.length) {
    // Without `--`, npm consumes options and passes only their values.
    const hint = name.startsWith('npm ') ? ' (put "--" before options)' : '';
    return `unexpected argument "${given[operands.length]}"${hint}`;
  }
  for (const [index, text] of given.entries()) {
    const { type, name: label } = operands[Math.min(index, operands.length - 1)] ?? {};
    if (type && type.parse(text) === undefined) return `${label} is "${text}", not ${type.expected}`;
  }
  return undefined;
}

function valuesOf(options, given) {
  const entries = Object.entries(options).map(([name, option]) => {
    const texts = given.get(name) ?? [];
    if (option.value === undefined) return [name, texts.length > 0];
    const values = texts.map((text) => (option.type ? option.type.parse(text) : text));
    return [name, option.multiple ? values : (values.at(-1) ?? option.default)];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Returns the `--help` text of one command. */
export function helpOf(command) {
  const options = { ...command.options, help: HELP };
  const invocation = invocationOf(command);
  const sections = [
    [`Usage: ${usageOf(command).join('\n       ')}`],
    [command.summary],
    section('Arguments', command.operands ?? [], ({ name, help }) => [name, help]),
    section('Options', Object.entries(options), ([name, option]) => [labelOf(name, option), describe(option)]),
    section('Subcommands', Object.entries(command.related ?? {}), ([name, { summary }]) => [name, summary]),
    ...Object.entries(command.notes ?? {}).map(([title, lines]) => [`${title}:`, ...lines.map((line) => `  ${line}`.trimEnd())]),
    command.examples ? ['Examples:', ...command.examples.map((example) => `  ${invocation} ${example}`)] : [],
  ];
  return toText(sections);
}

/** Returns the `--help` text of a group: one line per command. */
export function groupHelp(group) {
  const invocation = invocationOf(group);
  return toText([
    [`Usage: ${invocation} COMMAND …`],
    [group.summary],
    section('Commands', Object.entries(group.commands), ([key, command]) => [
      [key, ...(command.operands ?? []).map(operandLabel)].join(' '),
      command.summary,
    ]),
    ...Object.entries(group.notes ?? {}).map(([title, lines]) => [`${title}:`, ...lines.map((line) => `  ${line}`.trimEnd())]),
    [`Run ${invocation} COMMAND --help for the options of a command.`],
  ]);
}

function toText(sections) {
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function usageOf(command) {
  const invocation = invocationOf(command);
  if (command.usage) return command.usage.map((rest) => `${invocation} ${rest}`);
  const words = [...(command.operands ?? []).map(operandLabel), ...(command.options ? ['[options]'] : [])];
  return [words.length > 0 ? [invocation, ...words].join(' ') : invocation.replace(/ --$/, '')];
}

function operandLabel({ name, optional, repeated }) {
  const label = repeated ? `${name}…` : name;
  return optional ? `[${label}]` : label;
}

function section(title, entries, columnsOf) {
  if (entries.length === 0) return [];
  const rows = entries.map(columnsOf);
  const width = Math.max(...rows.map(([name]) => name.length).filter((length) => length <= MAX_NAME_WIDTH), 0);
  const lines = rows.map(([name, help]) =>
    name.length > width ? `  ${name}\n  ${' '.repeat(width)}  ${help}` : `  ${name.padEnd(width)}  ${help}`,
  );
  return [`${title}:`, ...lines];
}

function labelOf(name, { short, value }) {
  return [short ? `-${short}, --${name}` : `--${name}`, ...(value === undefined ? [] : [value])].join(' ');
}

function describe({ help, default: fallback, multiple, required }) {
  const facts = [
    ...(required ? ['required'] : []),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
    ...(multiple ? ['can be repeated'] : []),
  ];
  return facts.length > 0 ? `${help} (${facts.join('; ')})` : help;
}
