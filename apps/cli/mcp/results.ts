import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatById } from '@bakkum/registry/catalogue';
import type { McpServer, RegisteredResource } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { formatOfName } from '../target-format.ts';

/** Largest result that is sent to a client, in bytes; base64 makes it a third larger, and clients accept messages of 10 MB. */
const MAX_READ_BYTES = 5_000_000;
/** Maximum number of listed results. Older ones stay on disk. */
const MAX_LISTED = 500;

export type ResultFile = { readonly path: string; readonly uri: string; readonly bytes: number; readonly mediaType: string };

/** Offers written files to the client as resources, by their `file:` URL. */
export type Results = { add(file: string, bytes: number): ResultFile };

export function createResults(server: McpServer): Results {
  const listed = new Map<string, RegisteredResource>();
  return {
    add(file, bytes) {
      const uri = pathToFileURL(file).href;
      const mediaType = mediaTypeOf(file);
      listed.get(uri)?.remove();
      listed.delete(uri);
      for (const [oldest, resource] of listed) {
        if (listed.size < MAX_LISTED) break;
        resource.remove();
        listed.delete(oldest);
      }
      const description = { title: path.basename(file), mimeType: mediaType };
      listed.set(
        uri,
        server.registerResource(file, uri, description, async () => ({ contents: [await read(file, uri, mediaType)] })),
      );
      return { path: file, uri, bytes, mediaType };
    },
  };
}

function mediaTypeOf(file: string): string {
  const format = formatOfName(file);
  return (format && formatById(format)?.mediaTypes[0]) ?? 'application/octet-stream';
}

/** Reads a result that has not been moved or replaced by a link since. @throws McpError */
async function read(file: string, uri: string, mimeType: string) {
  const bytes = await contentOf(file);
  const isText = mimeType.startsWith('text/') || /[/+](json|xml)$/.test(mimeType);
  const text = isText ? decoded(bytes) : undefined;
  return text === undefined ? { uri, mimeType, blob: bytes.toString('base64') } : { uri, mimeType, text };
}

async function contentOf(file: string): Promise<Buffer> {
  if ((await realpath(file).catch(() => undefined)) !== file)
    throw new McpError(ErrorCode.InvalidParams, `${file} was moved or deleted`);
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = await handle.stat();
    if (size <= MAX_READ_BYTES) return await handle.readFile();
    throw new McpError(
      ErrorCode.InvalidParams,
      `${file} has ${size} bytes; results up to ${MAX_READ_BYTES} bytes can be read. Open the file.`,
    );
  } finally {
    await handle.close();
  }
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not UTF-8
  }
}
