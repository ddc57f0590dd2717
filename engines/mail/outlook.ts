import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { readCompoundFile, type Storage } from '@bakkum/compound-file/storage';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Attachment, MAX_DEPTH, type Message } from '@bakkum/document-input/mail/message';
import { htmlOf } from './html.ts';
import { attachmentName, attachmentOf, type Kind, messageOf, PROPERTY, Properties } from './properties.ts';

/** Fixed-size properties share a stream whose header length depends on the owner ([MS-OXMSG], 2.4). */
const HEAD = { message: 32, embedded: 24, part: 8 } as const;

/** Reads an email saved by Outlook. Errors: `corrupt`, `unsupported-feature` for other item types. */
export function readOutlook(bytes: Bytes): Message {
  const root = readCompoundFile(bytes);
  if (!root.streams.has('__properties_version1.0')) throw new ConversionError('unsupported-feature', 'no mail of Outlook');
  return messageIn(root, HEAD.message, 0);
}

function messageIn(storage: Storage, head: number, depth: number): Message {
  if (depth > MAX_DEPTH) throw new ConversionError('too-large', 'mails within mails');
  const item = new Item(storage, head);
  const people = parts(storage, '__recip_version').map((each) => new Item(each, HEAD.part, item));
  const attachments = parts(storage, '__attach_version').flatMap((each, index) => attachmentIn(each, item, index, depth));
  return messageOf(item, people, attachments);
}

const parts = ({ storages }: Storage, prefix: string): readonly Storage[] =>
  [...storages]
    .filter(([name]) => name.startsWith(prefix))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, each]) => each);

function attachmentIn(storage: Storage, message: Item, index: number, depth: number): readonly Attachment[] {
  const item = new Item(storage, HEAD.part, message);
  const inner = storage.storages.get(`__substg1.0_${PROPERTY.data}000D`);
  if (!inner?.streams.has('__properties_version1.0')) return attachmentOf(item, index);
  const { page } = htmlOf(messageIn(inner, HEAD.embedded, depth + 1));
  const name = `${attachmentName(item) || `message-${index + 1}`}.html`;
  return [{ name, mediaType: 'text/html', bytes: new TextEncoder().encode(page) }];
}

const ENTRY = 16;

class Item extends Properties {
  readonly #storage: Storage;
  readonly #fixed = new Map<string, bigint>();

  constructor(storage: Storage, head: number, outer?: Item) {
    super(outer);
    this.#storage = storage;
    const bytes = storage.streams.get('__properties_version1.0')?.() ?? new Uint8Array();
    const view = viewOf(bytes);
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

  protected fixed(property: string): bigint | undefined {
    return this.#fixed.get(property);
  }

  protected raw(property: string, kind: Kind): Bytes | undefined {
    return this.#storage.streams.get(`__substg1.0_${property}${kind}`)?.();
  }
}
