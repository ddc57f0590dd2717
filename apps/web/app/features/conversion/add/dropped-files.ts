/** The contents of a drop. */
type Drop = { readonly files: readonly File[]; readonly entries: readonly FileSystemEntry[] };

/** Reads a drop. Must be called during its event, because browsers empty the lists afterwards. */
export function dropOf(transfer: DataTransfer): Drop {
  return { files: [...transfer.files], entries: [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []) };
}

/** Returns the files of a drop, including those in folders. Other entries are skipped. */
export async function droppedFiles({ files, entries }: Drop): Promise<readonly File[]> {
  if (entries.length === 0) return files;
  return (await Promise.all(entries.map(filesOf))).flat();
}

const folders = new WeakMap<File, string>();

/** Remembers the folder of a recreated file. */
export function rememberFolder(file: File, folder: string): void {
  folders.set(file, folder);
}

const fromArchives = new WeakMap<File, readonly [Blob]>();

/** Remembers the result that a file of an archive is read from. */
export function rememberArchiveBlob(file: File, blob: Blob): void {
  fromArchives.set(file, [blob]);
}

export function archiveBlobOf(file: File): readonly [Blob] | undefined {
  return fromArchives.get(file);
}

/** Returns the folder a file was in when a whole folder was dropped or chosen: `holiday/day 1`. Empty for a single file. */
export function folderOf(file: File): string {
  return folders.get(file) ?? parentOf(file.webkitRelativePath ?? '');
}

function parentOf(path: string): string {
  return path.split('/').filter(Boolean).slice(0, -1).join('/').normalize('NFC');
}

async function filesOf(entry: FileSystemEntry): Promise<readonly File[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    folders.set(file, parentOf(entry.fullPath));
    return [file];
  }
  return isFolder(entry) ? (await Promise.all((await childrenOf(entry)).map(filesOf))).flat() : [];
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** `readEntries` returns entries in batches; an empty batch is the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
}
