import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const FORWARDED = ['SIGTERM', 'SIGHUP', 'SIGINT'];

/** Converts command-line arguments to strings; a file URL becomes its path. */
function toArguments(parts) {
  return parts.filter((part) => part !== undefined).map((part) => (part instanceof URL ? fileURLToPath(part) : String(part)));
}

/**
 * Replaces this process with another program where the system supports it; otherwise runs it, forwards signals and exits with its
 * exit code. Does not return when it succeeds.
 */
export async function handOver(command, parts, { cwd = process.cwd(), env = process.env } = {}) {
  const args = toArguments(parts);
  if (process.platform !== 'win32' && typeof process.execve === 'function') {
    process.chdir(cwd);
    process.execve(command, [command, ...args], definedOnly(env));
  }
  await import('./end-with-npm.mjs');
  const { code, signal } = await new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    // A terminal sends Ctrl-C to the child as well; forwarding it would count as a second interruption.
    for (const name of FORWARDED)
      process.on(name, () => (name === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(name)));
    child.on('error', reject);
    child.on('exit', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
  });
  process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
}

/**
 * Runs a program to its end and returns its exit code (128 + n for a signal). With `capture`, stdout and stderr are collected in
 * order and returned as `output`.
 */
export function run(command, parts, { cwd, env = process.env, capture = false, shell = false, stdio = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, toArguments(parts), { cwd, env, shell, stdio: capture ? ['ignore', 'pipe', 'pipe'] : stdio });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), output: Buffer.concat(chunks).toString() });
    });
  });
}

function definedOnly(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
