/** Requests URLs given by strangers: only public internet addresses, each checked at the moment of connection. */
import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as passed } from 'node:timers/promises';
import { isPublicAddress } from './public-address.ts';

/** Why a URL was not requested, or its request failed. */
export type OutboundFault =
  | 'invalid-address' // not a URL, another scheme, a password in it, or a port not used for the web
  | 'private-address' // not on the public internet
  | 'unknown-host'
  | 'too-many-redirects'
  | 'no-answer';

export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.fault = fault;
  }
}

export type Resolved = { readonly address: string; readonly family: number };

/** Resolves a host name. It may stop when the signal is aborted; its result is ignored then. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<readonly Resolved[]>;

export type OutboundOptions = {
  /** Private addresses that are allowed nevertheless, as `address:port`; set by the operator. */
  readonly reachable?: readonly string[];
  readonly lookup?: Lookup;
};

export type OutboundRequest = {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream needs the header `content-length`. It is destroyed when the request fails. */
  readonly body?: string | Readable;
  /** Maximum number of redirects. Default 5; only GET requests are redirected. */
  readonly redirects?: number;
  readonly signal: AbortSignal;
};

export type OutboundAnswer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Final URL after redirects. */
  readonly url: URL;
  /** Must be read or destroyed. */
  readonly body: IncomingMessage;
};

export type Outbound = { ask(request: OutboundRequest): Promise<OutboundAnswer> };

/** Ports allowed in URLs from strangers. Others serve mail and databases rather than files. */
export const OUTBOUND_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);
const SILENCE_MS = 20_000;
/** Timeout for the first attempt with one name server, in milliseconds. */
const NAME_SILENCE_MS = 3000;
const LOOKUP_ATTEMPTS = 2;
/** Milliseconds to wait for IPv6 addresses after IPv4 ones arrived, as some name servers never answer the IPv6 query. */
const NEWER_PATIENCE_MS = 1000;
const MAX_REDIRECTS = 5;

export function createOutbound({ reachable = [], lookup = resolveHost }: OutboundOptions = {}): Outbound {
  const open = new Set(reachable.map((place) => place.toLowerCase()));
  const check = async (text: string, signal: AbortSignal): Promise<Place> => {
    signal.throwIfAborted();
    const url = addressOf(text);
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await unlessAborted(lookup(host, signal), signal);
    const isOpen = ({ address, family }: Resolved): boolean =>
      open.has(family === 6 ? `[${address}]:${port}` : `${address}:${port}`);
    if (found.length === 0) throw new OutboundRefused('unknown-host', 'the name has no address');
    if (!found.every((one) => isOpen(one) || (isPublicAddress(one.address) && OUTBOUND_PORTS.has(port)))) {
      const isPrivate = found.some(({ address }) => !isPublicAddress(address));
      throw new OutboundRefused(isPrivate ? 'private-address' : 'invalid-address', 'the address is not asked');
    }
    return { url, found };
  };
  return {
    async ask(request) {
      const most = request.redirects ?? MAX_REDIRECTS;
      const mayRedirect = (request.method ?? 'GET') === 'GET';
      let place = await check(request.url, request.signal);
      for (let count = 0; ; count += 1) {
        const answer = await send(place, request);
        const next = isRedirect(answer) ? answer.headers.location : undefined;
        if (next === undefined || !mayRedirect) return answer;
        answer.body.destroy();
        if (count >= most) throw new OutboundRefused('too-many-redirects', `more than ${most} redirects`);
        if (!URL.canParse(next, answer.url)) throw new OutboundRefused('invalid-address', 'a redirect to nowhere');
        place = await check(new URL(next, answer.url).href, request.signal);
      }
    },
  };
}

/** A URL that may be requested, and the addresses its name resolved to when it was checked. */
type Place = { readonly url: URL; readonly found: readonly Resolved[] };

function addressOf(text: string): URL {
  if (!URL.canParse(text)) throw new OutboundRefused('invalid-address', 'no address');
  const url = new URL(text);
  const isPlain = (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '';
  if (!isPlain || url.hostname === '') throw new OutboundRefused('invalid-address', 'another scheme, or a password');
  return url;
}

/** Names of this machine, by RFC 6761. */
const LOCALHOST = /(?:^|\.)localhost\.?$/i;

/**
 * Queries name servers directly. The system resolver shares a few threads with file access, and a name server that does not
 * respond would block one. Names in the local hosts file are not resolved.
 */
async function resolveHost(host: string, signal: AbortSignal): Promise<readonly Resolved[]> {
  if (LOCALHOST.test(host)) return [{ address: '127.0.0.1', family: 4 }];
  const resolver = new Resolver({ timeout: NAME_SILENCE_MS, tries: LOOKUP_ATTEMPTS });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await addressesIn(resolver.resolve4(host), resolver.resolve6(host));
  } finally {
    signal.removeEventListener('abort', cancel);
    // Results of pending queries are no longer needed.
    cancel();
  }
}

type Addresses = { readonly addresses: readonly string[]; readonly cause?: unknown };

/**
 * Combines the IPv4 and IPv6 responses for a name. IPv4 addresses are enough when IPv6 ones do not follow soon: only addresses in
 * the result are checked and used. @throws OutboundRefused when there are none
 */
export async function addressesIn(
  older: Promise<readonly string[]>,
  newer: Promise<readonly string[]>,
  patienceMs = NEWER_PATIENCE_MS,
): Promise<readonly Resolved[]> {
  const told = (answer: Promise<readonly string[]>): Promise<Addresses> =>
    answer.then(
      (addresses) => ({ addresses }),
      (cause: unknown) => ({ addresses: [], cause }),
    );
  const [fours, sixes] = [told(older), told(newer)];
  const { addresses, cause } = await fours;
  const late = await (addresses.length > 0 ? orNothing(sixes, patienceMs) : sixes);
  const found = [
    ...addresses.map((address) => ({ address, family: 4 })),
    ...late.addresses.map((address) => ({ address, family: 6 })),
  ];
  if (found.length === 0) throw new OutboundRefused('unknown-host', 'the name has no address', { cause });
  return found;
}

async function orNothing(answer: Promise<Addresses>, patienceMs: number): Promise<Addresses> {
  const over = new AbortController();
  const nothing: Addresses = { addresses: [] };
  try {
    return await Promise.race([answer, passed(patienceMs, nothing, { signal: over.signal }).catch(() => nothing)]);
  } finally {
    over.abort();
  }
}

async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function isRedirect({ status }: OutboundAnswer): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Connects to the checked addresses, whatever the name resolves to by now. */
function send({ url, found }: Place, { method = 'GET', headers = {}, body, signal }: OutboundRequest): Promise<OutboundAnswer> {
  const start = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void => {
      if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : cause);
      else reject(new OutboundRefused('no-answer', cause.message, { cause }));
    };
    const sent = start(
      url,
      {
        method,
        headers: { 'Accept-Encoding': 'identity', ...headers },
        agent: false,
        timeout: SILENCE_MS,
        signal,
        lookup: (_host, options, tell) => {
          const [first] = found;
          if (options.all) tell(null, [...found]);
          else tell(null, first?.address ?? '', first?.family);
        },
      },
      (response) => {
        response.on('timeout', () => response.destroy(new OutboundRefused('no-answer', 'silent for too long')));
        resolve({ status: response.statusCode ?? 0, headers: response.headers, url, body: response });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('silent for too long')));
    sent.on('error', fail);
    // A server may refuse before it has received everything; its answer counts then.
    if (body instanceof Readable) pipeline(body, sent).catch(fail);
    else sent.end(body);
  });
}
