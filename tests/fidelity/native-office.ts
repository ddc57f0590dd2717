import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { guessSeparator } from '@bakkum/document-office/text-input';
import { FONT_ALIASES } from '../../engines/office/fonts.ts';
import { manifest } from '../../engines/office/manifest.ts';
import { packedFiles } from '../../engines/office/packed-files.ts';
import { findProgram } from '../../scripts/programs.mjs';

const run = promisify(execFile);
const ENGINE = path.resolve(import.meta.dirname, '../../engines/office');

/** Native LibreOffice with a profile of its own and exactly the typefaces our engine has. */
export type NativeOffice = {
  /** `LibreOffice 7.4.7.2` */
  readonly version: string;
  /** Converts into `target`. False when the program refuses, crashes or takes too long. */
  convert(file: string, from: string, to: string, target: string): Promise<boolean>;
  close(): Promise<void>;
};

/** `undefined` where it is not installed. */
export async function openNativeOffice(timeoutMs: number): Promise<NativeOffice | undefined> {
  const command = findProgram(['soffice', 'libreoffice']);
  if (!command) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-native-office-'));
  const environment = {
    ...process.env,
    HOME: folder,
    LC_ALL: 'C.UTF-8',
    FONTCONFIG_FILE: await offerOurFonts(folder),
    SAL_USE_VCLPLUGIN: 'svp',
  };
  const base = ['--headless', '--norestore', '--nolockcheck', `-env:UserInstallation=file://${folder}/profile`];
  const call = (args: readonly string[]) =>
    run(command, [...base, ...args], { env: environment, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 1 << 24 });
  const { stdout } = await call(['--version']);
  return {
    version: /LibreOffice [\d.]+/.exec(stdout)?.[0] ?? 'LibreOffice',
    async convert(file, from, to, target) {
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
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** UTF-8 in LibreOffice's numbering of encodings. */
const UTF_8 = 76;

/** Text goes in as UTF-8 with its separator told, as a person would answer the program's question about it. */
async function inputOf(file: string, from: string, work: string): Promise<{ input: string; filter: readonly string[] }> {
  const input = path.join(work, `document${path.extname(file)}`);
  if (from !== 'txt' && from !== 'csv' && from !== 'tsv') {
    await copyFile(file, input);
    return { input, filter: [] };
  }
  const text = decodeText(new Uint8Array(await readFile(file)));
  await writeFile(input, `\uFEFF${text}`);
  if (from === 'txt') return { input, filter: ['--infilter=Text (encoded):UTF8'] };
  const separator = from === 'tsv' ? '\t' : guessSeparator(text);
  return { input, filter: [`--infilter=Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,${UTF_8},1`] };
}

/** The faces our engine ships, the machine's own rules for choosing among them, and our stand-ins. */
async function offerOurFonts(folder: string): Promise<string> {
  const fonts = path.join(folder, 'fonts');
  await mkdir(fonts);
  const packed = new Uint8Array(await readFile(path.join(ENGINE, manifest.assets.files ?? '')));
  for (const [name, content] of packedFiles(packed))
    if (/\/fonts\/truetype\/.*\.ttf$/.test(name)) await writeFile(path.join(fonts, path.basename(name)), content);
  const { resolve } = createRequire(path.join(ENGINE, 'engine.ts'));
  for (const asset of Object.values(manifest.assets))
    if (/\.(ttf|otf)$/.test(asset)) await copyFile(resolve(asset), path.join(fonts, path.basename(asset)));
  await writeFile(path.join(folder, 'stand-ins.conf'), FONT_ALIASES);
  const rules = ['/etc/fonts/conf.d', path.join(folder, 'stand-ins.conf')].filter((rule) => existsSync(rule));
  const configuration = path.join(folder, 'fonts.conf');
  const includes = rules.map((rule) => `<include>${rule}</include>`).join('');
  await writeFile(
    configuration,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${folder}/cache</cachedir>${includes}</fontconfig>`,
  );
  return configuration;
}
