import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { readMail } from '@bakkum/document-input/mail/mime';
import { partAddress, partsByAddress } from '@bakkum/document-input/mail/parts-by-address';
import { pageFile } from './page-files.ts';
import { safePage } from './safe-page.ts';
import { WEB_ADDRESS, type WebDocument } from './web-document.ts';

/** A page that a browser saved as MHTML, with its images and styles. Errors: `corrupt`, `empty`, `too-large`. */
export function savedPage(bytes: Bytes): WebDocument {
  const { mainPage, attachments, location = '', subject } = readMail(bytes);
  if (mainPage === undefined || mainPage.trim() === '') throw new ConversionError('empty', 'no page in it');
  const parts = partsByAddress(attachments);
  const known = new Map<string, Blob>();
  const page = safePage(mainPage, {
    name: '',
    file(address, from) {
      const name = partAddress(address, from || location);
      const part = parts.get(name);
      const blob = known.get(name) ?? (part && pageFile(part.bytes, part.mediaType));
      if (!blob) return undefined;
      known.set(name, blob);
      return { name, blob };
    },
    link(address) {
      const whole = partAddress(address, location);
      if (address.startsWith('#')) return address;
      if (location !== '' && whole.startsWith(`${location}#`)) return whole.slice(location.length);
      return WEB_ADDRESS.test(whole) ? whole : undefined;
    },
  });
  return page.title === '' ? { ...page, title: subject } : page;
}
