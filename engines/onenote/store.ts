import { type Bytes, encodeHex } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { bytesAt, type FileNode, nodesOf, type Reference } from './file-nodes.ts';
import { extendedGuid, guid, readerOf } from './guids.ts';
import { type Properties, type Resolve, readProperties } from './property-set.ts';

/** Type and properties of an object. Attached files are identified by a string. */
export type StoredObject = { readonly kind: number; readonly properties: Properties; readonly file?: string };

/** A page or the section: its objects and its root. */
export type ObjectSpace = {
  readonly id: string;
  readonly objects: ReadonlyMap<string, StoredObject>;
  readonly root: string | undefined;
};

export type Store = {
  readonly spaces: readonly ObjectSpace[];
  readonly rootSpace: string;
  readonly files: ReadonlyMap<string, Bytes>;
};

const SECTION = 'e4525c7b8cd8a74daeb15378d02996d3';
const REVISION_STORE = '3fdd9a101b91f549a5d01791edc8aed8';
const ROOT_AT = 172;

/** Node ids ([MS-ONESTORE] 2.4.3). */
const NODE = {
  rootSpace: 0x004,
  space: 0x008,
  revisions: 0x010,
  globalId: 0x024,
  objectRevision: 0x041,
  largeObjectRevision: 0x042,
  rootCompact: 0x059,
  root: 0x05a,
  file: 0x072,
  largeFile: 0x073,
  files: 0x090,
  fileContent: 0x094,
  object: 0x0a4,
  largeObject: 0x0a5,
  group: 0x0b0,
  readOnlyObject: 0x0c4,
  largeReadOnlyObject: 0x0c5,
} as const;

/** The role of content, as opposed to metadata. */
const CONTENT_ROLE = 1;

/** Opens a OneNote section in its on-disk form. Errors: `corrupt`, `unsupported-feature` for cloud packages. */
export function openStore(file: Bytes): Store {
  const head = readerOf(file);
  if (guid(head) !== SECTION) throw corrupt('no section of OneNote');
  head.at = 48;
  if (guid(head) !== REVISION_STORE) throw new ConversionError('unsupported-feature', 'a section as a cloud packs it');
  head.at = ROOT_AT;
  const nodes = nodesOf(file, { offset: head.uint(8), length: head.u32() });
  const rootNode = nodes.find(({ id }) => id === NODE.rootSpace);
  return {
    rootSpace: rootNode ? extendedGuid(readerOf(rootNode.body)) : '',
    spaces: nodes.flatMap((node) => (node.id === NODE.space ? spaceOf(file, node) : [])),
    files: new Map(nodes.flatMap((node) => (node.id === NODE.files && node.reference ? filesIn(file, node.reference) : []))),
  };
}

function spaceOf(file: Bytes, { reference, body }: FileNode): readonly ObjectSpace[] {
  if (!reference) return [];
  const id = extendedGuid(readerOf(body));
  const manifest = nodesOf(file, reference).findLast((node) => node.id === NODE.revisions);
  const reader = new SpaceReader(file);
  if (manifest?.reference) reader.read(manifest.reference);
  return [{ id, objects: reader.objects, root: reader.root }];
}

/** Reads the objects of one space; later revisions override earlier ones. */
class SpaceReader {
  readonly objects = new Map<string, StoredObject>();
  root: string | undefined;
  readonly #file: Bytes;
  readonly #kinds = new Map<string, number>();

  constructor(file: Bytes) {
    this.#file = file;
  }

  read(list: Reference): void {
    const table = new Map<number, string>();
    const resolve: Resolve = (id) => `${table.get(id >>> 8) ?? ''}-${id & 255}`;
    for (const node of nodesOf(this.#file, list)) {
      if (node.id === NODE.group && node.reference) this.read(node.reference);
      else if (node.id === NODE.globalId) learn(node, table);
      else if (node.id === NODE.root || node.id === NODE.rootCompact) this.#setRoot(node, resolve);
      else this.#object(node, resolve);
    }
  }

  #setRoot({ id, body }: FileNode, resolve: Resolve): void {
    const cursor = readerOf(body);
    const object = id === NODE.root ? extendedGuid(cursor) : resolve(cursor.u32());
    if (cursor.u32() === CONTENT_ROLE) this.root = object;
  }

  #object({ id, reference, body }: FileNode, resolve: Resolve): void {
    const cursor = readerOf(body);
    switch (id) {
      case NODE.object:
      case NODE.largeObject:
      case NODE.readOnlyObject:
      case NODE.largeReadOnlyObject: {
        const name = resolve(cursor.u32());
        this.#kinds.set(name, cursor.u32());
        this.#keep(name, reference, resolve);
        return;
      }
      case NODE.objectRevision:
      case NODE.largeObjectRevision:
        this.#keep(resolve(cursor.u32()), reference, resolve);
        return;
      case NODE.file:
      case NODE.largeFile: {
        const name = resolve(cursor.u32());
        const kind = cursor.u32();
        cursor.skip(id === NODE.file ? 1 : 4);
        const word = new TextDecoder('utf-16le').decode(cursor.take(cursor.u32() * 2));
        this.objects.set(name, { kind, properties: { bytes: new Map(), references: new Map() }, file: word });
      }
    }
  }

  #keep(name: string, reference: Reference | undefined, resolve: Resolve): void {
    if (!reference) return;
    const properties = readProperties(bytesAt(this.#file, reference), resolve);
    this.objects.set(name, { kind: this.#kinds.get(name) ?? 0, properties });
  }
}

function learn({ body }: FileNode, table: Map<number, string>): void {
  const cursor = readerOf(body);
  const index = cursor.u32();
  table.set(index, guid(cursor));
}

/** Attached files by the id objects refer to: `<ifndf>{…}`. */
function filesIn(file: Bytes, list: Reference): readonly (readonly [string, Bytes])[] {
  return nodesOf(file, list).flatMap(({ id, reference, body }) => {
    if (id !== NODE.fileContent || !reference) return [];
    const name = readerOf(body).take(16);
    const content = readerOf(bytesAt(file, reference));
    content.skip(16);
    const length = content.uint(8);
    content.skip(12);
    return [[`<ifndf>${braced(name)}`, content.take(length)] as const];
  });
}

/** Formats a GUID in the usual Windows notation, with the first three fields in big-endian order. */
function braced(id: Bytes): string {
  const parts = [
    [3, 2, 1, 0],
    [5, 4],
    [7, 6],
    [8, 9],
    [10, 11, 12, 13, 14, 15],
  ].map((order) => encodeHex(order.map((at) => id[at] ?? 0)));
  return `{${parts.join('-').toUpperCase()}}`;
}
