import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { MiddlewareHandler } from 'hono';
import { chooseEncoding, type Encoding } from './compressed.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.otf': 'font/otf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};
const SUFFIXES: Readonly<Record<Exclude<Encoding, 'identity'>, string>> = { br: '.br', gzip: '.gz' };
const ENCODINGS = ['br', 'gzip'] as const;

type StaticFile = {
  readonly mediaType: string;
  readonly cacheControl: string;
  readonly etag: string;
  readonly path: string;
  /** Beside the plain one. */
  readonly encodings: readonly (keyof typeof SUFFIXES)[];
};

/**
 * Serves the files of a folder as they were at boot, in the encodings made at build (`x.js.br`, `x.js.gz`). Only listed
 * files are served, so a path cannot leave the folder. Files under /assets/ carry a hash in their name and never change.
 */
export function staticFiles(folder: string): MiddlewareHandler {
  const files = listFiles(folder);
  return async (context, next) => {
    const file = files.get(decodedPath(context.req.path));
    if (!file || !['GET', 'HEAD'].includes(context.req.method)) return next();
    const encoding = chooseEncoding(context.req.header('Accept-Encoding'), file.encodings);
    const headers = new Headers({ 'Cache-Control': file.cacheControl, ETag: file.etag });
    if (file.encodings.length > 0) headers.set('Vary', 'Accept-Encoding');
    if (context.req.header('If-None-Match') === file.etag) return new Response(null, { status: 304, headers });
    const content = await openFile(encoding === 'identity' ? file.path : file.path + SUFFIXES[encoding]);
    if (!content) return next();
    headers.set('Content-Type', file.mediaType);
    headers.set('Content-Length', String(content.bytes));
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
    if (context.req.method !== 'HEAD') return new Response(content.stream(), { headers });
    await content.close();
    return new Response(null, { headers });
  };
}

/** The file as it is now, its length and its bytes from the same handle; undefined when it is gone (another build took its place). */
async function openFile(file: string) {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  const { size } = await handle.stat();
  return { bytes: size, close: () => handle.close(), stream: () => Readable.toWeb(handle.createReadStream()) as ReadableStream };
}

function listFiles(folder: string): ReadonlyMap<string, StaticFile> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !isHidden(path.relative(folder, file)) && !isVariant(file));
  return new Map(entries.map((file) => [`/${path.relative(folder, file).split(path.sep).join('/')}`, describe(folder, file)]));
}

/** `.vite/manifest.json` and the like are for the build. */
function isHidden(relative: string): boolean {
  return relative.split(path.sep).some((part) => part.startsWith('.'));
}

function isVariant(file: string): boolean {
  return Object.values(SUFFIXES).some((suffix) => file.endsWith(suffix) && existsSync(file.slice(0, -suffix.length)));
}

function describe(folder: string, file: string): StaticFile {
  const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
  const encodings = ENCODINGS.filter((encoding) => existsSync(file + SUFFIXES[encoding]));
  return {
    mediaType: MEDIA_TYPES[path.extname(file)] ?? 'application/octet-stream',
    cacheControl: hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    etag: `W/"${hashed ? path.basename(file) : createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22)}"`,
    path: file,
    encodings,
  };
}

function decodedPath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
