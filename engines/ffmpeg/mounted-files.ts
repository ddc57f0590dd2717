import type { OutputFile } from '@bakkum/conversion/output-file';
import type { FileNode, FileSystem } from '@ffmpeg/core';
import type { BlobReader } from './blob-reader.ts';

/** Puts a file at `path` whose bytes come from `reader`; nothing is copied into the program's memory. */
export function mountInput(files: FileSystem, path: string, reader: BlobReader): void {
  const node = emptyFile(files, path);
  Object.defineProperty(node, 'usedBytes', { get: () => reader.size, configurable: true });
  node.stream_ops = {
    llseek: node.stream_ops.llseek,
    read: (_, buffer, offset, length, position) => reader.read(bytesIn(buffer, offset, length), position),
  };
}

/** Puts an empty file at `path` whose bytes go to `output`. It cannot be read back. */
export function mountOutput(files: FileSystem, path: string, output: OutputFile): void {
  const node = emptyFile(files, path);
  Object.defineProperty(node, 'usedBytes', { get: () => output.size, configurable: true });
  node.node_ops = {
    getattr: node.node_ops.getattr,
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

function emptyFile(files: FileSystem, path: string): FileNode {
  files.writeFile(path, new Uint8Array());
  return files.lookupPath(path).node;
}

function bytesIn({ buffer, byteOffset }: Int8Array, offset: number, length: number): Uint8Array {
  return new Uint8Array(buffer, byteOffset + offset, length);
}
