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

/**
 * Native LibreOffice, already running or started for each file: milliseconds of one conversion to PDF, as on the command line.
 */
export type NativeOffice = {
  readonly label: string;
  /** Passes the document to a running instance, which LibreOffice supports. */
  warm(file: string): Promise<number>;
  /** Runs a process from start to end with an existing profile. */
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
  // Without an open document, the instance would exit after the first one it receives.
  const open = path.join(folder, `open${path.extname(sample)}`);
  await copyFile(sample, open);
  const listener = spawn(command, [...base('warm'), '--nologo', open], { stdio: 'ignore', detached: true });
  await wait(STARTING_MS);
  await convert('warm', sample);
  await convert('warm', sample);
  if (listener.exitCode !== null) throw new Error('LibreOffice exited unexpectedly');
  return {
    label: /LibreOffice [\d.]+/.exec(stdout)?.[0] ?? 'LibreOffice',
    warm: (file) => timed(() => convert('warm', file)),
    cold: (file) => timed(() => convert('cold', file)),
    close: () => endGroup(listener),
  };
}

/** The command starts the program as its child, so both are ended. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
