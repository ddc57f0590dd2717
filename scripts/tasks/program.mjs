import { existsSync } from 'node:fs';
import { ExpectedError } from '../expected-error.mjs';
import { findBrowser } from '../find-browser.mjs';
import { handOver } from '../process.mjs';
import { inRoot } from '../project-root.mjs';
import { buildIfStale } from './build.mjs';
import { generate } from './generate.mjs';

/** Runs the product's command line. Adds nothing to its stdout. */
export async function cli(args) {
  // Admin commands belong to the server, whose settings they read.
  if (args[0] === 'admin') return becomeProgram('apps/server/admin.ts', args.slice(1));
  await generate();
  await becomeProgram('apps/cli/main.ts', args);
}

/** Packs the command line for npm. */
export async function packCli(args) {
  await generate();
  await becomeProgram('apps/cli/package/build.ts', args);
}

/** Writes the converter as plain files. */
export async function buildStatic(args) {
  await generate();
  process.env.NODE_ENV = 'production';
  await becomeProgram('apps/web/static-copy/main.ts', args);
}

/** Builds the browser extension. */
export async function buildExtension(args) {
  await generate();
  process.env.NODE_ENV = 'production';
  await becomeProgram('apps/web/extension/pack/main.ts', args);
}

/** Converts every file of a folder to every target and has independent programs judge the results. */
export async function matrix(args) {
  await prepareProgram(args.some((arg) => arg === '--browser' || arg.startsWith('--browser=')));
  await becomeProgram('tests/matrix/main.ts', args);
}

/**
 * Compares PDFs of office documents made by our engine with those of native LibreOffice; `pdf`: how much of a PDF's structure is
 * recovered; `pages`: web pages and books, with what Chromium prints.
 */
export async function fidelity(args) {
  if (args[0] === 'pdf') {
    await prepareProgram(false);
    return becomeProgram('tests/fidelity/pdf/main.ts', args.slice(1));
  }
  if (args[0] === 'pages') {
    await prepareProgram(true);
    return becomeProgram('tests/fidelity/web-pages/main.ts', args.slice(1));
  }
  await prepareProgram(args.includes('--browser'));
  await becomeProgram('tests/fidelity/main.ts', args);
}

/** Takes screenshots of every kind of page. */
export async function screens(args) {
  await prepareProgram(true);
  await becomeProgram('tests/screens/main.ts', args);
}

/** Measures our conversions against other programs. */
export async function bench(args) {
  await prepareProgram(true);
  await becomeProgram('benchmarks/main.ts', args);
}

/** Passes programs that use a browser its path in BAKKUM_BROWSER, and builds the site into apps/web. */
async function prepareProgram(usesBrowser) {
  if (!usesBrowser) return generate();
  await buildIfStale();
  process.env.BAKKUM_BROWSER = await findBrowser();
}

async function becomeProgram(entry, args) {
  const file = inRoot(entry);
  if (!existsSync(file)) throw new ExpectedError(`${entry} is missing.`);
  await handOver(process.execPath, ['--enable-source-maps', file, ...args], {
    // Paths are relative to the user's working directory; npm runs its scripts in the repository.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    // Caches compiled code: the next command starts in about two thirds of the time.
    env: { NODE_COMPILE_CACHE: inRoot('.cache', 'compiled'), ...process.env },
  });
}
