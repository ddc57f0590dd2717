import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupHelp, helpOf } from '../command-line/command-line.mjs';
import { inRoot } from '../project-root.mjs';
import { NPM_COMMANDS } from './all.mjs';

const MAX_LINE_WIDTH = 130;

/** Lists every command and group of commands. */
function flat(command) {
  return command.commands ? [command, ...Object.values(command.commands).flatMap(flat)] : [command];
}
const ALL = Object.values(NPM_COMMANDS).flatMap(flat);

/** The table in CONTRIBUTING.md: the npm commands and their subcommands. */
function tableRows() {
  return Object.values(NPM_COMMANDS).flatMap((command) =>
    Object.values(command.commands ?? { '': command }).map(({ name, summary }) => {
      const typed = name.replace(/^bakkum/, 'npm run bakkum --');
      return `| \`${typed}\` | ${summary} |`;
    }),
  );
}

describe('command definitions', () => {
  test('cover every npm script', () => {
    const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
    const tasks = Object.values(scripts).flatMap((script) => /bootstrap\.mjs (\S+)/.exec(script)?.[1] ?? []);
    expect(new Set(tasks)).toEqual(new Set(Object.keys(NPM_COMMANDS)));
  });

  test('match the table of CONTRIBUTING.md', () => {
    const [commands = ''] = readFileSync(inRoot('CONTRIBUTING.md'), 'utf8')
      .split(/^## /m)
      .filter((part) => part.startsWith('Commands'));
    expect(commands.split('\n').filter((line) => line.startsWith('| `npm '))).toEqual(tableRows());
  });

  test('have help that fits a terminal', () => {
    const lines = ALL.flatMap((command) => (command.commands ? groupHelp(command) : helpOf(command)).split('\n'));
    expect(lines.filter((line) => line.length > MAX_LINE_WIDTH)).toEqual([]);
  });
});

describe('before anything is installed', () => {
  let root;
  // Copies what scripts/ needs: the definitions of the apps, and the names of attacks and benchmarks.
  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'bakkum-not-installed-'));
    cpSync(inRoot('scripts'), path.join(root, 'scripts'), { recursive: true });
    for (const file of ['apps/cli/commands.mjs', 'apps/server/admin/commands.mjs', 'package.json', 'package-lock.json'])
      cpSync(inRoot(file), path.join(root, file));
    cpSync(inRoot('tests/attack'), path.join(root, 'tests/attack'), { recursive: true });
    for (const name of readdirSync(inRoot('benchmarks')).filter((each) => existsSync(inRoot('benchmarks', each, 'suite.ts')))) {
      mkdirSync(path.join(root, 'benchmarks', name), { recursive: true });
      writeFileSync(path.join(root, 'benchmarks', name, 'suite.ts'), '');
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const run = (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, npm_lifecycle_event: '' },
    });
    return { status, stdout, stderr };
  };

  test.each([...Object.keys(NPM_COMMANDS), 'bakkum admin grant', 'fidelity pdf'])('%s --help prints help', (words) => {
    const { status, stdout, stderr } = run(...words.split(' '), '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: /);
    expect(existsSync(path.join(root, 'node_modules'))).toBe(false);
  });

  test.each([
    [['start', '--port', '80'], 'npm start: unknown option --port. Run npm start -- --help.\n'],
    [
      ['matrix', '--jobs', 'all'],
      'npm run matrix: --jobs is "all", not a whole number from 1 to 64. Run npm run matrix -- --help.\n',
    ],
    [['bakkum', 'admin', 'grant', 'a@b.c'], 'bakkum admin grant: CREDITS is missing. Run bakkum admin grant --help.\n'],
    [
      ['fidelity', 'pdf', '--nonsense'],
      'npm run fidelity -- pdf: unknown option --nonsense. Run npm run fidelity -- pdf --help.\n',
    ],
  ])('%j is refused in one line', (args, stderr) => {
    expect(run(...args)).toEqual({ status: 2, stdout: '', stderr });
  });
});
