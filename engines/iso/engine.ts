import { counted, filesOf } from '@bakkum/archive-tree/streams';
import { treeOf } from '@bakkum/archive-tree/tree';
import type { ConvertResult, Engine, EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OutputFile } from '@bakkum/conversion/output-file';
import { endDescriptor, volumeDescriptor } from './descriptors.ts';
import { type Flavour, folderSectors, foldersOf, JOLIET, PLAIN, pathTable } from './directories.ts';
import { type Continuation, type Extent, SECTOR } from './records.ts';
import { fileOf, isFolder, type Node, volumeOf } from './volume.ts';

/** File lengths have 32 bits, and multi-extent files are not written here. */
const MAX_BYTES = 0xffffffff;
const FIRST_DESCRIPTOR = 16;
const DESCRIPTORS = 3;

/** Writes disc images: ISO 9660 with Unix names, permissions and links (Rock Ridge), and a second tree for Windows (Joliet). */
export const engine: Engine = {
  async convert(request, context): Promise<ConvertResult> {
    context.signal.throwIfAborted();
    const tree = treeOf(request.inputs[0]);
    const large = filesOf(tree).files.find(({ size }) => size > MAX_BYTES);
    if (large) throw new ConversionError('too-large', `${large.size} bytes in one file`);
    const { root, dropped } = volumeOf(tree);
    const file = await context.openOutput();
    const files = layOut(root, file);
    await writeFiles(files, file, counted(filesOf(tree).bytes, context.onProgress), context);
    return {
      outputs: [{ content: await file.close('application/x-iso9660-image') }],
      warnings: dropped > 0 ? [{ code: 'entries-dropped', params: { count: dropped } }] : [],
    };
  },
};

const sectorsOf = (bytes: number): number => Math.ceil(bytes / SECTOR);

/** A tree with assigned sectors for folders and tables. */
type Placed = {
  readonly flavour: Flavour;
  readonly folders: readonly Node[];
  readonly extents: ReadonlyMap<Node, Extent>;
  readonly tableBytes: number;
  readonly littleTable: number;
  readonly bigTable: number;
};

/** Writes everything except file contents, and returns where those belong. */
function layOut(root: Node, file: OutputFile): ReadonlyMap<Node, Extent> {
  const places = new Places(FIRST_DESCRIPTOR + DESCRIPTORS);
  const trees = [PLAIN, JOLIET].map((flavour) => placed(root, flavour, places));
  const files = filePlaces(root, places);
  const end = places.take(0);
  for (const [index, tree] of trees.entries()) {
    const { flavour, folders, extents, littleTable, bigTable } = tree;
    const extent = extents.get(root) ?? { sector: 0, bytes: 0 };
    const kind = flavour === PLAIN ? 'plain' : 'joliet';
    file.write(volumeDescriptor(kind, { ...tree, root, extent, sectors: end }), (FIRST_DESCRIPTOR + index) * SECTOR);
    file.write(pathTable(folders, flavour, extents, true), littleTable * SECTOR);
    file.write(pathTable(folders, flavour, extents, false), bigTable * SECTOR);
    const all = new Map([...files, ...extents]);
    for (const [folder, { sector, bytes }] of extents) {
      const more = new Continued(sector + sectorsOf(bytes), file);
      file.write(folderSectors(folder, flavour, all, more), sector * SECTOR);
    }
  }
  file.write(endDescriptor(), (FIRST_DESCRIPTOR + DESCRIPTORS - 1) * SECTOR);
  if (file.size < end * SECTOR) file.truncate(end * SECTOR);
  return files;
}

/** Allocates consecutive sectors. */
class Places {
  #next: number;

  constructor(first: number) {
    this.#next = first;
  }

  take(bytes: number): number {
    const sector = this.#next;
    this.#next += sectorsOf(bytes);
    return sector;
  }
}

function placed(root: Node, flavour: Flavour, places: Places): Placed {
  const folders = foldersOf(root, flavour);
  const tableBytes = pathTable(folders, flavour, new Map(), true).length;
  const [littleTable, bigTable] = [places.take(tableBytes), places.take(tableBytes)];
  const extents = new Map<Node, Extent>();
  for (const folder of folders) {
    const more = new Continued(0);
    const bytes = folderSectors(folder, flavour, new Map(), more).length;
    extents.set(folder, { sector: places.take(bytes), bytes });
    places.take(more.bytes);
  }
  return { flavour, folders, extents, tableBytes, littleTable, bigTable };
}

/**
 * Continuation area after a folder, where libarchive expects it, for data that does not fit in records. It is measured first and
 * then written.
 */
class Continued implements Continuation {
  bytes = 0;
  readonly #first: number;
  readonly #file: OutputFile | undefined;

  constructor(first: number, file?: OutputFile) {
    this.#first = first;
    this.#file = file;
  }

  put(bytes: Uint8Array): { readonly sector: number; readonly offset: number } {
    if (bytes.length > SECTOR) throw new ConversionError('unsupported-feature', 'a name or link too long for a disc');
    const fits = (this.bytes % SECTOR) + bytes.length <= SECTOR;
    const at = fits ? this.bytes : sectorsOf(this.bytes) * SECTOR;
    this.bytes = at + bytes.length;
    this.#file?.write(bytes, this.#first * SECTOR + at);
    return { sector: this.#first + Math.floor(at / SECTOR), offset: at % SECTOR };
  }
}

function filePlaces(root: Node, places: Places): ReadonlyMap<Node, Extent> {
  const files = new Map<Node, Extent>();
  const visit = (folder: Node): void => {
    for (const child of folder.children.values()) {
      const bytes = fileOf(child)?.size ?? 0;
      if (isFolder(child)) visit(child);
      else files.set(child, { sector: places.take(bytes), bytes });
    }
  };
  visit(root);
  return files;
}

async function writeFiles(
  places: ReadonlyMap<Node, Extent>,
  file: OutputFile,
  through: ReturnType<typeof counted>,
  { signal }: EngineContext,
): Promise<void> {
  for (const [node, { sector }] of places) {
    const entry = fileOf(node);
    if (!entry) continue;
    let at = sector * SECTOR;
    const writable = new WritableStream<Uint8Array>({
      write(chunk) {
        file.write(chunk, at);
        at += chunk.length;
      },
    });
    await entry.open().pipeThrough(through()).pipeTo(writable, { signal });
  }
}
