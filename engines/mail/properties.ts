import { decodeNamed, latin1 } from './header-text.ts';
import type { Attachment, Message } from './message.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Names of properties ([MS-OXPROPS]). */
export const PROPERTY = {
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

/** Bytes, text in UTF-16, text in a code page: how names of streams say it. */
export type Kind = '0102' | '001F' | '001E';

/** 1601 in thousandths of a second before 1970. */
const WINDOWS_EPOCH = 11_644_473_600_000n;

/** What Outlook knows of a mail, a person or an attachment, wherever it keeps it. */
export abstract class Properties {
  readonly #outer: Properties | undefined;

  constructor(outer?: Properties) {
    this.#outer = outer;
  }

  /** A value of a fixed size. */
  protected abstract fixed(property: string): bigint | undefined;
  /** A value of the kind asked for, and no other. */
  protected abstract raw(property: string, kind: Kind): Bytes | undefined;

  number(property: string): number {
    return Number(BigInt.asIntN(32, this.fixed(property) ?? 0n));
  }

  time(property: string): Date | undefined {
    const ticks = this.fixed(property);
    const date = ticks === undefined ? undefined : new Date(Number(ticks / 10_000n - WINDOWS_EPOCH));
    return date && !Number.isNaN(date.getTime()) ? date : undefined;
  }

  bytes(property: string): Bytes | undefined {
    return this.raw(property, '0102');
  }

  /** In UTF-16, or in the code page of the mail. */
  text(property: string): string {
    const wide = this.raw(property, '001F');
    if (wide) return new TextDecoder('utf-16le').decode(wide).replace(/\0+$/, '');
    const narrow = this.raw(property, '001E');
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

/** A mail of its properties, the people it went to, and what is attached to it. */
export function messageOf(item: Properties, people: readonly Properties[], attachments: readonly Attachment[]): Message {
  const named = (kind: number): string =>
    people
      .filter((each) => each.number(PROPERTY.kind) === kind)
      .map((each) => person(each.text(PROPERTY.name), each.text(PROPERTY.smtp) || each.text(PROPERTY.mail)))
      .join(', ');
  const date = item.time(PROPERTY.sent) ?? item.time(PROPERTY.delivered);
  const text = item.text(PROPERTY.text);
  const html = item.html();
  return {
    from: person(item.text(PROPERTY.senderName), item.text(PROPERTY.senderSmtp) || item.text(PROPERTY.senderMail)),
    to: named(1) || item.text(PROPERTY.to),
    cc: named(2) || item.text(PROPERTY.cc),
    subject: withoutMark(item.text(PROPERTY.subject)),
    ...(date ? { date } : {}),
    ...(text === '' ? {} : { text: text.replaceAll('\r\n', '\n') }),
    ...(html === '' ? {} : { html }),
    attachments,
  };
}

/** Mailboxes put before a subject how long its `Re: ` is: a character 1, and the length as another ([MS-PST], 2.5.3.1.1.1). */
const withoutMark = (subject: string): string => subject.replace(/^\u0001[\s\S]/, '');

/** Addresses inside a company have slashes and no at sign: they say nothing to anybody else. */
function person(name: string, mail: string): string {
  if (!mail.includes('@')) return name;
  return name === '' || name === mail ? mail : `${name} <${mail}>`;
}

/** A file attached to a mail; `index` names it where nothing else does. */
export function attachmentOf(item: Properties, index: number): readonly Attachment[] {
  const bytes = item.bytes(PROPERTY.data);
  if (!bytes) return [];
  const contentId = item.text(PROPERTY.contentId);
  return [
    {
      name: attachmentName(item) || `attachment-${index + 1}`,
      mediaType: item.text(PROPERTY.mediaType) || 'application/octet-stream',
      ...(contentId === '' ? {} : { contentId }),
      bytes,
    },
  ];
}

export function attachmentName(item: Properties): string {
  return item.text(PROPERTY.longFileName) || item.text(PROPERTY.fileName) || item.text(PROPERTY.name);
}
