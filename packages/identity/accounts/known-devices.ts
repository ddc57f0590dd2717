import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Credential } from './passwords/credentials.ts';
import type { Visitor } from './visitor.ts';

/** Name of the cookie, and where browsers send it. */
const NAME = 'bakkum.devices';
const PATH = '/api/account';
const MAX_ACCOUNTS = 5;
/** Cookies of this name in a request. */
const MAX_COOKIES = 4;
const NONCE_BYTES = 16;
const LIFETIME_S = 365 * 24 * 3600;
const ENTRY = /^([\w-]{22})([\w-]{43})$/;

export type KnownDevices = {
  /** Identifies the browser of a request if it has signed in to this account before, with the present password. */
  idOf(visitor: Visitor, credential: Credential): string | undefined;
  /** The `Set-Cookie` line that makes a browser known. `remember` keeps it for a year, otherwise until the browser closes. */
  cookie(visitor: Visitor, credential: Credential, remember: boolean): string;
};

/**
 * Recognises browsers by a signed cookie with one entry for each account. An entry is a random number and its signature for this
 * account and password, so it says nothing about the person, and a new password ends it.
 */
export function createKnownDevices(secret: string, origin: string): KnownDevices {
  const isSecure = origin.startsWith('https:');
  const name = isSecure ? `__Secure-${NAME}` : NAME;
  const sign = (nonce: string, { personId, passwordHash }: Credential): string =>
    createHmac('sha256', secret).update(`device\0${nonce}\0${personId}\0${passwordHash}`).digest('base64url');
  const nonceOf = (entry: string, credential: Credential): string | undefined => {
    const [, nonce = '', signature = ''] = ENTRY.exec(entry) ?? [];
    const wanted = Buffer.from(sign(nonce, credential));
    const given = Buffer.from(signature);
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? nonce : undefined;
  };
  return {
    idOf: (visitor, credential) =>
      entriesOf(visitor, name)
        .map((entry) => nonceOf(entry, credential))
        .find((nonce) => nonce !== undefined),
    cookie(visitor, credential, remember) {
      const others = entriesOf(visitor, name).filter((entry) => nonceOf(entry, credential) === undefined);
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      const entries = [`${nonce}${sign(nonce, credential)}`, ...others].slice(0, MAX_ACCOUNTS);
      const lifetime = remember ? [`Max-Age=${LIFETIME_S}`] : [];
      const line = [`${name}=${entries.join('.')}`, ...lifetime, `Path=${PATH}`, 'HttpOnly', 'SameSite=Lax'];
      return [...line, ...(isSecure ? ['Secure'] : [])].join('; ');
    },
  };
}

/** Another host of the domain can set a cookie of the same name, which must not hide ours. */
function entriesOf({ cookie = '' }: Visitor, name: string): readonly string[] {
  const pairs = cookie.split(';').map((pair) => pair.trim());
  const found = pairs.filter((pair) => pair.startsWith(`${name}=`)).slice(0, MAX_COOKIES);
  const entriesIn = (pair: string): readonly string[] => pair.slice(name.length + 1).split('.');
  return found.flatMap((pair) =>
    entriesIn(pair)
      .filter((entry) => ENTRY.test(entry))
      .slice(0, MAX_ACCOUNTS),
  );
}
