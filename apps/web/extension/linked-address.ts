/** Addresses of files that the extension may download. */

/** Longest URL that contains its image (`data:`). Only one of them is stored at a time. */
export const MAX_ADDRESS_LENGTH = 6_000_000;
/** Longest URL of a file on a site. Servers refuse shorter ones. */
export const MAX_LINK_LENGTH = 100_000;

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'data:']);

/** Returns the URL, or `undefined` if the extension does not download from such an address. */
export function linkedUrl(address: string): URL | undefined {
  if (address.length > MAX_ADDRESS_LENGTH) return undefined;
  const url = URL.parse(address);
  if (!url || !SCHEMES.has(url.protocol)) return undefined;
  // URLs may have such a host, but in a permission it means every site.
  if (url.hostname.includes('*')) return undefined;
  if (url.protocol !== 'data:' && url.href.length > MAX_LINK_LENGTH) return undefined;
  // The user would not see that a username and a password in a link are sent to the site.
  url.username = '';
  url.password = '';
  return url;
}

/** Returns the permission to read from the site of a URL; `undefined` if none is needed. Match patterns have no port. */
export function permissionFor({ protocol, hostname }: URL): { readonly origins: readonly [string] } | undefined {
  return protocol === 'data:' ? undefined : { origins: [`${protocol}//${hostname}/*`] };
}
