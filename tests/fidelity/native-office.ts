import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isTable, openingOf } from '@bakkum/document-office/opening';
import { runProcess } from '@bakkum/native-programs/process';
import { FONT_ALIASES } from '../../engines/office/fonts.ts';
import { manifest } from '../../engines/office/manifest.ts';
import { packedFiles } from '../../engines/office/packed-files.ts';
import { findProgram } from '../../scripts/programs.mjs';

const ENGINE = path.resolve(import.meta.dirname, '../../engines/office');

/** Native LibreOffice with its own profile and exactly the typefaces of our engine. */
export type NativeOffice = {
  /** Such as `LibreOffice 7.4.7.2`. */
  readonly version: string;
  /** Converts into `target`, one file after the other. Returns false when the program refuses, crashes or takes too long. */
  convert(file: string, from: string, to: string, target: string): Promise<boolean>;
  close(): Promise<void>;
};

/** Returns `undefined` where it is not installed. */
export async function openNativeOffice(timeoutMs: number): Promise<NativeOffice | undefined> {
  const command = findProgram(['soffice', 'libreoffice']);
  if (!command) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-native-office-'));
  await writeProfile(folder);
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    LC_ALL: 'C.UTF-8',
    FONTCONFIG_FILE: await offerOurFonts(folder),
    SAL_USE_VCLPLUGIN: 'svp',
  };
  const base = ['--headless', '--norestore', '--nolockcheck', `-env:UserInstallation=file://${folder}/profile`];
  const { signal } = new AbortController();
  const call = (args: readonly string[]) =>
    runProcess({ line: [command, ...base, ...args], folder, environment, signal, seconds: timeoutMs / 1000 });
  const { text } = await call(['--version']);
  // A second program with the same profile would pass its file to the first and end.
  let last: Promise<unknown> = Promise.resolve();
  return {
    version: /LibreOffice [\d.]+/.exec(text)?.[0] ?? 'LibreOffice',
    convert(file, from, to, target) {
      const converted = last.then(() => convertOne(file, from, to, target));
      last = converted;
      return converted;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };

  async function convertOne(file: string, from: string, to: string, target: string): Promise<boolean> {
    const work = await mkdtemp(path.join(folder, 'job-'));
    try {
      const { input, filter } = await inputOf(file, from, work);
      await call([...filter, '--convert-to', to, '--outdir', path.join(work, 'out'), input]);
      const [made] = await readdir(path.join(work, 'out'));
      if (made === undefined) return false;
      await rename(path.join(work, 'out', made), target).catch(() => copyFile(path.join(work, 'out', made), target));
      return true;
    } catch {
      return false; // it crashed, was too slow, or wrote nothing
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
}

/** Prepares the input as our engine does for its program: text as UTF-8, tables with filter options. */
async function inputOf(file: string, from: string, work: string): Promise<{ input: string; filter: readonly string[] }> {
  const inputs = [new Blob([await readFile(file)])] as const;
  const opening = openingOf({ inputs, from, to: 'pdf', options: {} }, new AbortController().signal);
  // Files our engine refuses are passed to the native program unchanged.
  const { name, bytes, options } = await opening.catch(() => ({ name: path.basename(file), bytes: inputs[0], options: '' }));
  const input = path.join(work, name);
  await writeFile(input, bytes instanceof Blob ? bytes.stream() : bytes);
  if (from === 'txt') return { input, filter: ['--infilter=Text (encoded):UTF8'] };
  // Otherwise a PDF is opened as a drawing, which cannot be saved as a text document.
  if (from === 'pdf') return { input, filter: ['--infilter=writer_pdf_import'] };
  return { input, filter: isTable(from) ? [`--infilter=Text - txt - csv (StarCalc):${options}`] : [] };
}

/** Sets the language of formats and the paper size, which documents may leave open, as our engine does. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>en-US</value></prop></item></oor:items>
`;

async function writeProfile(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'profile/user'), { recursive: true });
  await writeFile(path.join(folder, 'profile/user/registrymodifications.xcu'), PROFILE);
}

/** Provides the typefaces of our engine, the system's selection rules, and our substitutes. */
async function offerOurFonts(folder: string): Promise<string> {
  const fonts = path.join(folder, 'fonts');
  await mkdir(fonts);
  const packed = new Uint8Array(await readFile(path.join(ENGINE, manifest.assets.files ?? '')));
  for (const [name, content] of packedFiles(packed))
    if (/\/fonts\/truetype\/.*\.ttf$/.test(name)) await writeFile(path.join(fonts, path.basename(name)), content);
  const { resolve } = createRequire(path.join(ENGINE, 'engine.ts'));
  for (const asset of Object.values(manifest.assets))
    if (/\.(ttf|otf)$/.test(asset)) await copyFile(resolve(asset), path.join(fonts, path.basename(asset)));
  await writeFile(path.join(folder, 'substitutes.conf'), FONT_ALIASES);
  const rules = ['/etc/fonts/conf.d', path.join(folder, 'substitutes.conf')].filter((rule) => existsSync(rule));
  const configuration = path.join(folder, 'fonts.conf');
  const includes = rules.map((rule) => `<include>${rule}</include>`).join('');
  await writeFile(
    configuration,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${folder}/cache</cachedir>${includes}</fontconfig>`,
  );
  return configuration;
}
