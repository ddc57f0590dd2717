import { encodeBase64 } from '@bakkum/bytes/bytes';
import { cleanPage } from '@bakkum/document-input/clean-page';
import type { Message } from '@bakkum/document-input/mail/message';
import { partAddress, partsByAddress } from '@bakkum/document-input/mail/parts-by-address';
import { escapeHtml } from '@bakkum/markup/escape';

/** `dropped`: images outside the email, which are not fetched, or missing from it. */
export type Page = { readonly page: string; readonly dropped: number };

/** Converts an email to a web page that loads nothing: its own images are embedded, others dropped. */
export function htmlOf(message: Message): Page {
  const body =
    message.html === undefined ? { html: plainToHtml(message.text ?? ''), dropped: 0 } : cleaned(message.html, message);
  const rows = headerRows(message).map(([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`);
  const head = `<meta charset="utf-8"><title>${escapeHtml(message.subject)}</title>`;
  const page = `<!DOCTYPE html>\n<html><head>${head}</head><body>\n<h1>${escapeHtml(message.subject)}</h1>\n<table>${rows.join('')}</table>\n<hr>\n${body.html}\n</body></html>\n`;
  return { page, dropped: body.dropped };
}

/** Rows with the email's headers under their standard names. */
export function headerRows({ from, to, cc, date, attachments, html = '' }: Message): readonly (readonly [string, string])[] {
  const loose = attachments.filter(({ contentId }) => contentId === undefined || !html.includes(`cid:${contentId}`));
  const rows: readonly (readonly [string, string])[] = [
    ['From', from],
    ['To', to],
    ['Cc', cc],
    ['Date', date?.toISOString().replace('.000Z', 'Z') ?? ''],
    ['Attachments', loose.map(({ name }) => name).join(', ')],
  ];
  return rows.filter(([, value]) => value !== '');
}

const plainToHtml = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n');

function cleaned(html: string, { attachments, location = '' }: Message): { readonly html: string; readonly dropped: number } {
  const parts = partsByAddress(attachments);
  return cleanPage(html, (address) => {
    const picture = parts.get(partAddress(address, location));
    return picture && `data:${picture.mediaType};base64,${encodeBase64(picture.bytes)}`;
  });
}

/** Converts a saved page (MHTML) to a page that loads and runs nothing. */
export function savedPageOf(message: Message): Page {
  const { html, dropped } =
    message.html === undefined ? { html: plainToHtml(message.text ?? ''), dropped: 0 } : cleaned(message.html, message);
  const head = `<meta charset="utf-8"><title>${escapeHtml(message.subject)}</title>`;
  return { page: `<!DOCTYPE html>\n<html><head>${head}</head><body>\n${html}\n</body></html>\n`, dropped };
}
