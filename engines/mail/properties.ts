import type { Bytes } from '@bakkum/bytes/bytes';
import type { Attachment, Message } from '@bakkum/document-input/mail/message';
import { decodeStated } from '@bakkum/document-input/text-encoding';

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

/** Bytes, UTF-16 text, and text in a code page, as written in stream names. */
export type Kind = '0102' | '001F' | '001E';

/** Milliseconds between 1601 and 1970. */
const WINDOWS_EPOCH = 11_644_473_600_000n;

/** Outlook's properties of an email, a person or an attachment, independent of storage. */
export abstract class Properties {
  readonly #outer: Properties | undefined;

  constructor(outer?: Properties) {
    this.#outer = outer;
  }

  /** Returns a fixed-size value. */
  protected abstract fixed(property: string): bigint | undefined;
  /** Returns a value of exactly this type. */
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

  /** Decodes UTF-16, or the code page of the email. */
  text(property: string): string {
    const wide = this.raw(property, '001F');
    if (wide) return new TextDecoder('utf-16le').decode(wide).replace(/(?<!\0)\0+$/, '');
    const narrow = this.raw(property, '001E');
    return narrow ? decodeStated(narrow, this.codePage() ?? '').replace(/(?<!\0)\0+$/, '') : '';
  }

  html(): string {
    const bytes = this.bytes(PROPERTY.html);
    if (!bytes) return this.text(PROPERTY.html);
    return decodeStated(bytes, codePageName(this.number(PROPERTY.htmlCodePage)) ?? '');
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

/** Builds an email from its properties, recipients and attachments. */
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

/**
 * Removes the mark for the length of a `Re: ` prefix: character 1 followed by the length as a character ([MS-PST], 2.5.3.1.1.1).
 */
const withoutMark = (subject: string): string => subject.replace(/^\u0001[\s\S]/, '');

/** Internal addresses of an organization contain slashes and no at sign, and are meaningless elsewhere. */
function person(name: string, mail: string): string {
  if (!mail.includes('@')) return name;
  return name === '' || name === mail ? mail : `${name} <${mail}>`;
}

/** Returns an attached file; `index` is the fallback for its name. */
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
