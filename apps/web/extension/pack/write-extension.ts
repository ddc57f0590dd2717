import { cpSync, mkdirSync, openAsBlob, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zipStream } from '@bakkum/archive-zip/zip-stream';
import { writeNotices } from '../../build-steps/notices.ts';
import { selectedEngines, selectedFiles } from '../../static-copy/engine-selection.ts';
import { BROWSERS, manifestOf } from '../manifest.ts';
import { buildPages } from './build-pages.ts';
import { iconFiles } from './icons.ts';
import { localeFiles } from './locales.ts';

const WEB = path.resolve(import.meta.dirname, '../..');
/** Fixed, so that the same sources give the same packages. */
const MODIFIED = new Date(2020, 0, 1);

export type ExtensionOptions = {
  /** Absolute path. */
  readonly out: string;
  readonly brand: string;
  /** One to four numbers with dots. */
  readonly version: string;
};

/** A folder to load unpacked, and the package for a store. */
export type WrittenExtension = {
  readonly folder: string;
  readonly zip: string;
  readonly bytes: number;
  readonly zipBytes: number;
};

/** Writes the extension for each browser and replaces earlier builds. */
export async function writeExtension({ out, brand, version }: ExtensionOptions): Promise<readonly WrittenExtension[]> {
  const shared = `${out}.${process.pid}`;
  try {
    await writeShared(shared);
    const written: WrittenExtension[] = [];
    for (const browser of BROWSERS) {
      const folder = path.join(out, browser);
      const next = `${folder}.${process.pid}`;
      cpSync(shared, next, { recursive: true });
      writeFileSync(
        path.join(next, 'manifest.json'),
        `${JSON.stringify(manifestOf({ browser, brand, version }), undefined, 2)}\n`,
      );
      rmSync(folder, { recursive: true, force: true });
      renameSync(next, folder);
      written.push(await zipped(folder, path.join(out, `bakkum-${browser}-${version}.zip`)));
    }
    return written;
  } finally {
    rmSync(shared, { recursive: true, force: true });
  }
}

/** Writes the files that all browsers share: the smaller engines with all of their fonts, because Korean documents contain Chinese characters. */
async function writeShared(folder: string): Promise<void> {
  const engines = selectedEngines('core');
  await buildPages(folder, engines);
  for (const { pathname, file } of selectedFiles('all', engines)) {
    const target = path.join(folder, pathname);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(file, target);
  }
  for (const [name, content] of [...localeFiles(), ...(await iconFiles(WEB))]) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  writeNotices(path.resolve(WEB, '../..'), folder);
  rmSync(path.join(folder, 'notices.json'));
}

async function zipped(folder: string, zip: string): Promise<WrittenExtension> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  const members = await Promise.all(
    names.map(async (name) => ({
      path: name,
      blob: await openAsBlob(path.join(folder, name)),
      deflate: true,
      modifiedAt: MODIFIED,
    })),
  );
  await writeFile(zip, zipStream(members));
  const bytes = members.reduce((sum, { blob }) => sum + blob.size, 0);
  return { folder, zip, bytes, zipBytes: statSync(zip).size };
}
