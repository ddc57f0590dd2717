import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { decodePercent } from '@bakkum/markup/percent';
import type { MiddlewareHandler } from 'hono';
import type { NodeEnvironment } from '../requests/client-address.ts';
import type { CompressedCopies } from './compressed-copies.ts';
import { COPY_ENCODINGS, COPY_SUFFIXES, type CopyEncoding, type HashedFile } from './compression-job.ts';
import { chooseEncoding } from './content-encoding.ts';
import type { Bytes, FileSlots } from './file-slots.ts';

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
/** Files below it carry a hash of their content in their name and never change. */
const HASHED = '/assets/';

type StaticFile = {
  readonly mediaType: string;
  readonly cacheControl: string;
  readonly etag: string;
  readonly path: string;
  /** Copies that the build wrote next to the file. */
  readonly built: readonly CopyEncoding[];
};

/** Static files by URL path. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/**
 * Lists the files to serve, as they are now.
 * @param folder the built client: every file in it is served under its relative path
 * @param assets files elsewhere, by URL path under /assets/
 */
export function listStaticFiles(folder: string | undefined, assets: ReadonlyMap<string, string> = new Map()): StaticFiles {
  const entries = [...(folder ? filesBelow(folder) : []), ...assets];
  return new Map(entries.map(([pathname, file]) => [pathname, describe(pathname, file)]));
}

/**
 * Serves listed files, compressed if a copy exists. Unlisted paths go to the next handler, so requests cannot leave the listed
 * folders.
 * @param copies made while the server runs, for files without a copy from the build
 */
export function staticFiles(
  files: StaticFiles,
  slots: FileSlots,
  copies?: Pick<CompressedCopies, 'find'>,
): MiddlewareHandler<NodeEnvironment> {
  return async (context, next) => {
    const pathname = decodePercent(context.req.path);
    const file = files.get(pathname);
    if (!file || !['GET', 'HEAD'].includes(context.req.method)) return next();
    const headers = new Headers({ 'Cache-Control': file.cacheControl, ETag: file.etag });
    const available = copiesOf(file, pathname, copies);
    if (available.size > 0) headers.set('Vary', 'Accept-Encoding');
    if (context.req.header('If-None-Match') === file.etag) return new Response(null, { status: 304, headers });
    const encoding = chooseEncoding(context.req.header('Accept-Encoding'), [...available.keys()]);
    const chosen = encoding === 'identity' ? undefined : available.get(encoding);
    const bytes = context.req.method === 'HEAD' ? 0 : await sizeOf(chosen ?? file.path);
    const sent = await slots.send(context, bytes, async (limited) => {
      const copy = chosen === undefined ? undefined : await openFile(chosen);
      const content = copy ?? (await openFile(file.path));
      if (!content) return undefined;
      headers.set('Content-Type', file.mediaType);
      headers.set('Content-Length', String(content.bytes));
      if (copy) headers.set('Content-Encoding', encoding);
      if (context.req.method !== 'HEAD') return new Response(limited(content.stream()), { headers });
      await content.close();
      return new Response(null, { headers });
    });
    return sent ?? next();
  };
}

/** Bytes of a file; 0 when it no longer exists. */
async function sizeOf(file: string): Promise<number> {
  const known = await stat(file).catch(() => undefined);
  return known?.size ?? 0;
}

/** Files worth compressing while the server runs: those whose path contains a hash and that the build did not compress. */
export function uncompressedAssets(files: StaticFiles): readonly HashedFile[] {
  return [...files]
    .filter(([pathname, { built }]) => pathname.startsWith(HASHED) && built.length === 0)
    .map(([pathname, file]) => ({ name: path.posix.basename(pathname), file: file.path }));
}

function copiesOf(
  file: StaticFile,
  pathname: string,
  copies: Pick<CompressedCopies, 'find'> | undefined,
): ReadonlyMap<CopyEncoding, string> {
  if (file.built.length > 0) return new Map(file.built.map((encoding) => [encoding, file.path + COPY_SUFFIXES[encoding]]));
  if (!copies || !pathname.startsWith(HASHED)) return new Map();
  const name = path.posix.basename(pathname);
  return new Map(
    COPY_ENCODINGS.flatMap((encoding) => {
      const copy = copies.find(name, encoding);
      return copy === undefined ? [] : [[encoding, copy] as const];
    }),
  );
}

/** Opens a file and reads its size from the same handle. Undefined when it no longer exists, as after another build. */
async function openFile(file: string) {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  const { size } = await handle.stat();
  return { bytes: size, close: () => handle.close(), stream: () => Readable.toWeb(handle.createReadStream()) as Bytes };
}

function filesBelow(folder: string): readonly (readonly [pathname: string, file: string])[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !isHidden(path.relative(folder, file)) && !isCopy(file))
    .map((file) => [`/${path.relative(folder, file).split(path.sep).join('/')}`, file]);
}

/** Hidden files such as `.vite/manifest.json` belong to the build. */
function isHidden(relative: string): boolean {
  return relative.split(path.sep).some((part) => part.startsWith('.'));
}

function isCopy(file: string): boolean {
  return Object.values(COPY_SUFFIXES).some((suffix) => file.endsWith(suffix) && existsSync(file.slice(0, -suffix.length)));
}

function describe(pathname: string, file: string): StaticFile {
  const hashed = pathname.startsWith(HASHED);
  const name = path.posix.basename(pathname);
  return {
    mediaType: MEDIA_TYPES[path.extname(file)] ?? 'application/octet-stream',
    cacheControl: hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    etag: `W/"${hashed ? name : createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22)}"`,
    path: file,
    built: COPY_ENCODINGS.filter((encoding) => existsSync(file + COPY_SUFFIXES[encoding])),
  };
}
