import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeStated } from '../text-encoding.ts';
import { bytesOfLatin1, decodeHeader, fromBase64, fromQuoted, latin1, type Parameters, parametersOf } from './header-text.ts';
import { type Attachment, MAX_DEPTH, MAX_PARTS, type Message } from './message.ts';

/** A MIME part: headers by lower-case name, and its content as a binary string. */
type Part = { readonly headers: ReadonlyMap<string, string>; readonly content: string };

/** Parses an internet email (RFC 5322, MIME). Errors: `corrupt` if it has no headers, `too-large`. */
export function readMail(bytes: Bytes): Message {
  const text = latin1(bytes).replace(/^\d+[ \t]*\r?\n(?=[\w-]+:)/, ''); // an emlx starts with its length
  const whole = partOf(text);
  if (![...whole.headers.keys()].some((name) => KNOWN.has(name))) throw new ConversionError('corrupt', 'no header of a mail');
  const found: Found = { texts: [], htmls: [], attachments: [], parts: 0, cut: false };
  collect(whole, found, 0, false);
  const date = new Date(header(whole, 'date').replace(/\([^()]*\)/g, ''));
  return {
    from: addressesOf(header(whole, 'from')),
    to: addressesOf(header(whole, 'to')),
    cc: addressesOf(header(whole, 'cc')),
    subject: decodeHeader(header(whole, 'subject')),
    ...(Number.isNaN(date.getTime()) ? {} : { date }),
    ...(found.texts.length > 0 ? { text: found.texts.join('\n') } : {}),
    ...(found.htmls.length > 0 ? { html: found.htmls.join('\n') } : {}),
    ...(found.htmls[0] === undefined ? {} : { mainPage: found.htmls[0] }),
    attachments: found.attachments,
    ...(found.location === undefined ? {} : { location: found.location }),
    ...(found.cut ? { cut: true } : {}),
  };
}

/** Header length limit; longer headers exist only to waste time. */
const MAX_HEADER_BYTES = 65_536;

const KNOWN: ReadonlySet<string> = new Set([
  'from',
  'to',
  'subject',
  'date',
  'received',
  'message-id',
  'mime-version',
  'content-type',
]);

type Found = {
  readonly texts: string[];
  readonly htmls: string[];
  readonly attachments: Attachment[];
  location?: string;
  parts: number;
  cut: boolean;
};

function partOf(text: string): Part {
  const end = /\r?\n\r?\n/.exec(text);
  const headerEnd = end ? end.index : text.length;
  const headers = new Map<string, string>();
  for (const line of text
    .slice(0, headerEnd)
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^\s:]+)[ \t]*:[ \t]*([\s\S]*)/.exec(line) ?? [];
    if (name !== '' && !headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), value.slice(0, MAX_HEADER_BYTES).trim());
  }
  return { headers, content: end ? text.slice(end.index + end[0].length) : '' };
}

const header = ({ headers }: Part, name: string): string => headers.get(name) ?? '';

/** Decodes names and leaves the addresses in brackets unchanged. */
const addressesOf = (raw: string): string => decodeHeader(raw).replaceAll(/"((?:\\.|[^"\\])*)"/g, '$1');

function collect(part: Part, found: Found, depth: number, isAlternative: boolean): void {
  found.parts += 1;
  if (found.parts > MAX_PARTS || depth > MAX_DEPTH) throw new ConversionError('too-large', 'more parts than any mail has');
  const type = parametersOf(header(part, 'content-type') || 'text/plain');
  const boundary = type.parameters.get('boundary');
  if (type.value.startsWith('multipart/') && boundary) {
    const alternative = type.value === 'multipart/alternative';
    const { parts, isWhole } = split(part.content, boundary);
    found.cut ||= !isWhole;
    for (const child of parts) collect(partOf(child), found, depth + 1, alternative);
    return;
  }
  const disposition = parametersOf(header(part, 'content-disposition'));
  const name = disposition.parameters.get('filename') ?? type.parameters.get('name');
  const isText = disposition.value !== 'attachment' && (name === undefined || isAlternative);
  if (isText && type.value === 'text/html') addPage(part, type, found);
  else if (isText && type.value === 'text/plain') found.texts.push(textOf(part, type));
  else found.attachments.push(attachmentOf(part, type, name, found.attachments.length));
}

function addPage(part: Part, type: Parameters, found: Found): void {
  found.location ??= header(part, 'content-location');
  found.htmls.push(textOf(part, type));
}

/** Splits at lines of two hyphens and the boundary (RFC 2046, 5.1.1). */
function split(content: string, boundary: string): { readonly parts: readonly string[]; readonly isWhole: boolean } {
  const parts: string[] = [];
  const mark = `--${boundary}`;
  let start = -1;
  for (let at = content.indexOf(mark); at >= 0; at = content.indexOf(mark, at + mark.length)) {
    if (at > 0 && content[at - 1] !== '\n') continue;
    if (start >= 0) parts.push(content.slice(start, at).replace(/\r?\n$/, ''));
    const line = content.indexOf('\n', at);
    const isLast = content.startsWith('--', at + mark.length);
    if (line < 0 || isLast) return { parts, isWhole: isLast };
    start = line + 1;
    if (parts.length > MAX_PARTS) throw new ConversionError('too-large', 'more parts than any mail has');
  }
  if (start >= 0) parts.push(content.slice(start)); // the closing boundary is missing
  return { parts, isWhole: false };
}

function contentOf(part: Part): Bytes {
  const encoding = header(part, 'content-transfer-encoding').toLowerCase();
  if (encoding === 'base64') return fromBase64(part.content);
  return encoding === 'quoted-printable' ? fromQuoted(part.content) : bytesOfLatin1(part.content);
}

function textOf(part: Part, { parameters }: Parameters): string {
  return decodeStated(contentOf(part), parameters.get('charset') ?? '').replaceAll('\r\n', '\n');
}

function attachmentOf(part: Part, { value }: Parameters, name: string | undefined, index: number): Attachment {
  const contentId = header(part, 'content-id').replaceAll(/^<|>$/g, '');
  const location = header(part, 'content-location');
  const isMail = value === 'message/rfc822';
  return {
    name: name || nameIn(location) || `${isMail ? 'message' : 'attachment'}-${index + 1}${isMail ? '.eml' : ''}`,
    mediaType: value,
    ...(contentId === '' ? {} : { contentId }),
    ...(location === '' ? {} : { location }),
    bytes: contentOf(part),
  };
}

/** Returns the last segment of a URL path if it is a file name. */
function nameIn(location: string): string {
  return /\/([^/?#]+\.\w{1,5})(?:[?#]|$)/.exec(location)?.[1] ?? '';
}
