import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/programs.mjs';
import { timed } from '../native-program.ts';

const run = promisify(execFile);
const LIMIT_MS = 120_000;
const STARTING_MS = 10_000;

/** Native LibreOffice, kept running and started anew: milliseconds of one conversion to PDF, as somebody at a terminal waits. */
export type NativeOffice = {
  readonly label: string;
  /** Handed to an instance that is running: LibreOffice's own way of taking another document. */
  warm(file: string): Promise<number>;
  /** A process from start to end, its profile made before. */
  cold(file: string): Promise<number>;
  close(): Promise<void>;
};

/** `undefined` where it is not installed. `folder` is for profiles and results. */
export async function openNativeOffice(folder: string, sample: string): Promise<NativeOffice | undefined> {
  const command = findProgram(['soffice', 'libreoffice']);
  if (!command) return undefined;
  const out = path.join(folder, 'native');
  await mkdir(out, { recursive: true });
  const base = (profile: string): readonly string[] => [
    `-env:UserInstallation=file://${folder}/${profile}`,
    '--headless',
    '--norestore',
    '--nolockcheck',
  ];
  const convert = async (profile: string, file: string): Promise<void> => {
    const result = path.join(out, `${path.parse(file).name}.pdf`);
    await rm(result, { force: true });
    await run(command, [...base(profile), '--convert-to', 'pdf', '--outdir', out, file], { timeout: LIMIT_MS });
    await access(result);
  };
  const { stdout } = await run(command, [...base('cold'), '--version'], { timeout: LIMIT_MS });
  await convert('cold', sample);
  // Without a document of its own it would end after the first one it is handed.
  const open = path.join(folder, `open${path.extname(sample)}`);
  await copyFile(sample, open);
  const listener = spawn(command, [...base('warm'), '--nologo', open], { stdio: 'ignore', detached: true });
  await wait(STARTING_MS);
  await convert('warm', sample);
  await convert('warm', sample);
  if (listener.exitCode !== null) throw new Error('LibreOffice does not keep running');
  return {
    label: /LibreOffice [\d.]+/.exec(stdout)?.[0] ?? 'LibreOffice',
    warm: (file) => timed(() => convert('warm', file)),
    cold: (file) => timed(() => convert('cold', file)),
    close: () => endGroup(listener),
  };
}

/** The command starts the program as its child, so both end. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
