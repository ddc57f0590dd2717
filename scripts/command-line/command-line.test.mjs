import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commaSeparated, oneOf, parseCommandLine, positiveNumber, selectCommand, wholeNumber } from './command-line.mjs';

const COPY = {
  name: 'bakkum copy',
  summary: 'Copy files',
  operands: [
    { name: 'FROM', help: 'File to copy' },
    { name: 'TO', help: 'Where to', optional: true, repeated: true },
  ],
  options: {
    out: { value: 'FILE', help: 'Write a log' },
    jobs: { value: 'N', type: wholeNumber({ from: 1, to: 8 }), default: 2, help: 'Files at the same time' },
    tags: { value: 'TAGS', type: commaSeparated(), help: 'Copy these only' },
    set: { value: 'NAME=VALUE', short: 's', multiple: true, help: 'Set something' },
    quiet: { short: 'q', help: 'Say nothing' },
  },
  examples: ['a b'],
};

// Tests run under npm, which would change the lines about `bakkum`.
beforeEach(() => vi.stubEnv('npm_lifecycle_event', undefined));
afterEach(() => vi.unstubAllEnvs());

const refused = (args, command = COPY) => {
  const parsed = parseCommandLine(command, args);
  return parsed.kind === 'refused' ? parsed.message : parsed.kind;
};

describe('parseCommandLine', () => {
  test('returns typed values, defaults and operands', () => {
    const parsed = parseCommandLine(COPY, [
      'a',
      '--jobs=3',
      '--tags',
      'x,y',
      '-s',
      'k=v',
      '--set',
      'l=w',
      '-q',
      'b',
      '--',
      '--c',
    ]);
    expect(parsed).toEqual({
      kind: 'values',
      values: { jobs: 3, tags: ['x', 'y'], set: ['k=v', 'l=w'], quiet: true, help: false },
      operands: ['a', 'b', '--c'],
    });
    expect(parseCommandLine(COPY, ['a']).values).toEqual({ jobs: 2, set: [], quiet: false, help: false });
  });

  test.each([
    [['a', '--nonsense'], 'unknown option --nonsense'],
    [['a', '-x'], 'unknown option -x'],
    [['a', '--constructor'], 'unknown option --constructor'],
    [['a', '--out'], '--out needs a value: FILE'],
    [['a', '--out', '--quiet'], '--out needs a value: FILE'],
    [['a', '--out='], '--out needs a value: FILE'],
    [['a', '--quiet=yes'], '--quiet takes no value'],
    [['a', '--jobs', '0'], '--jobs is "0", not a whole number from 1 to 8'],
    [['a', '--jobs', '2x'], '--jobs is "2x", not a whole number from 1 to 8'],
    [['a', '--tags', 'x,,y'], '--tags is "x,,y", not a list with commas and without spaces'],
    [[], 'FROM is missing'],
  ])('refuses %j in one line', (args, problem) => {
    expect(refused(args)).toBe(`bakkum copy: ${problem}. Run bakkum copy --help.`);
  });

  test('accepts a value that begins with a dash after an equals sign', () => {
    expect(parseCommandLine(COPY, ['a', '--out=-x']).values.out).toBe('-x');
  });

  test('refuses surplus or invalid operands', () => {
    const command = { name: 'npm run x', summary: '', operands: [{ name: 'SIZE', type: oneOf('big', 'small'), help: '' }] };
    expect(refused(['huge'], command)).toBe('npm run x: SIZE is "huge", not one of big, small. Run npm run x -- --help.');
    expect(refused(['big', 'more'], command)).toBe(
      'npm run x: unexpected argument "more" (put "--" before options). Run npm run x -- --help.',
    );
  });
});

describe('help', () => {
  test('includes every option, default and example, even after a usage error', () => {
    const { kind, text } = parseCommandLine(COPY, ['--nonsense', '-h']);
    expect(kind).toBe('help');
    expect(text).toBe(`Usage: bakkum copy FROM [TO…] [options]

Copy files

Arguments:
  FROM  File to copy
  TO    Where to

Options:
  --out FILE            Write a log
  --jobs N              Files at the same time (default: 2)
  --tags TAGS           Copy these only
  -s, --set NAME=VALUE  Set something (can be repeated)
  -q, --quiet           Say nothing
  -h, --help            Show this help

Examples:
  bakkum copy a b
`);
  });

  test('explains how to run bakkum through npm when npm started it', () => {
    vi.stubEnv('npm_lifecycle_event', 'bakkum');
    expect(refused([])).toBe('npm run bakkum -- copy: FROM is missing. Run npm run bakkum -- copy --help.');
  });
});

test('numbers must be within their range', () => {
  const { parse } = positiveNumber({ to: 10 });
  expect(['0.5', '10', '0', '-1', '11', '1e3', 'NaN', ''].map(parse)).toEqual([0.5, 10, ...Array(6).fill(undefined)]);
});

describe('selectCommand', () => {
  const list = { name: 'bakkum admin pay', summary: 'List payments' };
  const refund = { name: 'bakkum admin pay back', summary: 'Refund a payment' };
  const group = {
    name: 'bakkum',
    summary: 'Do things',
    commands: { copy: COPY, admin: { name: 'bakkum admin', summary: 'Operate', commands: { pay: list, 'pay back': refund } } },
  };

  test('finds the longest matching name, also in nested groups', () => {
    expect(selectCommand(group, ['copy', 'a', '--out', 'b'])).toMatchObject({ command: COPY, rest: ['a', '--out', 'b'] });
    expect(selectCommand(group, ['admin', 'pay', 'INV-1'])).toMatchObject({ key: 'pay', rest: ['INV-1'] });
    expect(selectCommand(group, ['admin', 'pay', 'back', 'INV-1'])).toMatchObject({ key: 'pay back', rest: ['INV-1'] });
    expect(selectCommand(group, ['help', 'copy'])).toMatchObject({ command: COPY, rest: ['--help'] });
  });

  test('lists each command on one line', () => {
    const { text } = selectCommand(group, ['--help']);
    expect(text).toContain('  copy FROM [TO…]  Copy files\n  admin            Operate\n');
    expect(selectCommand(group, ['admin', '-h']).text).toContain('  pay back  Refund a payment\n');
  });

  test.each([
    [[], 'bakkum: a command is missing. Run bakkum --help.'],
    [['toString'], 'bakkum: unknown command "toString". Run bakkum --help.'],
    [['--json', 'copy'], 'bakkum: options follow the command. Run bakkum --help.'],
    [['admin', 'play'], 'bakkum admin: unknown command "play". Run bakkum admin --help.'],
  ])('refuses %j in one line', (args, message) => {
    expect(selectCommand(group, args)).toEqual({ kind: 'refused', message });
  });
});
