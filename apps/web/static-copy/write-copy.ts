import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StaticCopy } from '@bakkum/site/static-copy';
import { durationText, startProgress, startReporting } from '../../../scripts/command-line/progress.mjs';
import { buildSite } from '../build-steps/build-site.ts';
import { hostFiles } from './host-files.ts';
import { missingPageFile, redirectFile, withPolicy } from './html-files.ts';
import { copyInto, type PackedFiles } from './pack-engines.ts';
import { dataPath, keyPaths, openPages, type PageSource, SITEMAPS } from './site-pages.ts';

const WEB = path.resolve(import.meta.dirname, '..');
/** Placeholder for the unknown address of a copy while its pages are rendered. */
const UNKNOWN_ORIGIN = 'http://copy.invalid';

export type CopyOptions = {
  readonly copy: StaticCopy;
  readonly engines: ReadonlySet<string>;
  readonly engineFiles: PackedFiles['files'];
  readonly brand: string;
  /** Scheme and host the copy is served from. Without it, pages state no address, and there is no sitemap. */
  readonly origin?: string;
  /** Absolute path. */
  readonly out: string;
};

export type CopySize = { readonly pages: number; readonly files: number; readonly bytes: number };

/** Builds the website, writes all pages and engine files, and puts the copy in place of the previous one. */
export async function writeCopy(options: CopyOptions): Promise<CopySize> {
  const next = path.join(WEB, `.build-${process.pid}`);
  try {
    const { copy, engines, engineFiles } = options;
    const isIncluded = (pathname: string): boolean => Object.hasOwn(copy.packed, pathname) || engineFiles.has(pathname);
    await reported(buildSite({ folder: path.basename(next), engines, isIncluded, copy }));
    const pages = await writeFiles(path.join(next, 'client'), path.join(next, 'server'), options);
    const sizes = sizesIn(path.join(next, 'client'));
    putInPlace(path.join(next, 'client'), options.out);
    return { pages, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

async function reported(building: Promise<unknown>): Promise<void> {
  const reporter = startReporting({ textOf: (elapsedMs) => `building the website: ${durationText(elapsedMs)}` });
  try {
    await building;
  } finally {
    reporter.end();
  }
}

/** Returns the number of pages. */
async function writeFiles(folder: string, server: string, { engineFiles, brand, origin }: CopyOptions): Promise<number> {
  const site = { brand, origin: origin ?? UNKNOWN_ORIGIN, demo: false, withdrawal: [] };
  const source = await openPages(server, origin === undefined ? { ...site, unaddressed: true } : site);
  const paths = await source.paths();
  await writePages(folder, source, paths);
  for (const [key, target] of keyPaths(new Set(paths))) write(folder, `${key}/index.html`, redirectFile(target));
  const styles = readdirSync(path.join(folder, 'assets')).filter((name) => /^app-[\w-]+\.css$/.test(name));
  write(folder, '404.html', missingPageFile({ brand, styles: styles.map((name) => `/assets/${name}`) }));
  const generated = ['/site.webmanifest', ...(origin === undefined ? [] : ['/robots.txt', '/sitemap.xml', ...SITEMAPS])];
  for (const pathname of generated) write(folder, pathname, await source.text(pathname));
  for (const [name, content] of hostFiles()) write(folder, name, content);
  copyInto(folder, engineFiles);
  return paths.length;
}

async function writePages(folder: string, source: PageSource, paths: readonly string[]): Promise<void> {
  const progress = startProgress({ label: 'pages', total: paths.length });
  try {
    for (const pathname of paths) {
      write(folder, `${pathname}/index.html`, withPolicy(await source.text(pathname)));
      write(folder, dataPath(pathname), await source.text(dataPath(pathname)));
      progress.add('written');
    }
  } finally {
    progress.end();
  }
}

function write(folder: string, pathname: string, content: string): void {
  const file = path.join(folder, pathname);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function sizesIn(folder: string): readonly number[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(path.join(entry.parentPath, entry.name)).size);
}

/** Replaces the previous copy, which may be on another disk, when the new one is complete. */
function putInPlace(finished: string, out: string): void {
  const next = `${out}.${process.pid}`;
  try {
    cpSync(finished, next, { recursive: true });
    rmSync(out, { recursive: true, force: true });
    renameSync(next, out);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}
