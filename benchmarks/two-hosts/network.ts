/** Separate hosts on this machine: Linux network namespaces connected by a bridge. */
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { createServer, connect as open, type Socket } from 'node:net';
import { findProgram } from '../../scripts/programs.mjs';

/** A range reserved for benchmarks (RFC 2544). */
const SUBNET = '198.18.0';
/** Address of the machine itself, as seen by every host. */
export const GATEWAY = `${SUBNET}.1`;

export type Host = {
  readonly name: string;
  /** Starts the project's Node on the host. */
  start(args: readonly string[], options: SpawnOptions): ReturnType<typeof spawn>;
  /** Unplugs or reconnects the host: connections are not closed, packets are lost. */
  plug(state: 'in' | 'out'): void;
};

export type Network = { readonly hosts: readonly Host[]; close(): void };

/** @throws Error that names what the machine lacks */
export function openNetwork(names: readonly string[]): Network {
  const ip = findProgram(['ip']);
  if (!ip) throw new Error('two hosts need the program ip (Debian: iproute2)');
  if (process.getuid?.() !== 0) throw new Error('two hosts use network namespaces, which require root');
  const run = (...args: readonly string[]): void => void execFileSync(ip, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const own = (suffix: string): string => `bk${process.pid}${suffix}`;
  const bridge = own('br');
  run('link', 'add', 'name', bridge, 'type', 'bridge');
  run('address', 'add', `${GATEWAY}/24`, 'dev', bridge);
  run('link', 'set', bridge, 'up');
  const hosts = names.map((name, index): Host => {
    const [space, outside, inside] = [own(`h${index}`), own(`o${index}`), own(`i${index}`)];
    run('netns', 'add', space);
    run('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', space);
    run('link', 'set', outside, 'master', bridge, 'up');
    run('-netns', space, 'address', 'add', `${SUBNET}.${index + 2}/24`, 'dev', inside);
    for (const device of ['lo', inside]) run('-netns', space, 'link', 'set', device, 'up');
    return {
      name,
      start: (args, options) => spawn(ip, ['netns', 'exec', space, process.execPath, ...args], options),
      plug: (state) => run('link', 'set', outside, state === 'in' ? 'up' : 'down'),
    };
  });
  return {
    hosts,
    close() {
      for (const index of names.keys()) run('netns', 'delete', own(`h${index}`));
      run('link', 'delete', bridge);
    },
  };
}

/** Makes a server on a local socket reachable for the hosts. Returns the port. */
export async function forward(socket: string): Promise<{ readonly port: number; close(): void }> {
  const pairs = new Set<Socket>();
  const server = createServer((outer) => {
    const inner = open(socket);
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      pairs.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => pairs.delete(one));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, GATEWAY, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the forwarder has no port');
  return {
    port: address.port,
    close: () => {
      for (const one of pairs) one.destroy();
      server.close();
    },
  };
}
