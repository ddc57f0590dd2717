import { type Bytes, encodeBase64 } from '@bakkum/bytes/bytes';
import type { Attachment, Message } from '@bakkum/document-input/mail/message';
import { hidden } from './mailbox.ts';

const encoder = new TextEncoder();

/** Writes an internet email (RFC 5322, MIME) in UTF-8 with base64 bodies. */
export function mailBytes(message: Message): Bytes {
  const headers = [
    ...headerOf('From', addressesOf(message.from)),
    ...headerOf('To', addressesOf(message.to)),
    ...headerOf('Cc', addressesOf(message.cc)),
    ...headerOf('Subject', wordsOf(message.subject)),
    ...headerOf('Date', message.date?.toUTCString().replace('GMT', '+0000') ?? ''),
    'MIME-Version: 1.0',
  ];
  return encoder.encode([...headers, ...bodyOf(message)].join('\r\n'));
}

/** Writes emails as a mailbox (RFC 4155) with its line ends, escaping `From ` at the start of lines with `>`. */
export function mailboxBytes(mails: readonly { readonly bytes: Bytes; readonly date?: Date }[]): Bytes[] {
  return mails.flatMap(({ bytes, date = new Date(0) }) => {
    const [day, number, month, year, time] = date.toUTCString().replace(',', '').split(' ');
    return [
      encoder.encode(`From MAILER-DAEMON ${day} ${month} ${String(Number(number)).padStart(2)} ${time} ${year}\n`),
      hidden(bytes.filter((each) => each !== 0x0d)),
      encoder.encode(bytes.at(-1) === 0x0a ? '\n' : '\n\n'),
    ];
  });
}

const headerOf = (name: string, value: string): readonly string[] => (value === '' ? [] : [`${name}: ${value}`]);

/** Base64 never contains these characters. */
const boundary = (what: string): string => `=_bakkum_${what}`;

function bodyOf(message: Message): readonly string[] {
  const texts = [
    ...(message.text !== undefined || message.html === undefined ? [textPart('plain', message.text ?? '')] : []),
    ...(message.html === undefined ? [] : [textPart('html', message.html)]),
  ];
  const text = texts.length === 1 ? (texts[0] ?? []) : joined('alternative', texts);
  return message.attachments.length === 0 ? text : joined('mixed', [text, ...message.attachments.map(attachmentPart)]);
}

function joined(kind: string, parts: readonly (readonly string[])[]): readonly string[] {
  const mark = boundary(kind);
  const within = parts.flatMap((part) => [`--${mark}`, ...part]);
  return [`Content-Type: multipart/${kind}; boundary="${mark}"`, '', ...within, `--${mark}--`, ''];
}

const textPart = (kind: string, text: string): readonly string[] => [
  `Content-Type: text/${kind}; charset=utf-8`,
  ...packed(encoder.encode(text)),
];

/** Parts that are emails or multiparts must not be base64, so they are written as plain bytes. */
function attachmentPart({ name, mediaType, contentId, bytes }: Attachment): readonly string[] {
  const type = /^(?!message\/|multipart\/)[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream';
  const file = `filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
  return [
    `Content-Type: ${type}`,
    `Content-Disposition: ${contentId === undefined ? 'attachment' : 'inline'}; ${file}`,
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId.replaceAll(/[\s<>]/g, '')}>`]),
    ...packed(bytes),
  ];
}

function packed(bytes: Uint8Array): readonly string[] {
  return ['Content-Transfer-Encoding: base64', '', ...(encodeBase64(bytes).match(/.{1,76}/g) ?? []), ''];
}

/** Bytes per encoded word: with its delimiters at most 75 characters (RFC 2047, 2). */
const WORD = 42;

/** Writes header text unchanged, or as encoded words split between characters. */
function wordsOf(text: string): string {
  const plain = text.replaceAll(/[\r\n\t]+/g, ' ').trim();
  if (/^[\x20-\x7e]{0,900}$/.test(plain) && !plain.includes('=?')) return plain;
  const words: string[] = [];
  let word = '';
  for (const character of plain.replaceAll(/[\0-\x1f]/g, '')) {
    if (encoder.encode(word + character).length > WORD) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((each) => `=?UTF-8?B?${encodeBase64(encoder.encode(each))}?=`).join('\r\n ');
}

const BARE = /^[^\s,<>"@]+@[^\s,<>"]+$/;
/** Text before an address in angle brackets, a stray bracket, or the end. */
const PIECE = /([^<>]*)(?:<([^<>\s]+)>|[<>]|$)/g;

/** Formats `name <a@example.com>, b@example.com` for a header. Recipients without a known address become an empty group. */
function addressesOf(people: string): string {
  const found: string[] = [];
  for (const [, before = '', mail] of people.matchAll(PIECE)) {
    const parts = before.split(',').map((part) => part.trim());
    const named = mail === undefined ? parts : parts.splice(firstName(parts));
    for (const part of mail === undefined ? named : parts) {
      if (part !== '') found.push(BARE.test(part) ? ascii(part) : `${phrase(part)}:;`);
    }
    const name = named.join(', ').trim();
    if (mail) found.push(name ? `${phrase(name)} <${ascii(mail)}>` : ascii(mail));
  }
  return found.join(',\r\n ');
}

/** Where the name before an address in brackets begins: after the addresses that stand alone. A name may contain commas. */
function firstName(parts: readonly string[]): number {
  const index = parts.findIndex((part) => part !== '' && !BARE.test(part));
  return index < 0 ? parts.length : index;
}

const ascii = (text: string): string => text.replaceAll(/[^\x21-\x7e]/g, '');

function phrase(name: string): string {
  const words = wordsOf(name);
  if (words.startsWith('=?')) return words;
  return /^[\w !#$%&'*+/=?^`{|}~-]+$/.test(words) ? words : `"${words.replaceAll(/["\\]/g, '')}"`;
}
