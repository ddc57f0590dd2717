import { buildTree, FILES, type TreeEntry } from '@bakkum/archive-tree/tree';
import {
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  readInput,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { numbered, safeName, uniqueNames } from '@bakkum/conversion/file-names';
import { DATA, dataTree } from '@bakkum/data-tree/tree';
import { Moment, plainIso, type Table, type Value } from '@bakkum/data-tree/value';
import { wordsOfHtml } from '@bakkum/document-input/clean-page';
import type { Attachment, Message } from '@bakkum/document-input/mail/message';
import { readMail } from '@bakkum/document-input/mail/mime';
import { headerRows, htmlOf, savedPageOf } from './html.ts';
import { mailsIn } from './mailbox.ts';
import { readOutlook } from './outlook.ts';
import { type FiledMessage, readMailbox } from './pst.ts';
import { mailBytes, mailboxBytes } from './write-mail.ts';

/** A mailbox is held in memory with all its content. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Converts emails and mailboxes to a page, to text, to their files, or to a list. Fetches nothing. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0], MAX_BYTES);
    if (request.from === 'pst') return pstAs(bytes, request.to, context);
    if (request.from === 'mbox' && request.to === FILES) return mailFiles(bytes);
    if (request.from === 'eml' && request.to === 'mbox') return mailbox([{ bytes, ...dated(readMail(bytes)) }]);
    const messages = messagesIn(bytes, request);
    context.onProgress(0.5);
    context.signal.throwIfAborted();
    const result = written(messages, request, bytes.length);
    const cut: readonly Warning[] = messages.some((message) => message.cut) ? [{ code: 'damaged-source' }] : [];
    return { ...result, warnings: [...cut, ...result.warnings] };
  },
};

/** Converts an Outlook mailbox to folders of emails, or to a sequence of emails. */
function pstAs(bytes: Uint8Array<ArrayBuffer>, to: string, context: EngineContext): ConvertResult {
  const { mails, unreadable } = readMailbox(bytes);
  context.onProgress(0.5);
  context.signal.throwIfAborted();
  const result = to === FILES ? pstFiles(mails, bytes.length) : pstWritten(mails, to, bytes.length);
  const damaged: readonly Warning[] = unreadable > 0 ? [{ code: 'damaged-source' }] : [];
  return { ...result, warnings: [...damaged, ...result.warnings] };
}

function pstWritten(mails: readonly FiledMessage[], to: string, size: number): ConvertResult {
  const [first, ...others] = mails.map(({ message }) => message);
  if (!first) throw new ConversionError('corrupt', 'no mail in it');
  if (to !== DATA) return written([first, ...others], { to, from: 'pst' }, size);
  const records = mails.map(({ folder, message }) => new Map([['folder', folder.join('/')], ...recordOf(message)]));
  return { outputs: [{ content: dataTree(records) }], warnings: [] };
}

function pstFiles(mails: readonly FiledMessage[], size: number): ConvertResult {
  const counts = new Map<string, number>();
  const entries = mails.map(({ folder, message }) => {
    const path = folder.map((name) => `${fileName(name)}/`).join('');
    const number = (counts.get(path) ?? 0) + 1;
    counts.set(path, number);
    return entryOf(`${path}${mailName(number, message.subject)}`, mailBytes(message), message.date);
  });
  const { tree, warnings } = buildTree(entries, size);
  return { outputs: [{ content: tree }], warnings };
}

function mailbox(mails: readonly { readonly bytes: Uint8Array<ArrayBuffer>; readonly date?: Date }[]): ConvertResult {
  return { outputs: [{ content: new Blob(mailboxBytes(mails), { type: 'application/mbox' }) }], warnings: [] };
}

const dated = ({ date }: Message): { readonly date?: Date } => (date ? { date } : {});

function messagesIn(bytes: Uint8Array<ArrayBuffer>, { from }: ConvertRequest): readonly [Message, ...Message[]] {
  if (from === 'msg') return [readOutlook(bytes)];
  if (from === 'eml' || from === 'mhtml') return [readMail(bytes)];
  const [first, ...others] = mailsIn(bytes).map((mail) => readMail(mail));
  if (!first) throw new ConversionError('corrupt', 'no mail in it');
  return [first, ...others];
}

type Pair = Pick<ConvertRequest, 'from' | 'to'>;

function written(messages: readonly [Message, ...Message[]], { to, from }: Pair, size: number): ConvertResult {
  const [first] = messages;
  switch (to) {
    case DATA:
      return { outputs: [{ content: dataTree(from === 'mbox' ? messages.map(recordOf) : recordOf(first)) }], warnings: [] };
    case FILES:
      return from === 'mhtml' ? savedFiles(first, size) : filesOf(first, size);
    case 'eml':
      return { outputs: [{ content: new Blob([mailBytes(first)], { type: 'message/rfc822' }) }], warnings: [] };
    case 'mbox':
      return mailbox(messages.map((message) => ({ bytes: mailBytes(message), ...dated(message) })));
    case 'txt': {
      if (from === 'mhtml')
        return { outputs: [{ content: new Blob([`${wordsIn(first)}\n`], { type: 'text/plain' }) }], warnings: [] };
      const text = messages.map(textOf).join(`\n${'-'.repeat(72)}\n\n`);
      return { outputs: [{ content: new Blob([text], { type: 'text/plain' }) }], warnings: attachmentsDropped(messages) };
    }
    default: {
      const pages = from === 'mhtml' ? [savedPageOf(first)] : messages.map(htmlOf);
      const content = new Blob([pages.map(({ page }) => page).join('\n')], { type: 'text/html' });
      const dropped = pages.reduce((sum, page) => sum + page.dropped, 0);
      const warnings: readonly Warning[] = dropped > 0 ? [{ code: 'pictures-dropped' }] : [];
      return { outputs: [{ content }], warnings: from === 'mhtml' ? warnings : [...warnings, ...attachmentsDropped(messages)] };
    }
  }
}

function attachmentsDropped(messages: readonly Message[]): readonly Warning[] {
  const names = messages.flatMap((message) => headerRows(message).filter(([name]) => name === 'Attachments'));
  return names.length > 0 ? [{ code: 'attachments-dropped' }] : [];
}

const wordsIn = ({ text, html }: Message): string => text ?? (html === undefined ? '' : wordsOfHtml(html));

function textOf(message: Message): string {
  const head = [['Subject', message.subject] as const, ...headerRows(message)].map(([name, value]) => `${name}: ${value}\n`);
  return `${head.join('')}\n${wordsIn(message)}\n`;
}

function recordOf(message: Message): Table {
  const { from, to, cc, subject, date, attachments } = message;
  return new Map<string, Value>([
    ['date', date ? new Moment(plainIso(date), 'instant') : null],
    ['from', from],
    ['to', to],
    ['cc', cc],
    ['subject', subject],
    ['text', wordsIn(message)],
    ['attachments', attachments.map(({ name }) => name).join(', ')],
  ]);
}

/** Returns the email as a page and as text, next to its attachments. */
function filesOf(message: Message, size: number): ConvertResult {
  const { page, dropped } = htmlOf(message);
  const own: readonly Attachment[] = [
    { name: 'message.html', mediaType: 'text/html', bytes: new TextEncoder().encode(page) },
    { name: 'message.txt', mediaType: 'text/plain', bytes: new TextEncoder().encode(textOf(message)) },
  ];
  const unique = uniqueNames(numbered('-'));
  for (const { name } of own) unique(name);
  const attached = message.attachments.map((each) => ({ ...each, name: unique(fileName(each.name)) }));
  const entries = [...own, ...attached].map((each) => entryOf(each.name, each.bytes, message.date));
  const { tree, warnings } = buildTree(entries, size);
  const pictures: readonly Warning[] = dropped > 0 ? [{ code: 'pictures-dropped' }] : [];
  return { outputs: [{ content: tree }], warnings: [...pictures, ...warnings] };
}

/** Returns a saved page unchanged, next to its parts. */
function savedFiles(message: Message, size: number): ConvertResult {
  const page = new TextEncoder().encode(message.html ?? textOf(message));
  const unique = uniqueNames(numbered('-'));
  unique('index.html');
  const parts = message.attachments.map((each) => entryOf(unique(fileName(each.name)), each.bytes, undefined));
  const { tree, warnings } = buildTree([entryOf('index.html', page, message.date), ...parts], size);
  return { outputs: [{ content: tree }], warnings };
}

/** Returns the file name of an email: its number, which makes it unique, and its subject. */
function mailName(number: number, subject: string): string {
  return fileName(`${`${String(number).padStart(4, '0')} ${subject.slice(0, 80)}`.trim()}.eml`);
}

/** Returns a file name for an attachment. */
function fileName(raw: string): string {
  const plain = raw
    .replaceAll(/[\\/:*?"<>|\0-\x1f]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(-200);
  return safeName(plain || 'attachment');
}

function entryOf(path: string, bytes: Uint8Array<ArrayBuffer>, modifiedAt: Date | undefined): TreeEntry {
  const blob = new Blob([bytes]);
  return { kind: 'file', path, size: blob.size, open: () => blob.stream(), ...(modifiedAt ? { modifiedAt } : {}) };
}

/** Returns every email of a mailbox as a separate unchanged file. */
function mailFiles(bytes: Uint8Array<ArrayBuffer>): ConvertResult {
  const entries = mailsIn(bytes).map((mail, index) => {
    const { subject, date } = readMail(mail);
    return entryOf(mailName(index + 1, subject), mail, date);
  });
  const { tree, warnings } = buildTree(entries, bytes.length);
  return { outputs: [{ content: tree }], warnings };
}
