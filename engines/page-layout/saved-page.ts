import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Attachment } from '@bakkum/document-input/mail/message';
import { readMail } from '@bakkum/document-input/mail/mime';
import { pageFile } from './page-files.ts';
import { safePage } from './safe-page.ts';
import { WEB_ADDRESS, type WebDocument } from './web-document.ts';

/** A page that a browser saved as MHTML, with its images and styles. Errors: `corrupt`, `empty`, `too-large`. */
export function savedPage(bytes: Bytes): WebDocument {
  const { mainPage, attachments, location = '', subject } = readMail(bytes);
  if (mainPage === undefined || mainPage.trim() === '') throw new ConversionError('empty', 'no page in it');
  const parts = partsOf(attachments);
  const known = new Map<string, Blob>();
  const page = safePage(mainPage, {
    name: '',
    file(address, from) {
      const name = nameOf(address, from || location);
      const part = parts.get(name);
      const blob = known.get(name) ?? (part && pageFile(part.bytes, part.mediaType));
      if (!blob) return undefined;
      known.set(name, blob);
      return { name, blob };
    },
    link(address) {
      const whole = nameOf(address, location);
      if (address.startsWith('#')) return address;
      if (location !== '' && whole.startsWith(`${location}#`)) return whole.slice(location.length);
      return WEB_ADDRESS.test(whole) ? whole : undefined;
    },
  });
  return page.title === '' ? { ...page, title: subject } : page;
}

/** Parts by their addresses: of the web, or within the file. */
function partsOf(attachments: readonly Attachment[]): ReadonlyMap<string, Attachment> {
  return new Map(
    attachments.flatMap((part) => [
      ...(part.contentId === undefined ? [] : [[`cid:${part.contentId}`, part] as const]),
      ...(part.location === undefined ? [] : [[part.location, part] as const]),
    ]),
  );
}

function nameOf(address: string, base: string): string {
  if (/^cid:/i.test(address)) return `cid:${decoded(address.slice(4))}`;
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
