import type { FileTree, TreeEntry, TreeFile } from '@bakkum/archive-tree/tree';

/** A folder or file of a disc with its three names. */
export type Node = {
  readonly name: string;
  /** Capital letters, digits and underscores, unique within its folder (ISO 9660, 7.4 and 7.5). */
  plainName: string;
  /** At most 64 UCS-2 characters (Joliet). */
  jolietName: string;
  entry: TreeEntry | undefined;
  readonly children: Map<string, Node>;
  readonly parent: Node | undefined;
};

export const isFolder = ({ entry }: Node): boolean => entry === undefined || entry.kind === 'directory';
export const fileOf = ({ entry }: Node): TreeFile | undefined => (entry?.kind === 'file' ? entry : undefined);

/** Builds the tree of a disc. Missing parent folders are created; entries below a file or link are dropped and counted. */
export function volumeOf({ entries }: FileTree): { readonly root: Node; readonly dropped: number } {
  const root = nodeFor('', undefined, undefined);
  let dropped = 0;
  for (const entry of entries) {
    const names = entry.path.split('/');
    const folder = names.slice(0, -1).reduce<Node | undefined>(folderIn, root);
    if (!folder || !place(folder, names.at(-1) ?? '', entry)) dropped += 1;
  }
  nameChildren(root);
  return { root, dropped };
}

function nodeFor(name: string, entry: TreeEntry | undefined, parent: Node | undefined): Node {
  return { name, plainName: '', jolietName: '', entry, children: new Map(), parent };
}

function folderIn(parent: Node | undefined, name: string): Node | undefined {
  if (!parent) return undefined;
  const known = parent.children.get(name);
  if (known) return isFolder(known) ? known : undefined;
  const made = nodeFor(name, undefined, parent);
  parent.children.set(name, made);
  return made;
}

/** The folder may exist already because one of its entries came first. */
function place(folder: Node, name: string, entry: TreeEntry): boolean {
  const known = folder.children.get(name);
  if (!known) folder.children.set(name, nodeFor(name, entry, folder));
  else if (entry.kind === 'directory' && isFolder(known)) known.entry = entry;
  else return false;
  return true;
}

function nameChildren(folder: Node): void {
  const plain = new Set<string>();
  const joliet = new Set<string>();
  for (const child of folder.children.values()) {
    const isAFolder = isFolder(child);
    child.plainName = unique(plainNameOf(child.name, isAFolder), plain, isAFolder ? '' : ';1', 30);
    child.jolietName = unique(jolietNameOf(child.name), joliet, isAFolder ? '' : ';1', 62);
    nameChildren(child);
  }
}

const EXTENSION = /\.([^.]{1,16})$/;

function plainNameOf(name: string, isAFolder: boolean): string {
  const plain = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_');
  const extension = isAFolder ? undefined : EXTENSION.exec(name)?.[1];
  if (extension === undefined) return plain(name).slice(0, 30) + (isAFolder ? '' : '.');
  const short = plain(extension).slice(0, 8);
  return `${plain(name.replace(EXTENSION, '')).slice(0, 29 - short.length)}.${short}`;
}

/** Replaces characters Joliet forbids and shortens long names in the middle, keeping the extension. */
function jolietNameOf(name: string): string {
  const allowed = name.replaceAll(/[*/:;?\\]/g, '_').replaceAll(/[\ud800-\udfff]/g, '_');
  if (allowed.length <= 62) return allowed;
  const extension = EXTENSION.exec(allowed)?.[0] ?? '';
  return allowed.slice(0, 62 - extension.length) + extension;
}

function unique(name: string, taken: Set<string>, suffix: string, most: number): string {
  let candidate = name;
  for (let number = 1; taken.has(candidate); number += 1) {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
    const mark = `_${number}`;
    candidate = stem.slice(0, most - extension.length - mark.length) + mark + extension;
  }
  taken.add(candidate);
  return candidate + suffix;
}
