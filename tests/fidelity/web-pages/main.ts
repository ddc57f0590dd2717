/**
 * `npm run fidelity -- pages`: converts web pages and books to PDF on the built website, where the browser lays them out, and in
 * Node, where it cannot, and compares both with what Chromium prints. Its options are in scripts/commands/fidelity.mjs.
 */
import { openAsBlob } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { publicFormats } from '@bakkum/registry/catalogue';
import { readCommandLine, refuse } from '../../../scripts/command-line/command-line.mjs';
import { interruption } from '../../../scripts/command-line/interruption.mjs';
import { FIDELITY_PAGES } from '../../../scripts/commands/fidelity.mjs';
import { launchPlaywright, type PlaywrightBrowser } from '../../browsers/playwright-browser.ts';
import { openBrowserPath } from '../../matrix/browser-path.ts';
import type { ConversionPath } from '../../matrix/conversion-path.ts';
import { openNodePath } from '../../matrix/node-path.ts';
import { likenessOf } from '../compare.ts';
import { type Paper, printNatively } from './print.ts';
import { type PageRow, reportOf } from './report.ts';
import { ourTypefaces } from './typefaces.ts';

const TIMEOUT_MS = 180_000;
/** Without MHTML, of which a browser without scripts prints an empty page. */
const FORMATS: ReadonlySet<string> = new Set(['html', 'xhtml', 'epub']);

const { values } = readCommandLine(FIDELITY_PAGES, process.argv.slice(2));
for (const dir of values.dir) {
  if (!(await stat(dir).catch(() => undefined))?.isDirectory()) refuse(FIDELITY_PAGES, `there is no folder ${dir}`);
}
const folder = values.out ? path.resolve(values.out) : await mkdtemp(path.join(tmpdir(), 'bakkum-pages-fidelity-'));
await mkdir(folder, { recursive: true });

Object.assign(process.env, await ourTypefaces(folder));
const browser = await launchPlaywright('chromium', { args: ['--no-sandbox', '--disable-gpu'] });
/** The website chooses the paper of the browser's language, American English. */
const paths: readonly (readonly [string, Paper, ConversionPath])[] = [
  ['website', 'Letter', await openBrowserPath({ browser: 'chromium', lanes: 1, deadlineMs: TIMEOUT_MS })],
  ['node', 'A4', openNodePath({ lanes: 1, deadlineMs: TIMEOUT_MS, signal: interruption() })],
];
try {
  const rows: PageRow[] = [];
  for (const source of (await Promise.all(values.dir.map(sourcesIn))).flat()) rows.push(...(await rowsOf(source, browser)));
  const report = reportOf(rows);
  await writeFile(path.join(folder, 'pages.md'), report);
  process.stdout.write(report);
} finally {
  for (const [, , each] of paths) await each.close();
  await browser.close();
}

type Source = { readonly file: string; readonly name: string; readonly from: string };

async function sourcesIn(dir: string): Promise<readonly Source[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const sources: Source[] = [];
  for (const file of files.sort()) {
    const { format } = detectFormat({ ...(await readHead(await openAsBlob(file))), name: path.basename(file) }, publicFormats());
    if (format && FORMATS.has(format.id)) sources.push({ file, name: path.relative(dir, file), from: format.id });
  }
  return sources;
}

async function rowsOf({ file, name, from }: Source, by: PlaywrightBrowser): Promise<readonly PageRow[]> {
  const stem = path.join(folder, name.replaceAll(/[/\\]/g, '__'));
  const rows: PageRow[] = [];
  for (const [id, paper, way] of paths) {
    const native = `${stem}.native.${paper}.pdf`;
    const isPrinted = (await exists(native)) || (await printNatively(by, { file, from, paper }, native));
    if (!isPrinted) return [{ name, from, by: 'print', code: 'not printed', route: '' }];
    const made = `${stem}.${id}.pdf`;
    let [code, route] = ['', ''];
    if (!(await exists(made))) {
      const outcome = await way.convert({ file, from }, 'pdf', `${stem}.${id}`);
      if (outcome.ok && outcome.files[0] !== undefined) await rename(outcome.files[0], made);
      else code = outcome.ok ? 'nothing' : outcome.code;
      route = outcome.ok ? outcome.route : '';
    }
    const likeness = code === '' ? await likenessOf(made, native) : undefined;
    rows.push({ name, from, by: id, code, route, ...(likeness && { likeness }) });
    process.stderr.write(`${name} by ${id}: ${likeness?.text.toFixed(3) ?? code}\n`);
  }
  return rows;
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
