import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { startingProgram } from './settings.ts';

/** A failed download. `code` is npm's (`ECONNREFUSED`, `E404`, …) or defined here. */
export class DownloadError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'DownloadError';
    this.code = code;
  }
}

/** Retries once after a short delay, so that a waiting user soon sees the error. npm's configuration applies otherwise. */
const FLAGS = ['--json', '--ignore-scripts', '--loglevel=error', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'];

/**
 * Downloads the tarball of a published package with the npm of this machine, so that its registry, its proxy and its credentials
 * apply. npm stores nothing elsewhere. Aborting stops npm and rejects.
 * @param folder empty; npm works in it
 * @returns path of the tarball
 */
export async function downloadTarball(name: string, version: string, folder: string, signal: AbortSignal): Promise<string> {
  const [program, ...first] = npmCommand();
  const args = [
    ...first,
    'pack',
    `${name}@${version}`,
    '--pack-destination',
    folder,
    '--cache',
    path.join(folder, 'npm'),
    ...FLAGS,
  ];
  const { exit, output } = await run(program, args, signal);
  if (exit !== 0) {
    const code = errorCodeIn(output) ?? `exit ${exit ?? 'by a signal'}`;
    throw new DownloadError(code, `npm could not download ${name}@${version} (${code})`);
  }
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (!tarball) throw new DownloadError('ENOTARBALL', `npm wrote no tarball of ${name}@${version}`);
  return path.join(folder, tarball);
}

/** The npm that started this process (npx), otherwise the one installed with this Node, otherwise the one on the PATH. */
export function npmCommand(): readonly [string, ...string[]] {
  const started = startingProgram();
  const bin = path.dirname(process.execPath);
  const candidates = [
    ...(started && path.basename(started) === 'npm-cli.js' ? [started] : []),
    path.join(bin, 'node_modules/npm/bin/npm-cli.js'),
    path.join(bin, '../lib/node_modules/npm/bin/npm-cli.js'),
  ];
  const script = candidates.find((file) => existsSync(file));
  return script ? [process.execPath, script] : ['npm'];
}

type Ended = { readonly exit: number | null; readonly output: string };

async function run(program: string, args: readonly string[], signal: AbortSignal): Promise<Ended> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true, signal });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', () => {
      // An aborted npm keeps writing until it exits.
      if (!signal.aborted)
        reject(new DownloadError('ENONPM', 'npm, which downloads engines, was not found; it comes with Node.js'));
    });
    child.once('close', (exit) => {
      if (signal.aborted) reject(new DOMException('aborted', 'AbortError'));
      else resolve({ exit, output });
    });
  });
}

/** With `--json` npm describes its failure on standard output. */
function errorCodeIn(output: string): string | undefined {
  try {
    const { error } = JSON.parse(output) as { error?: { code?: unknown } };
    return typeof error?.code === 'string' ? error.code : undefined;
  } catch {
    return undefined; // npm exited before writing JSON
  }
}
