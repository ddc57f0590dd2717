import { CONVERSION_LIMITS } from '@bakkum/api-contract/conversion-tiers';
import { conversionProblem } from '@bakkum/api-contract/conversions';
import { storedBytes } from '@bakkum/conversions/storage';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
const PIECE = { ...TUS, 'Content-Type': 'application/offset+octet-stream' };
const BYTES = 1000;
let server: TestServer;
let key: string;
let owner: string;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
});
afterAll(() => server.close());
beforeEach(async () => {
  const { id } = await server.someone();
  key = await server.apiKey(id);
  owner = `person:${id}`;
});

const ask = (address: string, { headers, ...init }: RequestInit & { readonly headers: Record<string, string> }) =>
  fetch(`${server.url}/api/v1/tus${address}`, { ...init, headers: { Authorization: `Bearer ${key}`, ...headers } });
const begin = (headers: Record<string, string>) => ask('', { method: 'POST', headers: { ...TUS, ...headers } });
const idOf = (begun: Response): string => begun.headers.get('Location')?.split('/').at(-1) ?? '';
const codeOf = async (answer: Response) => [answer.status, conversionProblem.parse(await answer.json()).error.code];
const stored = () => storedBytes(server.database, owner);

it('is begun once under a key, however often at once, and nothing of the others stays', async () => {
  const asked = { 'Upload-Length': String(BYTES), 'Idempotency-Key': 'once' };
  const begun = await Promise.all(Array.from({ length: 6 }, () => begin(asked)));
  expect([new Set(begun.map(({ status }) => status)), new Set(begun.map(idOf)).size]).toEqual([new Set([201]), 1]);
  expect(await stored()).toBe(BYTES);
  expect(await codeOf(await begin({ ...asked, 'Upload-Length': '5' }))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  expect(await stored()).toBe(BYTES);
});
