/** A file server as simple as they come: no special headers, no compression, no fallback for pages, few media types. */
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';

/** Everything else is `application/octet-stream`, WebAssembly included. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export type FileServer = {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Paths that were answered with 404. */
  readonly missing: readonly string[];
  close(): Promise<void>;
};

/** Serves a folder on a free local port. A folder is opened with a slash at its end, as file servers do. */
export async function serveFiles(folder: string): Promise<FileServer> {
  const missing: string[] = [];
  const server = createServer(({ url = '/', method }, response) => {
    const { pathname, search } = new URL(url, 'http://localhost');
    const file = path.join(folder, decodeURIComponent(pathname));
    const found = statSync(file, { throwIfNoEntry: false });
    const index = found?.isDirectory() ? statSync(path.join(file, 'index.html'), { throwIfNoEntry: false }) : undefined;
    if (found?.isFile()) send(response, file, 200, method);
    else if (index && !pathname.endsWith('/')) response.writeHead(301, { Location: `${pathname}/${search}` }).end();
    else if (index) send(response, path.join(file, 'index.html'), 200, method);
    else {
      missing.push(pathname);
      send(response, path.join(folder, '404.html'), 404, method);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    missing,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, file: string, status: number, method: string | undefined): void {
  const type = MEDIA_TYPES[path.extname(file)] ?? 'application/octet-stream';
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': statSync(file).size });
  if (method === 'HEAD') response.end();
  else createReadStream(file).pipe(response);
}
