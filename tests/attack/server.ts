/** Servers to attack: the built product as a separate process, with demo mail and a trusted proxy that names client addresses. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BuiltServer, startBuiltServer } from '../built-site.ts';

export type Attacked = BuiltServer & {
  readonly dataDir: string;
  /** Folder of temporary files of this server only. */
  readonly temporary: string;
  /** Ends the process and starts it again, with the same files. */
  restart(signal: NodeJS.Signals): Promise<Attacked>;
  /** Ends the process that runs now, and deletes its files. */
  close(): Promise<void>;
};

/** Accounts with enough commands for a whole family. */
export const BUSY_EMAILS = {
  text: 'text@example.com',
  uploads: 'uploads@example.com',
  storage: 'storage@example.com',
  addresses: 'addresses@example.com',
  visitor: 'visitor@example.com',
} as const;

const SETTINGS = {
  TRUSTED_PROXIES: '1',
  CONVERSIONS_AT_ONCE: '2',
  API_ENTERPRISE: Object.values(BUSY_EMAILS)
    .map((email) => `${email}=1000000`)
    .join(),
};

export async function startAttacked(environment: Readonly<Record<string, string>> = {}): Promise<Attacked> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-attacked-'));
  const [dataDir, temporary] = [path.join(folder, 'data'), await mkdtemp(path.join(folder, 'tmp-'))];
  let current: BuiltServer | undefined;
  const close = async (): Promise<void> => {
    await current?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const start = async (): Promise<Attacked> => {
    const server = await startBuiltServer(dataDir, { ...SETTINGS, TMPDIR: temporary, ...environment });
    current = server;
    const restart = async (signal: NodeJS.Signals): Promise<Attacked> => {
      await server.stop(signal);
      return start();
    };
    return { ...server, dataDir, temporary, restart, close };
  };
  try {
    return await start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
