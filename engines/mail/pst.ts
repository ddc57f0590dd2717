import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { isOutOfMemory } from '@bakkum/conversion/platform-errors';
import { type Attachment, MAX_DEPTH, type Message } from '@bakkum/document-input/mail/message';
import { htmlOf } from './html.ts';
import { attachmentName, attachmentOf, messageOf, PROPERTY, type Properties } from './properties.ts';
import { propertiesOf, rowsOf } from './pst-properties.ts';
import { type InnerNodes, type Node, PstStore } from './pst-store.ts';

/** `folder`: names of the enclosing folders, outermost first. */
export type FiledMessage = { readonly folder: readonly string[]; readonly message: Message };

export type Mailbox = { readonly mails: readonly FiledMessage[]; readonly unreadable: number };

/** The last five bits of a node id are its type ([MS-PST], 2.2.2.1). */
const KIND = { folder: 0x02, message: 0x04, attachment: 0x05 } as const;
const kindOf = ({ id }: Node): number => id & 0x1f;

const RECIPIENTS = 0x6_92;
const MAX_MAILS = 100_000;

/**
 * Reads the emails of an Outlook mailbox (PST, and OST up to Outlook 2010) folder by folder. Unreadable emails are skipped and
 * counted. Errors: `corrupt` if none can be read, `too-large`, `unsupported-feature`.
 */
export function readMailbox(bytes: Bytes): Mailbox {
  const store = opened(bytes);
  const folders = new Map(store.nodes.filter((node) => kindOf(node) === KIND.folder).map((node) => [node.id, node]));
  const messages = store.nodes.filter((node) => kindOf(node) === KIND.message);
  if (messages.length > MAX_MAILS) throw new ConversionError('too-large', `${messages.length} mails`);
  const paths = new Map<number, readonly string[]>();
  const mails: FiledMessage[] = [];
  let failure: ConversionError | undefined;
  // Size limit for all attachments together; a block referenced by several emails counts each time.
  const room: Room = { left: bytes.length * 4 };
  for (const node of messages) {
    try {
      mails.push({ folder: pathOf(node.parent, { store, folders, paths }), message: messageIn({ store, room }, node, 0) });
    } catch (thrown) {
      failure = damageIn(thrown);
    }
  }
  if (mails.length === 0) throw failure ?? new ConversionError('corrupt', 'no mail in it');
  const sorted = mails.toSorted((one, other) => compare(one.folder.join('/'), other.folder.join('/')));
  return { mails: sorted, unreadable: messages.length - mails.length };
}

/** Returns the damage of a single email, which is skipped; any other error fails the mailbox. */
function damageIn(thrown: unknown): ConversionError {
  if (isOutside(thrown)) return new ConversionError('corrupt', 'a mail lies outside its block', { cause: thrown });
  if (thrown instanceof ConversionError && thrown.code === 'corrupt') return thrown;
  throw thrown;
}

/** Recognises reads outside the data. Running out of memory throws the same error type, but is not damage. */
function isOutside(thrown: unknown): boolean {
  return thrown instanceof RangeError && !isOutOfMemory(thrown);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function opened(bytes: Bytes): PstStore {
  try {
    return new PstStore(bytes);
  } catch (thrown) {
    if (isOutside(thrown)) throw new ConversionError('corrupt', 'a tree lies outside the file', { cause: thrown });
    throw thrown;
  }
}

type Folders = {
  readonly store: PstStore;
  readonly folders: ReadonlyMap<number, Node>;
  readonly paths: Map<number, readonly string[]>;
};

/** The two outermost folders are the file itself and the root folder of Outlook. */
const OUTERMOST = 2;

function pathOf(parent: number, given: Folders): readonly string[] {
  const names: string[] = [];
  let node = given.folders.get(parent);
  const known = given.paths.get(parent);
  if (known) return known;
  for (let depth = 0; node && depth < MAX_DEPTH; depth += 1) {
    names.unshift(folderName(given.store, node));
    const next = given.folders.get(node.parent);
    node = next === node ? undefined : next;
  }
  const path = names.slice(OUTERMOST);
  given.paths.set(parent, path);
  return path;
}

function folderName(store: PstStore, node: Node): string {
  const name = propertiesOf(store, node, store.innerNodes(node.inner)).text(PROPERTY.name);
  return name.replaceAll(/[\\/:*?"<>|\0-\x1f]+/g, '_').replace(/^\.+/, '_') || 'Folder';
}

type Room = { left: number };
type Reading = { readonly store: PstStore; readonly room: Room };

function messageIn(reading: Reading, node: Node, depth: number, outer?: Properties): Message {
  if (depth > MAX_DEPTH) throw new ConversionError('too-large', 'mails within mails');
  const { store } = reading;
  const inner = store.innerNodes(node.inner);
  const item = propertiesOf(store, node, inner, outer);
  const people = inner.get(RECIPIENTS);
  const attached = [...inner.values()].filter((each) => kindOf(each) === KIND.attachment);
  return messageOf(
    item,
    people ? rowsOf(store, people, item) : [],
    attached.flatMap((each, index) => attachmentIn(reading, each, item, { index, depth })),
  );
}

function attachmentIn(
  reading: Reading,
  node: Node,
  message: Properties,
  { index, depth }: { readonly index: number; readonly depth: number },
): readonly Attachment[] {
  const inner: InnerNodes = reading.store.innerNodes(node.inner);
  const item = propertiesOf(reading.store, node, inner, message);
  const embedded = inner.get(item.object(PROPERTY.data) ?? 0);
  if (embedded && kindOf(embedded) === KIND.message) {
    const { page } = htmlOf(messageIn(reading, embedded, depth + 1, message));
    const name = `${attachmentName(item) || `message-${index + 1}`}.html`;
    return [{ name, mediaType: 'text/html', bytes: new TextEncoder().encode(page) }];
  }
  const files = attachmentOf(item, index);
  for (const { bytes } of files) reading.room.left -= bytes.length;
  if (reading.room.left < 0) throw new ConversionError('too-large', 'attachments hold much more than the file');
  return files;
}
