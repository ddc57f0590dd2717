import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { securityHeaders } from '../../apps/server/http/security-headers.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

export type FileServer = {
  readonly origin: string;
  readonly uploads: Map<string, Uint8Array<ArrayBuffer>>;
  /** Paths of all requests so far. */
  readonly asked: readonly string[];
  close(): Promise<void>;
};

/**
 * Serves a built folder with the product's own security headers: isolated, and nothing from elsewhere. What is PUT under /files/ can be read back there and
 * lands in `uploads`.
 * @param files elsewhere on this machine, by URL path
 */
export async function serveFolder(folder: string, files: ReadonlyMap<string, string> = new Map()): Promise<FileServer> {
  const uploads = new Map<string, Uint8Array<ArrayBuffer>>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer({ folder, files, uploads }, request, response).catch(() => response.writeHead(404).end());
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    uploads,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Served = Pick<FileServer, 'uploads'> & { readonly folder: string; readonly files: ReadonlyMap<string, string> };

async function answer({ folder, files, uploads }: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'PUT') {
    uploads.set(pathname, await bodyOf(request));
    response.writeHead(204).end();
    return;
  }
  const file = files.get(pathname) ?? path.join(folder, pathname === '/' ? 'index.html' : pathname);
  const body = uploads.get(pathname) ?? (await readFile(file));
  response.writeHead(200, {
    'content-type': MEDIA_TYPES[path.extname(file)] ?? 'application/octet-stream',
    ...securityHeaders(),
  });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
      else reject(new Error('the server has no port'));
    });
  });
}
