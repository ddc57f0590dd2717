import type { Locale } from '@bakkum/i18n/locale';
import { escapeHtml } from '@bakkum/markup/escape';
import { MAIL_DATA, type MailTemplate, type Message } from './mail.ts';
import { ENGLISH } from './wording.en.ts';
import { KOREAN } from './wording.ko.ts';
import type { Brand, Wording, Wordings } from './wording.ts';

const WORDINGS: Readonly<Record<Locale, Wordings>> = { en: ENGLISH, ko: KOREAN };

/**
 * Renders an email. `data` comes from the database and is validated against the template.
 * @throws ZodError when it does not match
 */
export function renderMail(template: MailTemplate, locale: Locale, data: unknown, brand: Brand): Message {
  const wording = wordingOf(template, locale, data, brand);
  return { subject: oneLine(wording.subject), text: textOf(wording, brand), html: htmlOf(wording, brand, locale) };
}

function wordingOf(template: MailTemplate, locale: Locale, data: unknown, brand: Brand): Wording {
  const write = WORDINGS[locale][template] as (data: unknown, brand: Brand) => Wording;
  return write(MAIL_DATA[template].parse(data), brand);
}

/** Names may contain line breaks; headers may not. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function textOf({ paragraphs, action, note }: Wording, brand: Brand): string {
  const parts = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), note, `-- \n${brand.name}`];
  return `${parts.join('\n\n')}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Apple SD Gothic Neo','Malgun Gothic',sans-serif";

/** Uses tables and inline styles, as email programs support little else. */
function htmlOf({ subject, paragraphs, action, note }: Wording, brand: Brand, locale: Locale): string {
  const body = paragraphs.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('\n');
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#17634d;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b635e;word-break:break-all">${escapeHtml(action.url)}</p>`
    : '';
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f8f7f3;${FONT};font-size:16px;line-height:1.6;color:#1d2420">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:700">${escapeHtml(brand.name)}</p>
${body}
${button}
<p style="margin:24px 0 0;font-size:13px;color:#5b635e">${escapeHtml(note)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
