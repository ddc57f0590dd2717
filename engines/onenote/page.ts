import type { Bytes } from '@bakkum/bytes/bytes';
import type { ObjectSpace, Store, StoredObject } from './store.ts';

/** A block of a page in reading order. */
export type Block =
  | { readonly kind: 'title' | 'text'; readonly text: string; readonly depth: number }
  | { readonly kind: 'picture'; readonly bytes: Bytes; readonly name: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Block[])[])[] };

/** Object types ([MS-ONE] 2.1.13) without storage flags. */
const KIND = { text: 0x0e, picture: 0x11, table: 0x22, row: 0x23, cell: 0x24, title: 0x2c, file: 0x35, element: 0x0d } as const;

/** Properties ([MS-ONE] 2.1.12) without their types. */
const PROPERTY = {
  contentChildren: 0x1c1f,
  elementChildren: 0x1c20,
  text: 0x1c22,
  picture: 0x1c3f,
  structureChildren: 0x1d5f,
  pages: 0x1d63,
  fileName: 0x1d9c,
  pictureName: 0x1dd7,
  narrowText: 0x3498,
} as const;

/** Returns the pages of a section in its order, followed by unlisted pages. */
export function pagesOf(store: Store): readonly (readonly Block[])[] {
  const section = store.spaces.find(({ id }) => id === store.rootSpace);
  const named = section ? pageNames(section) : [];
  const places = new Map(named.map((id, place) => [id, place]));
  const spaces = store.spaces.filter(({ id }) => id !== store.rootSpace);
  const ordered = spaces.toSorted((one, other) => (places.get(one.id) ?? named.length) - (places.get(other.id) ?? named.length));
  return ordered.map((space) => titleFirst(new PageReader(space, store).blocks())).filter((blocks) => blocks.length > 0);
}

/** Moves the title and its date to the top of a page, wherever they are in the file. */
function titleFirst(blocks: readonly Block[]): readonly Block[] {
  const titles = blocks.filter(({ kind }) => kind === 'title');
  const under = titles.slice(1).map((block): Block => (block.kind === 'title' ? { ...block, kind: 'text', depth: 0 } : block));
  return [...titles.slice(0, 1), ...under, ...blocks.filter(({ kind }) => kind !== 'title')];
}

/** Returns the spaces a section refers to, starting at its root object. */
function pageNames({ objects, root }: ObjectSpace): readonly string[] {
  const seen = new Set<string>();
  const visit = (name: string): readonly string[] => {
    const object = objects.get(name);
    if (!object || seen.has(name)) return [];
    seen.add(name);
    return [...(object.properties.references.get(PROPERTY.pages) ?? []), ...childrenOf(object).flatMap(visit)];
  };
  return root === undefined ? [] : visit(root);
}

const childrenOf = ({ properties: { references } }: StoredObject): readonly string[] =>
  [PROPERTY.contentChildren, PROPERTY.elementChildren, PROPERTY.structureChildren].flatMap((name) => references.get(name) ?? []);

const kindOf = ({ kind }: StoredObject): number => kind & 0xffff;
const wide = (bytes: Bytes | undefined): string =>
  bytes ? new TextDecoder('utf-16le').decode(bytes).replace(/(?<!\0)\0+$/, '') : '';

class PageReader {
  readonly #space: ObjectSpace;
  readonly #store: Store;
  readonly #seen = new Set<string>();

  constructor(space: ObjectSpace, store: Store) {
    this.#space = space;
    this.#store = store;
  }

  blocks(): readonly Block[] {
    return this.#space.root === undefined ? [] : this.#below(this.#space.root, { depth: 0, isTitle: false });
  }

  #below(name: string, around: { readonly depth: number; readonly isTitle: boolean }): readonly Block[] {
    const object = this.#space.objects.get(name);
    if (!object || this.#seen.has(name)) return [];
    this.#seen.add(name);
    const kind = kindOf(object);
    const own = this.#own(object, around);
    if (kind === KIND.table) return [...own, this.#table(object)];
    const isTitle = around.isTitle || kind === KIND.title;
    // Children of an element are indented.
    const depth = around.depth + (kind === KIND.element ? 1 : 0);
    const { references } = object.properties;
    const content = (references.get(PROPERTY.contentChildren) ?? []).flatMap((child) =>
      this.#below(child, { depth: around.depth, isTitle }),
    );
    const rest = [PROPERTY.elementChildren, PROPERTY.structureChildren]
      .flatMap((list) => references.get(list) ?? [])
      .flatMap((child) => this.#below(child, { depth, isTitle }));
    return [...own, ...content, ...rest];
  }

  #own(object: StoredObject, { depth, isTitle }: { readonly depth: number; readonly isTitle: boolean }): readonly Block[] {
    const { bytes } = object.properties;
    switch (kindOf(object)) {
      case KIND.text: {
        const text = plain(bytes.has(PROPERTY.text) ? wide(bytes.get(PROPERTY.text)) : narrow(bytes.get(PROPERTY.narrowText)));
        return text.trim() === '' ? [] : [{ kind: isTitle ? 'title' : 'text', text, depth }];
      }
      case KIND.picture: {
        const content = this.#file(object);
        return content ? [{ kind: 'picture', bytes: content, name: wide(bytes.get(PROPERTY.pictureName)) }] : [];
      }
      case KIND.file:
        return [{ kind: 'file', name: wide(bytes.get(PROPERTY.fileName)) }];
      default:
        return [];
    }
  }

  #file(object: StoredObject): Bytes | undefined {
    const [container = ''] = object.properties.references.get(PROPERTY.picture) ?? [];
    const word = this.#space.objects.get(container)?.file;
    return word === undefined ? undefined : this.#store.files.get(word.replace(/\{[^{}]*\}/, (guid) => guid.toUpperCase()));
  }

  #table(table: StoredObject): Block {
    const parts = (object: StoredObject, kind: number): readonly StoredObject[] =>
      childrenOf(object).flatMap((name) => {
        const child = this.#space.objects.get(name);
        return child && kindOf(child) === kind ? [child] : [];
      });
    const rows = parts(table, KIND.row).map((row) =>
      parts(row, KIND.cell).map((cell) => childrenOf(cell).flatMap((child) => this.#below(child, { depth: 0, isTitle: false }))),
    );
    return { kind: 'table', rows };
  }
}

const narrow = (bytes: Bytes | undefined): string =>
  bytes ? new TextDecoder('windows-1252').decode(bytes).replace(/(?<!\0)\0+$/, '') : '';

/** Removes hidden text: link targets precede their text. */
const plain = (text: string): string => text.replaceAll(/\uFDDFHYPERLINK "[^"]*"/g, '').replaceAll('\u000b', '\n');
