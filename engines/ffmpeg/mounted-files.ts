import type { OutputFile } from '@bakkum/conversion/output-file';
import type { FileNode, FileSystem } from '@ffmpeg/core';
import type { BlobReader } from './blob-reader.ts';

/** Mounts a file at `path` that reads from `reader`, without copying it into the program's memory. */
export function mountInput(files: FileSystem, path: string, reader: BlobReader): void {
  const node = emptyFile(files, path);
  Object.defineProperty(node, 'usedBytes', { get: () => reader.size, configurable: true });
  node.stream_ops = {
    llseek: node.stream_ops.llseek,
    read: (_, buffer, offset, length, position) => reader.read(bytesIn(buffer, offset, length), position),
  };
}

/** Mounts an empty file at `path` that writes to `output`. It cannot be read back. */
export function mountOutput(files: FileSystem, path: string, output: OutputFile): void {
  const node = emptyFile(files, path);
  Object.defineProperty(node, 'usedBytes', { get: () => output.size, configurable: true });
  node.node_ops = {
    ...node.node_ops,
    setattr: (_, { size }) => {
      if (size !== undefined) output.truncate(size);
    },
  };
  node.stream_ops = {
    llseek: node.stream_ops.llseek,
    write: (_, buffer, offset, length, position) => {
      output.write(bytesIn(buffer, offset, length), position);
      return length;
    },
  };
}

/** Mounts a file at `path` whose lines are passed to a callback and not stored. */
export function mountLines(files: FileSystem, path: string, onLine: (line: string) => void): void {
  const node = emptyFile(files, path);
  const decoder = new TextDecoder();
  let rest = '';
  node.stream_ops = {
    llseek: node.stream_ops.llseek,
    write: (_, buffer, offset, length) => {
      const lines = (rest + decoder.decode(bytesIn(buffer, offset, length).slice(), { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
      return length;
    },
  };
}

function emptyFile(files: FileSystem, path: string): FileNode {
  files.writeFile(path, new Uint8Array());
  return files.lookupPath(path).node;
}

function bytesIn({ buffer, byteOffset }: Int8Array, offset: number, length: number): Uint8Array {
  return new Uint8Array(buffer, byteOffset + offset, length);
}

/**
 * Appends every file written to `folder` to one output, so that none stays in memory. The returned list grows with the range of
 * each file.
 */
export function mountSpool(files: FileSystem, folder: string, output: OutputFile): readonly { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = [];
  const { node } = files.lookupPath(folder);
  const { mknod } = node.node_ops;
  node.node_ops = {
    ...node.node_ops,
    mknod: (parent, name, mode, device) => {
      const file = mknod(parent, name, mode, device);
      const start = output.size;
      parts.push({ start, end: start });
      const part = parts.length - 1;
      file.stream_ops = {
        llseek: file.stream_ops.llseek,
        write: (_, buffer, offset, length, position) => {
          output.write(bytesIn(buffer, offset, length), start + position);
          parts[part] = { start, end: output.size };
          return length;
        },
      };
      return file;
    },
  };
  return parts;
}
