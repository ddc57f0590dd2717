import { stat } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { NativeUse } from '@bakkum/registry/node/native-host.node';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { openConverter, workersHere } from '../converter.ts';
import { EXIT, type Outcome, usageError } from '../outcome.ts';
import manifest from '../package.json' with { type: 'json' };
import { allowFolders } from './allowed-folders.ts';
import { createMcpServer } from './server.ts';

export type McpArguments = {
  /** Folders that may be read and written; the working directory if empty. */
  readonly allow: readonly string[];
  readonly native: NativeUse;
  readonly signal: AbortSignal;
};

/** `bakkum mcp`: serves the Model Context Protocol on standard input and output until the client disconnects. */
export async function serveMcp({ allow, native, signal }: McpArguments): Promise<Outcome> {
  const [first = process.cwd(), ...rest] = allow;
  for (const folder of [first, ...rest]) {
    if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return usageError(`there is no folder ${folder}`);
  }
  const folders = await allowFolders([first, ...rest]);
  const converter = await openConverter({ native, maxWorkers: workersHere() });
  const server = createMcpServer({ converter, folders, version: manifest.version });
  try {
    const closed = new Promise<void>((resolve) => {
      server.server.onclose = resolve;
    });
    await server.connect(new StdioServerTransport(process.stdin, protocolOutput()));
    // An interruption or a broken pipe ends the session like a normal disconnect.
    const ended = finished(process.stdin, { writable: false, signal }).catch(() => undefined);
    await Promise.race([closed, ended]);
  } finally {
    // Aborts the conversions that are running.
    await server.close();
    await converter.close();
  }
  return { exit: EXIT.done, text: '', json: undefined };
}

/** Reserves standard output for the protocol. Output of engines goes to standard error, where it cannot break a message. */
function protocolOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({ write: (chunk: Buffer, _encoding, done) => void write(chunk, done) });
}
