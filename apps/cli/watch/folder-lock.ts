import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Takes a folder for this process. The lock is a local socket that the system closes with the process, however it ends.
 * @param folder resolved path
 * @returns a function that releases it; undefined if another process of this machine has it
 */
export async function lockFolder(folder: string): Promise<(() => Promise<void>) | undefined> {
  const name = `bakkum-watch-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  const address = addressOf(name);
  const server = (await listen(address)) ?? (await listenInstead(address));
  return server && (() => new Promise((resolve) => server.close(() => resolve())));
}

function addressOf(name: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  // A name of the Linux kernel, without a file.
  return process.platform === 'linux' ? `\0${name}` : path.join(tmpdir(), `${name}.sock`);
}

/** Elsewhere, a killed process leaves the file of its socket, which nobody answers. */
async function listenInstead(address: string): Promise<Server | undefined> {
  if (!path.isAbsolute(address) || process.platform === 'win32' || (await isAnswered(address))) return undefined;
  await rm(address, { force: true });
  return listen(address);
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () => resolve(server.unref()));
  });
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
}
