/** The contents of a drop. */
type Drop = { readonly files: readonly File[]; readonly entries: readonly FileSystemEntry[] };

/** What a drop brings, to be read while its event lasts: the lists are emptied then. */
export function dropOf(transfer: DataTransfer): Drop {
  return { files: [...transfer.files], entries: [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []) };
}

/** The files of a drop, folders opened. Entries that are neither a file nor a folder are left out. */
export async function droppedFiles({ files, entries }: Drop): Promise<readonly File[]> {
  if (entries.length === 0) return files;
  return (await Promise.all(entries.map(filesOf))).flat();
}

const folders = new WeakMap<File, string>();

/** For a file that was made anew. */
export function rememberFolder(file: File, folder: string): void {
  folders.set(file, folder);
}

/** The folder a file lay in when a whole folder was dropped or chosen: `holiday/day 1`. Empty for a file by itself. */
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

/** `readEntries` answers in parts, an empty one ends. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
}
