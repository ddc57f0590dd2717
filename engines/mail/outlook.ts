import { readCompoundFile, type Storage } from '@bakkum/compound-file/storage';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeNamed, latin1 } from './header-text.ts';
import { htmlOf } from './html.ts';
import { type Attachment, type Message, MOST_DEPTH } from './message.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Names of properties ([MS-OXPROPS]). */
const PROPERTY = {
  subject: '0037',
  text: '1000',
  html: '1013',
  to: '0E04',
  cc: '0E03',
  senderName: '0C1A',
  senderMail: '0C1F',
  senderSmtp: '5D01',
  sent: '0039',
  delivered: '0E06',
  htmlCodePage: '3FDE',
  codePage: '3FFD',
  name: '3001',
  mail: '3003',
  smtp: '39FE',
  kind: '0C15',
  data: '3701',
  longFileName: '3707',
  fileName: '3704',
  mediaType: '370E',
  contentId: '3712',
} as const;

/** Properties of a fixed size are in one stream, behind a head whose length says whose they are ([MS-OXMSG], 2.4). */
const HEAD = { message: 32, embedded: 24, part: 8 } as const;

/** A mail that Outlook saved. Errors: `corrupt`, `unsupported-feature` for what is no mail. */
export function readOutlook(bytes: Bytes): Message {
  const root = readCompoundFile(bytes);
  if (!root.streams.has('__properties_version1.0')) throw new ConversionError('unsupported-feature', 'no mail of Outlook');
  return messageIn(root, HEAD.message, 0);
}

function messageIn(storage: Storage, head: number, depth: number): Message {
  if (depth > MOST_DEPTH) throw new ConversionError('too-large', 'mails within mails');
  const item = new Item(storage, head);
  const recipients = parts(storage, '__recip_version').map((each) => new Item(each, HEAD.part, item));
  const named = (kind: number): string =>
    recipients
      .filter((recipient) => recipient.number(PROPERTY.kind) === kind)
      .map((recipient) => person(recipient.text(PROPERTY.name), recipient.text(PROPERTY.smtp) || recipient.text(PROPERTY.mail)))
      .join(', ');
  const date = item.time(PROPERTY.sent) ?? item.time(PROPERTY.delivered);
  const text = item.text(PROPERTY.text);
  const html = item.html();
  return {
    from: person(item.text(PROPERTY.senderName), item.text(PROPERTY.senderSmtp) || item.text(PROPERTY.senderMail)),
    to: named(1) || item.text(PROPERTY.to),
    cc: named(2) || item.text(PROPERTY.cc),
    subject: item.text(PROPERTY.subject),
    ...(date ? { date } : {}),
    ...(text === '' ? {} : { text: text.replaceAll('\r\n', '\n') }),
    ...(html === '' ? {} : { html }),
    attachments: parts(storage, '__attach_version').flatMap((each, index) => attachmentIn(each, item, index, depth)),
  };
}

const parts = ({ storages }: Storage, prefix: string): readonly Storage[] =>
  [...storages]
    .filter(([name]) => name.startsWith(prefix))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, each]) => each);

/** Addresses inside a company have slashes and no at sign: they say nothing to anybody else. */
function person(name: string, mail: string): string {
  if (!mail.includes('@')) return name;
  return name === '' || name === mail ? mail : `${name} <${mail}>`;
}

function attachmentIn(storage: Storage, message: Item, index: number, depth: number): readonly Attachment[] {
  const item = new Item(storage, HEAD.part, message);
  const inner = storage.storages.get(`__substg1.0_${PROPERTY.data}000D`);
  const name = item.text(PROPERTY.longFileName) || item.text(PROPERTY.fileName) || item.text(PROPERTY.name);
  if (inner?.streams.has('__properties_version1.0')) {
    const { page } = htmlOf(messageIn(inner, HEAD.embedded, depth + 1));
    return [{ name: `${name || `message-${index + 1}`}.html`, mediaType: 'text/html', bytes: new TextEncoder().encode(page) }];
  }
  const bytes = item.bytes(PROPERTY.data);
  if (!bytes) return [];
  const contentId = item.text(PROPERTY.contentId);
  return [
    {
      name: name || `attachment-${index + 1}`,
      mediaType: item.text(PROPERTY.mediaType) || 'application/octet-stream',
      ...(contentId === '' ? {} : { contentId }),
      bytes,
    },
  ];
}

const ENTRY = 16;
/** 1601 in thousandths of a second before 1970. */
const WINDOWS_EPOCH = 11_644_473_600_000n;

class Item {
  readonly #storage: Storage;
  readonly #fixed = new Map<string, bigint>();
  readonly #outer: Item | undefined;

  constructor(storage: Storage, head: number, outer?: Item) {
    this.#storage = storage;
    this.#outer = outer;
    const bytes = storage.streams.get('__properties_version1.0')?.() ?? new Uint8Array();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = head; at + ENTRY <= bytes.length; at += ENTRY)
      this.#fixed.set(
        view
          .getUint16(at + 2, true)
          .toString(16)
          .toUpperCase()
          .padStart(4, '0'),
        view.getBigUint64(at + 8, true),
      );
  }

  number(property: string): number {
    return Number(BigInt.asIntN(32, this.#fixed.get(property) ?? 0n));
  }

  time(property: string): Date | undefined {
    const ticks = this.#fixed.get(property);
    const date = ticks === undefined ? undefined : new Date(Number(ticks / 10_000n - WINDOWS_EPOCH));
    return date && !Number.isNaN(date.getTime()) ? date : undefined;
  }

  bytes(property: string): Bytes | undefined {
    return this.#storage.streams.get(`__substg1.0_${property}0102`)?.();
  }

  /** In UTF-16, or in the code page of the mail. */
  text(property: string): string {
    const wide = this.#storage.streams.get(`__substg1.0_${property}001F`)?.();
    if (wide) return new TextDecoder('utf-16le').decode(wide).replace(/\0+$/, '');
    const narrow = this.#storage.streams.get(`__substg1.0_${property}001E`)?.();
    return narrow ? decodeNamed(narrow, this.codePage()).replace(/\0+$/, '') : '';
  }

  html(): string {
    const bytes = this.bytes(PROPERTY.html);
    if (!bytes) return this.text(PROPERTY.html);
    const said = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(latin1(bytes.subarray(0, 2048)))?.[1];
    return decodeNamed(bytes, codePageName(this.number(PROPERTY.htmlCodePage)) ?? said);
  }

  codePage(): string | undefined {
    return codePageName(this.number(PROPERTY.codePage)) ?? this.#outer?.codePage();
  }
}

const CODE_PAGES: Readonly<Record<number, string>> = {
  949: 'euc-kr',
  51949: 'euc-kr',
  50225: 'iso-2022-kr',
  932: 'shift_jis',
  936: 'gb18030',
  950: 'big5',
  65001: 'utf-8',
  50220: 'iso-2022-jp',
};

const codePageName = (page: number): string | undefined =>
  CODE_PAGES[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : undefined);
