import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 15;

/**
 * Runs `work` while no other process on this machine works on that folder. Linux has sockets without a file, whose name is free
 * again as soon as their process ends, however it ended. On other systems PostgreSQL's own lock file has to suffice.
 */
export async function withStartLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  if (process.platform !== 'linux') return work();
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32);
  const lock = await acquire(`\0bakkum-postgres-${name}`);
  try {
    return await work();
  } finally {
    await new Promise((resolve) => lock.close(resolve));
  }
}

async function acquire(name: string): Promise<Server> {
  for (;;) {
    const server = await tryListen(name);
    if (server) return server;
    await wait(POLL_MS);
  }
}

function tryListen(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(name, () => resolve(server));
  });
}
