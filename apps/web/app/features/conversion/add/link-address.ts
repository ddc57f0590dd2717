import { decodePercent } from '@bakkum/markup/percent';

/** Why an address is rejected before any request. */
export type AddressFault = 'not-an-address' | 'not-secure';

/** Parses a typed or pasted web address. Adds a missing `https://`; other schemes are rejected. */
export function addressOf(typed: string): { readonly url: URL } | { readonly fault: AddressFault } {
  const text = typed.trim();
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  const url = /\s/.test(text) ? null : URL.parse(scheme === undefined || /^[\w.-]+:\d/.test(text) ? `https://${text}` : text);
  if (!url?.hostname.includes('.') && url?.hostname !== 'localhost') return { fault: 'not-an-address' };
  return url.protocol === 'https:' ? { url } : { fault: 'not-secure' };
}

/**
 * Returns the name of a downloaded file: from the server (RFC 6266, if it lets other sites read the header), else from its
 * address.
 * @param disposition value of Content-Disposition
 */
export function linkedName(url: URL, disposition: string | null): string {
  const told = nameIn(disposition ?? '');
  const last = decodePercent(url.pathname.split('/').findLast(Boolean) ?? '');
  const name = (told || last || url.hostname).split(/[/\\]/).at(-1) ?? '';
  return name.normalize('NFC');
}

function nameIn(disposition: string): string {
  const [, charset = '', encoded] = /filename\*\s*=\s*([\w-]+)'[^']*'([^;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined && /^utf-8$/i.test(charset)) return decodePercent(encoded.trim());
  const [, quoted, bare = ''] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare;
}
