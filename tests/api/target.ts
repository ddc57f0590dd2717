/** The API under test: one at an address, or one that this run starts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { startConvertingServer } from '../../apps/server/test-server.ts';
import { type Asker, createAsker } from './asker.ts';
import { openDescribedApi } from './described-api.ts';
import { SVG } from './samples.ts';

export type Target = Asker & {
  /** Scheme, host and port. */
  readonly base: string;
  readonly keys: {
    /** Keys of two unrelated accounts. */
    readonly own: string;
    readonly other: string;
    /** Key with read permission only. */
    readonly reader?: string | undefined;
    /** Key of an account that may reach its limits. */
    readonly spent?: string | undefined;
  };
  /** URL of an SVG that the server may fetch. */
  readonly fileUrl?: string | undefined;
  /** URL to which the server may upload an image/png. */
  readonly storeUrl?: string | undefined;
  /** The `ETag` that the storage returns, if it is part of this run. */
  readonly storedEtag?: string;
  readonly close: () => Promise<void>;
};

/** Settings for an external server, all of them required; otherwise a server of this run is used. */
const given = {
  base: process.env['API_BASE'],
  own: process.env['API_KEY'],
  other: process.env['API_OTHER_KEY'],
  reader: process.env['API_READER_KEY'],
  spent: process.env['API_SPENT_KEY'],
  fileUrl: process.env['API_FILE_URL'],
  storeUrl: process.env['API_STORE_URL'],
};

/** Tests that need additional settings for an external server. */
export const LACKS = {
  reader: given.base !== undefined && given.reader === undefined,
  spent: given.base !== undefined && given.spent === undefined,
  fileUrl: given.base !== undefined && given.fileUrl === undefined,
  storeUrl: given.base !== undefined && given.storeUrl === undefined,
};

export async function openTarget(): Promise<Target> {
  const { base, own, other, reader, spent, fileUrl, storeUrl } = given;
  if (base === undefined) return startTarget();
  if (!own || !other) throw new Error('API_BASE needs API_KEY and API_OTHER_KEY: keys of two accounts');
  const place = new URL(base).origin;
  const asker = createAsker(await openDescribedApi(place), own);
  return { ...asker, base: place, keys: { own, other, reader, spent }, fileUrl, storeUrl, close: () => Promise.resolve() };
}

const ENOUGH = 100_000;
const STORED_ETAG = '"stored"';

async function startTarget(): Promise<Target> {
  const files = createServer((request, response) => {
    if (request.url === '/drawing.svg')
      response.writeHead(200, { 'Content-Disposition': "attachment; filename*=UTF-8''%EA%B7%B8%EB%A6%BC.svg" }).end(SVG);
    else if (request.method === 'PUT' && request.url?.startsWith('/store/'))
      request.on('end', () => response.writeHead(200, { ETag: STORED_ETAG }).end()).resume();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(files.address() as AddressInfo).port}`;
  const server = await startConvertingServer(inject('postgresFolder'), {
    OUTBOUND_ALLOW: place,
    API_ENTERPRISE: `own@example.com=${ENOUGH},other@example.com=${ENOUGH}`,
  });
  const [own, other] = await Promise.all([server.someone('en', 'own@example.com'), server.someone('en', 'other@example.com')]);
  const keys = {
    own: await server.apiKey(own.id),
    other: await server.apiKey(other.id),
    reader: await server.apiKey(own.id, ['convert:read']),
    spent: await server.apiKey(),
  };
  return {
    ...createAsker(await openDescribedApi(server.url), keys.own),
    base: server.url,
    keys,
    fileUrl: `http://${place}/drawing.svg`,
    storeUrl: `http://${place}/store/result?signature=1`,
    storedEtag: STORED_ETAG,
    close: async () => {
      files.close();
      await server.close();
    },
  };
}
