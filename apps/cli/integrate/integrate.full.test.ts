import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatById, plannerFor } from '@bakkum/registry/catalogue';
import { nodeCapabilities } from '@bakkum/registry/node/capabilities.node';
import { hasProgram } from '@bakkum/tests/native';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Machine } from '../settings.ts';
import { integrate } from './command.ts';
import { DESKTOPS, type DesktopFile, type EntryOptions, type Language } from './desktop-files.ts';
import { gnomeFiles, shellQuoted } from './gnome.ts';
import { execQuoted, kdeFiles } from './kde.ts';
import { macosFiles } from './macos.ts';
import { type MenuEntry, menuEntries } from './menu.ts';
import { windowsFiles } from './windows.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');
const PNG = path.resolve(import.meta.dirname, '../../../tests/fixtures/images/png.png');
/** A path with the characters that shells and menus treat specially. */
const NASTY = `/opt/it's "50%" $HOME \`id\` \\ 바꿈/node`;

const format = (id: string) => {
  const found = formatById(id);
  if (!found) throw new Error(`no format ${id}`);
  return found;
};
const entry = (to: string, ...from: readonly string[]): MenuEntry => ({ to: format(to), from: from.map(format) });
const options = (language: Language): EntryOptions => ({
  entries: [entry('pdf', 'docx', 'hwp', 'png'), entry('jpeg', 'heic', 'png'), entry('mp3', 'mp4', 'wav')],
  command: [NASTY, '/opt/bakkum/main.js'],
  language,
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'bakkum-integrate-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function textOf(files: readonly DesktopFile[]): string {
  const content = ({ content: made }: DesktopFile): string =>
    typeof made === 'string' ? made : made.toString('utf16le').replaceAll('\r\n', '\n');
  return files.map((file) => `### ${file.path}${file.isExecutable ? ' (executable)' : ''}\n${content(file)}`).join('\n');
}

describe.each(['en', 'ko'] as const)('golden files in %s', (language) => {
  test.each([
    ['gnome', gnomeFiles],
    ['kde', kdeFiles],
    ['windows', windowsFiles],
    ['macos', macosFiles],
  ])('%s', async (name, files) => {
    await expect(textOf(files(options(language)))).toMatchFileSnapshot(`golden/${name}.${language}.txt`);
  });
});

describe('the menu', () => {
  const entries = menuEntries(plannerFor(nodeCapabilities()));
  const targetsOf = (id: string): readonly string[] =>
    entries.filter(({ from }) => from.some((each) => each.id === id)).map(({ to }) => to.id);

  test.each([
    ['docx', 'pdf'],
    ['hwp', 'pdf'],
    ['pdf', 'docx'],
    ['heic', 'jpeg'],
    ['mov', 'mp4'],
    ['mp4', 'mp3'],
    ['csv', 'xlsx'],
  ])('of %s offers %s', (from, to) => expect(targetsOf(from)).toContain(to));

  test('has at most four entries for a format, and never the format itself', () => {
    const sources = new Set(entries.flatMap(({ from }) => from.map(({ id }) => id)));
    expect(sources.size).toBeGreaterThan(150);
    for (const id of sources) {
      expect(targetsOf(id).length).toBeLessThanOrEqual(4);
      expect(targetsOf(id)).not.toContain(id);
    }
  });
});

test('a shell and the desktop run exactly the given path', () => {
  expect(spawnSync('sh', ['-c', `printf %s ${shellQuoted(NASTY)}`], { encoding: 'utf8' }).stdout).toBe(NASTY);
  expect(execQuoted('/a b/"c"$`\\%')).toBe('"/a b/\\\\"c\\\\"\\\\$\\\\`\\\\\\\\%%"');
});

test.skipIf(!hasProgram('desktop-file-validate'))('service menus follow the Desktop Entry Specification', () => {
  for (const { path: name, content } of kdeFiles(options('en'))) {
    const file = path.join(home, name);
    writeFileSync(file, content);
    const { stdout } = spawnSync('desktop-file-validate', [file], { encoding: 'utf8' });
    // KDE documents these two keys for its services, an extension that the tool does not know.
    const known = /key "(?:MimeType|Actions)" is present .* the type is "Service"/;
    expect(stdout.split('\n').filter((line) => line !== '' && !known.test(line))).toEqual([]);
  }
});

describe('bakkum integrate', () => {
  const machine = (given: Partial<Machine> = {}): Machine => ({
    platform: 'linux',
    environment: { XDG_CURRENT_DESKTOP: 'ubuntu:GNOME', LANG: 'en_US.UTF-8' },
    home,
    command: [process.execPath, MAIN],
    ...given,
  });
  const scripts = (): string => path.join(home, '.local/share/nautilus/scripts');

  test('installs scripts for GNOME Files that convert', async () => {
    expect(await integrate({ remove: false }, machine())).toMatchObject({ exit: 0 });
    const script = path.join(scripts(), 'Convert with Bakkum/Suggested format');
    expect(statSync(script).mode & 0o111).toBe(0o111);
    const photo = path.join(home, '-my "photo".png');
    copyFileSync(PNG, photo);
    const { status } = spawnSync(script, [path.basename(photo)], { cwd: home, env: { ...process.env, PATH: '/usr/bin:/bin' } });
    expect(status).toBe(0);
    expect(readFileSync(path.join(home, '-my "photo".webp')).subarray(8, 12).toString('latin1')).toBe('WEBP');
  });

  test('replaces its entries in another language, removes them, and keeps entries of other programs', async () => {
    mkdirSync(scripts(), { recursive: true });
    writeFileSync(path.join(scripts(), 'Mine'), 'mine');
    await integrate({ remove: false }, machine());
    await integrate({ remove: false }, machine({ environment: { XDG_CURRENT_DESKTOP: 'GNOME', LANG: 'ko_KR.UTF-8' } }));
    expect(readdirSync(scripts()).toSorted()).toEqual(['Mine', '바꿈으로 변환']);
    await integrate({ remove: true }, machine());
    expect(readdirSync(scripts())).toEqual(['Mine']);
  });

  test.each(DESKTOPS)('writes and removes the files of %s in a folder', async (desktop) => {
    const out = path.join(home, desktop);
    mkdirSync(out);
    writeFileSync(path.join(out, 'mine.desktop'), 'mine');
    expect(await integrate({ desktop, out, remove: false }, machine())).toMatchObject({ exit: 0 });
    expect(readdirSync(out).length).toBeGreaterThan(1);
    expect(await integrate({ desktop, out, remove: true }, machine())).toMatchObject({ exit: 0 });
    const removal = desktop === 'windows' ? ['bakkum-right-click-remove.reg', 'bakkum-right-click.reg'] : [];
    expect(readdirSync(out).toSorted()).toEqual([...removal, 'mine.desktop']);
  });

  test.each([
    ['an unknown desktop', {}, { environment: {} }],
    ['a desktop of another system', { desktop: 'windows' as const }, {}],
    [
      'a command that npx will delete',
      {},
      { command: ['/usr/bin/node', '/home/a/.npm/_npx/1f/node_modules/bakkum/dist/main.js'] as const },
    ],
  ])('refuses %s', async (_, given, other) => {
    expect(await integrate({ remove: false, ...given }, machine(other))).toMatchObject({ exit: 2 });
    expect(existsSync(path.join(home, '.local'))).toBe(false);
  });
});

test('bakkum batch never overwrites and reports each failure', () => {
  copyFileSync(PNG, path.join(home, 'photo.png'));
  writeFileSync(path.join(home, 'photo.jpg'), 'precious');
  writeFileSync(path.join(home, 'empty.png'), '');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [MAIN, 'batch', 'photo.png', 'empty.png', 'gone.png', '--to', 'jpg'],
    {
      cwd: home,
      encoding: 'utf8',
      env: { ...process.env, NATIVE_TOOLS: '' },
    },
  );
  expect([status, stdout]).toEqual([4, 'photo (2).jpg\n']);
  expect(stderr).toContain('empty.png: The file is empty');
  expect(stderr).toContain('2 of 3 files could not be converted');
  expect(readFileSync(path.join(home, 'photo.jpg'), 'utf8')).toBe('precious');
});
