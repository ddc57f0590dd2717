import { startsWith } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';
import { bplist } from '@bakkum/data-tree/bplist';
import { plist } from '@bakkum/data-tree/plist';
import { isTable, type Notes, type Table, type Value } from '@bakkum/data-tree/value';
import { escapeHtml } from '@bakkum/markup/escape';
import { htmlPage } from '@bakkum/markup/html-page';

/** Settings of a shortcut in order; `URL` if it refers to a page. */
export type Shortcut = Table;

/** Reads one section: `[InternetShortcut]` of Windows, `[Desktop Entry]` of Linux. Later sections are skipped. */
export function readSection(text: string, section: string): Shortcut {
  const settings = new Map<string, Value>();
  let isInside = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const name = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (name !== undefined) isInside = name.toLowerCase() === section.toLowerCase();
    const [, key = '', value = ''] = isInside ? (/^\s*([^=;#\s][^=]*)=(.*)/.exec(line) ?? []) : [];
    if (key !== '') settings.set(key.trimEnd(), value.trim());
  }
  if (settings.size === 0) throw corrupt(`no ${section} in it`);
  return settings;
}

/** Reads a binary or XML property list with one URL. */
export function readWebloc(bytes: Uint8Array<ArrayBuffer>, notes: Notes): Shortcut {
  const isBinary = startsWith(bytes, 'bplist');
  const text = (): Value => (plist.binary ? null : plist.read(new TextDecoder().decode(bytes), notes));
  const value = isBinary && bplist.binary ? bplist.read(bytes, notes) : text();
  if (!isTable(value)) throw corrupt('no table in it');
  return value;
}

/** Returns the URL of a shortcut. */
export function addressOf(shortcut: Shortcut): string | undefined {
  const address = shortcut.get('URL') ?? shortcut.get('BASEURL');
  return typeof address === 'string' && address !== '' ? address : undefined;
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/** Writers of web shortcuts by system. */
export const WRITERS: Readonly<Record<string, (address: string, name: string, notes: Notes) => string>> = {
  url: (address) => `[InternetShortcut]\r\nURL=${oneLine(address)}\r\n`,
  desktop: (address, name) =>
    `[Desktop Entry]\nVersion=1.0\nType=Link\nName=${oneLine(name)}\nURL=${oneLine(address)}\nIcon=text-html\n`,
  webloc: (address, _, notes) => (plist.binary ? '' : plist.write(new Map([['URL', address]]), notes)),
  html: (address, name) => page(address, name),
  txt: (address) => `${oneLine(address)}\n`,
};

/** Writes a page with the URL as a link; a URL that would run code is only displayed. */
function page(address: string, name: string): string {
  const shown = escapeHtml(address);
  const link = /^(?:https?|ftp|mailto):/i.test(address) ? `<a href="${shown}">${shown}</a>` : shown;
  return htmlPage({ title: name, body: `<h1>${escapeHtml(name)}</h1>\n<p>${link}</p>` });
}
