import { isIPv6 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

export type NodeEnvironment = { readonly Bindings: Partial<HttpBindings> };

const UNKNOWN = 'unknown';
/** Groups of an IPv6 address that identify one subscriber. */
const IPV6_GROUPS = 4;

/**
 * Client address for rate limits. Clients can forge `X-Forwarded-For`; only its last entries, one per trusted proxy, are
 * reliable. Some proxies append the port. IPv6 addresses are reduced to their first 64 bits, since one household controls the rest.
 */
export function clientAddress(context: Pick<Context<NodeEnvironment>, 'env' | 'req'>, trustedProxies: number): string {
  const socket = context.env?.incoming?.socket.remoteAddress ?? UNKNOWN;
  if (trustedProxies === 0) return grouped(socket);
  const forwarded = (context.req.header('X-Forwarded-For') ?? '').split(',').map((entry) => entry.trim());
  return grouped(forwarded.at(-trustedProxies) || socket);
}

function grouped(address: string): string {
  const plain = withoutPort(address)
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = plain.includes('::') ? Array.from({ length: 8 - before.length - after.length }, () => '0') : [];
  const groups = [...before, ...zeros, ...after].slice(0, IPV6_GROUPS);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711` without the port. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}
