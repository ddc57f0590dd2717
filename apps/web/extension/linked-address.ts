/** Addresses of files that the extension may download. */

/** The longest address: that of a small image inside its page (`data:`). */
export const MAX_ADDRESS_LENGTH = 6_000_000;

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'data:']);

/** Returns the URL, or `undefined` if the extension does not download from such an address. */
export function linkedUrl(address: string): URL | undefined {
  if (address.length > MAX_ADDRESS_LENGTH) return undefined;
  const url = URL.parse(address);
  if (!url || !SCHEMES.has(url.protocol)) return undefined;
  // A name and a password in a link would be sent to the site without the user seeing them.
  url.username = '';
  url.password = '';
  return url;
}

/** Permission to read from the site of a URL; `undefined` if none is needed. Patterns have no port. */
export function permissionFor({ protocol, hostname }: URL): { readonly origins: readonly [string] } | undefined {
  return protocol === 'data:' ? undefined : { origins: [`${protocol}//${hostname}/*`] };
}
