/** Installed programs, used as other services use them. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/programs.mjs';

const run = promisify(execFile);
const LIMIT_MS = 300_000;
const DRIVER = path.join(import.meta.dirname, 'uno-converter.py');

export type Rival = {
  readonly label: string;
  /** Maximum number of files it converts at the same time. */
  readonly atOnce: number;
  convert(input: string, output: string): Promise<void>;
  close(): Promise<void>;
};

/** Starts one process per file, as ConvertX does. */
export function spawnedProgram(
  name: string,
  commands: readonly string[],
  args: readonly string[],
  cores: number,
): Rival | undefined {
  const command = findProgram(commands);
  if (!command) return undefined;
  return {
    label: `${name}, one process per file`,
    atOnce: cores,
    convert: async (input, output) => {
      await run(command, [...args, input, output], { timeout: LIMIT_MS });
      await access(output);
    },
    close: () => Promise.resolve(),
  };
}

const office = (): string | undefined => findProgram(['soffice', 'libreoffice']);

/** Starts LibreOffice for each file, with its own existing profile. */
export async function coldOffice(folder: string, cores: number): Promise<Rival | undefined> {
  const command = office();
  if (!command) return undefined;
  const model = path.join(folder, 'profile');
  await run(command, [...bare(model), '--terminate_after_init'], { timeout: LIMIT_MS });
  return {
    label: 'LibreOffice, one process per file',
    atOnce: cores,
    async convert(input, output) {
      const place = path.join(folder, randomUUID());
      await cp(model, path.join(place, 'profile'), { recursive: true });
      await run(command, [...bare(path.join(place, 'profile')), '--convert-to', 'pdf', '--outdir', place, input], {
        timeout: LIMIT_MS,
      });
      await cp(path.join(place, `${path.parse(input).name}.pdf`), output);
      await rm(place, { recursive: true });
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Keeps one LibreOffice running that converts document after document, as Gotenberg does. Undefined where Python cannot connect
 * to it.
 */
export async function warmOffice(folder: string): Promise<Rival | undefined> {
  const [command, python] = [office(), pythonWithUno()];
  if (!command || !python) return undefined;
  await mkdir(folder, { recursive: true });
  const pipe = `bakkum-${process.pid}`;
  const listener = spawn(command, [...bare(path.join(folder, 'profile')), `--accept=pipe,name=${pipe};urp;`], {
    stdio: 'ignore',
    detached: true,
  });
  const driver = spawn(python, [DRIVER, pipe], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(driver.stdout)[Symbol.asyncIterator]();
  await told(lines, 'ready');
  return {
    label: 'LibreOffice, kept running',
    atOnce: 1,
    async convert(input, output) {
      driver.stdin.write(`${pathToFileURL(input).href}\t${pathToFileURL(output).href}\n`);
      await told(lines, 'done');
      await access(output);
    },
    async close() {
      driver.stdin.end();
      await endGroup(listener);
    },
  };
}

function bare(profile: string): readonly string[] {
  return [`-env:UserInstallation=${pathToFileURL(profile).href}`, '--headless', '--norestore', '--nolockcheck', '--nologo'];
}

function pythonWithUno(): string | undefined {
  return ['/usr/bin/python3', findProgram(['python3']) ?? ''].find((python) => {
    try {
      execFileSync(python, ['-c', 'import uno'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

async function told(lines: AsyncIterator<string>, wanted: string): Promise<void> {
  const { value } = await lines.next();
  if (value !== wanted) throw new Error(`LibreOffice said ${String(value)}`);
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
