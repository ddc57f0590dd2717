import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Locks a folder for this process. The lock is a local socket, which the system closes when the process ends for any reason.
 * @param folder resolved path
 * @returns a function that releases it; undefined if another process on this machine holds it
 */
export async function lockFolder(folder: string): Promise<(() => Promise<void>) | undefined> {
  const name = `bakkum-watch-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  const address = addressOf(name);
  const server = (await listen(address)) ?? (await listenInstead(address));
  return server && (() => new Promise((resolve) => server.close(() => resolve())));
}

function addressOf(name: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  // An abstract socket name, which has no file.
  return process.platform === 'linux' ? `\0${name}` : path.join(tmpdir(), `${name}.sock`);
}

/** Other systems: a killed process leaves a socket file behind. If no process answers it, the file is replaced. */
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
