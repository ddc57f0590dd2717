import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import path from 'node:path';
import type { ApiScope } from '@bakkum/api-contract/api-keys';
import { jobView } from '@bakkum/api-contract/conversions/conversions';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { startConvertingServer, startTestServer, type TestServer } from '../../../test-server.ts';
import { LARGE_MESSAGES, MAX_VALUES } from './mcp-routes.ts';

const PNG = readFileSync(path.resolve(import.meta.dirname, '../../../../../tests/fixtures/images/png.png'));
const photo = { content_base64: PNG.toString('base64'), filename: 'photo.png' };

let server: TestServer;
/** Accepts jobs and runs none. */
let idle: TestServer;
const clients: Client[] = [];

beforeAll(async () => {
  server = await startConvertingServer(inject('postgresFolder'));
  idle = await startTestServer(inject('postgresFolder'));
});
afterAll(() => Promise.all([server.close(), idle.close()]));
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function connect(key: string, { url } = server): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  clients.push(client);
  return { client, transport };
}

const codeOf = (result: Awaited<ReturnType<Client['callTool']>>): unknown => {
  expect(result.isError).toBe(true);
  return (result.structuredContent as { error: { code: string } } | undefined)?.error.code;
};
const withScopes = (...scopes: ApiScope[]): Promise<string> => server.apiKey(undefined, scopes);

test('converts a file as a job, whose result needs the key', async () => {
  const key = await server.apiKey();
  const { client } = await connect(key);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['convert', 'combine_files', 'get_job', 'detect', 'list_formats']);
  const { structuredContent, content } = await client.callTool({ name: 'convert', arguments: { ...photo, to: 'jpg' } });
  const job = jobView.parse((structuredContent as { job: unknown }).job);
  expect(job).toMatchObject({ status: 'completed', original_filename: 'photo.png', converted_filename: 'photo.jpg' });
  const [file] = job.files;
  expect(content).toContainEqual(
    expect.objectContaining({ type: 'resource_link', uri: file?.download_url, mimeType: 'image/jpeg' }),
  );
  const address = String(file?.download_url);
  expect((await fetch(address)).status).toBe(401);
  const result = await fetch(address, { headers: { Authorization: `Bearer ${key}` } });
  expect(
    Buffer.from(await result.arrayBuffer())
      .subarray(0, 3)
      .toString('hex'),
  ).toBe('ffd8ff');
  const again = await client.callTool({ name: 'get_job', arguments: { job_id: job.job_id } });
  expect(again.structuredContent).toMatchObject({ job: { job_id: job.job_id, status: 'completed' } });
});

test('converts an upload, and hides it from other accounts', async () => {
  const key = await server.apiKey();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(PNG)]), 'photo.png');
  const headers = { Authorization: `Bearer ${key}` };
  const uploaded = await fetch(`${server.url}/api/v1/uploads`, { method: 'POST', headers, body: form });
  const { upload_id } = (await uploaded.json()) as { upload_id: string };
  const { client } = await connect(key);
  const detected = await client.callTool({ name: 'detect', arguments: { upload_id } });
  expect(detected.structuredContent).toMatchObject({ format: 'png', targets: expect.arrayContaining(['webp']) });
  const { client: other } = await connect(await server.apiKey());
  expect(codeOf(await other.callTool({ name: 'convert', arguments: { upload_id, to: 'webp' } }))).toBe('NOT_FOUND');
  const { structuredContent } = await client.callTool({ name: 'convert', arguments: { upload_id, to: 'webp' } });
  const { job } = structuredContent as { job: { job_id: string; status: string } };
  expect(job.status).toBe('completed');
  expect(codeOf(await other.callTool({ name: 'get_job', arguments: { job_id: job.job_id } }))).toBe('NOT_FOUND');
});

const page = (words: string) => ({ content_base64: Buffer.from(words).toString('base64'), filename: 'page.txt' });

test('combines files and compares documents as jobs', async () => {
  const key = await server.apiKey();
  const { client } = await connect(key);
  const combine = (args: Record<string, unknown>) => client.callTool({ name: 'combine_files', arguments: args });
  const files = [page('The second page.'), photo, page('The first page.')];
  const combined = await combine({ operation: 'combine', files, to: 'pdf' });
  const { job } = combined.structuredContent as { job: { status: string; files: { media_type: string }[] } };
  expect(job).toMatchObject({ status: 'completed', files: [{ media_type: 'application/pdf' }] });
  const compared = await combine({ operation: 'compare', files: [files[0], files[2]], to: 'json' });
  const { files: reports } = (compared.structuredContent as { job: { files: [{ download_url: string }] } }).job;
  const report = await fetch(reports[0].download_url, { headers: { Authorization: `Bearer ${key}` } });
  expect(await report.text()).toMatch(/second[^]*first/);
});

test('combines uploads of the account alone, and stores no file of a refused call', async () => {
  const key = await server.apiKey();
  const headers = { Authorization: `Bearer ${key}` };
  const uploaded = async (name: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([`Contents of ${name}`]), name);
    const response = await fetch(`${server.url}/api/v1/uploads`, { method: 'POST', headers, body: form });
    return ((await response.json()) as { upload_id: string }).upload_id;
  };
  const order = { operation: 'combine', upload_ids: [await uploaded('a.txt'), await uploaded('b.txt')], to: 'pdf' };
  const combine = (client: Client, args: Record<string, unknown>) => client.callTool({ name: 'combine_files', arguments: args });
  const { client: other } = await connect(await server.apiKey());
  expect(codeOf(await combine(other, order))).toBe('NOT_FOUND');
  const { client } = await connect(key);
  expect((await combine(client, order)).structuredContent).toMatchObject({ job: { status: 'completed' } });

  const stored = async () => (await server.database.query('select id from conversions.uploads where removed_at is null')).length;
  const before = await stored();
  const files = [page('One.'), page('Two.')];
  expect(codeOf(await combine(client, { operation: 'combine', to: 'pdf' }))).toBe('INVALID_REQUEST');
  expect(codeOf(await combine(client, { ...order, files }))).toBe('INVALID_REQUEST');
  expect(codeOf(await combine(client, { operation: 'combine', files, to: 'mp3' }))).toBe('INVALID_FORMAT');
  expect(codeOf(await combine(client, { operation: 'compare', files: [...files, photo], to: 'pdf' }))).toBe('INVALID_REQUEST');
  const empty = { content_base64: '', filename: 'c.txt' };
  expect(codeOf(await combine(client, { operation: 'combine', files: [...files, empty], to: 'pdf' }))).toBe('EMPTY_FILE');
  expect(await stored()).toBe(before);
});

test('answers with codes and next steps', async () => {
  const { client } = await connect(await server.apiKey());
  const convert = async (args: Record<string, unknown>) => codeOf(await client.callTool({ name: 'convert', arguments: args }));
  expect(await convert({ ...photo, to: 'docx-of-mine' })).toBe('INVALID_FORMAT');
  expect(await convert({ ...photo, to: 'jpg', options: { shine: 9 } })).toBe('INVALID_OPTION');
  expect(await convert({ to: 'jpg' })).toBe('INVALID_REQUEST');
  expect(await convert({ content_base64: '', filename: 'a.png', to: 'jpg' })).toBe('EMPTY_FILE');
  const cut = await client.callTool({
    name: 'convert',
    arguments: { content_base64: PNG.subarray(0, 100).toString('base64'), filename: '../../cut.png', to: 'jpg' },
  });
  expect(cut.structuredContent).toMatchObject({
    error: { code: 'CONVERSION_FAILED', next_step: expect.any(String), details: { conversion_error: { code: 'CORRUPT' } } },
  });
  const options = await client.callTool({ name: 'list_formats', arguments: { from: 'png', to: 'jpg' } });
  expect(options.structuredContent).toMatchObject({ from: 'png', to: 'jpeg', options: { properties: { quality: {} } } });
});

test('cancels the job of a canceled call', async () => {
  const key = await idle.apiKey();
  const { client } = await connect(key, idle);
  const canceled = new AbortController();
  const started = Promise.withResolvers<void>();
  const ended = client
    .callTool({ name: 'convert', arguments: { ...photo, to: 'jpg' } }, undefined, {
      signal: canceled.signal,
      onprogress: () => started.resolve(),
    })
    .catch((error: Error) => error.message);
  await started.promise;
  canceled.abort('the user canceled');
  expect(await ended).toContain('the user canceled');
  const states = () => idle.database.query('select state from conversions.jobs');
  await expect.poll(states).toEqual([{ state: 'cancelled' }]);
});

test('requires an API key with the scope, and shares the limits of the API', async () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body: '{}',
    });
  expect((await post({})).status).toBe(401);
  const { cookie } = await server.someone();
  expect((await post({ Cookie: cookie, Origin: server.url })).status).toBe(401);
  expect((await post({ Authorization: 'Bearer bkm_wrong' })).status).toBe(401);
  expect((await post({ Authorization: `Bearer ${await withScopes('convert:write')}` })).status).toBe(403);
  const { client } = await connect(await withScopes('convert:read'));
  expect(codeOf(await client.callTool({ name: 'convert', arguments: { ...photo, to: 'jpg' } }))).toBe('INSUFFICIENT_SCOPE');
});

test('a session belongs to its key, and ends at the client’s request', async () => {
  const key = await server.apiKey();
  const { transport } = await connect(key);
  const ask = (as: string, method: string) =>
    fetch(`${server.url}/api/mcp`, {
      method,
      headers: {
        Authorization: `Bearer ${as}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'Mcp-Session-Id': transport.sessionId ?? '',
        'Mcp-Protocol-Version': '2025-06-18',
      },
      ...(method === 'POST' && { body: '{"jsonrpc":"2.0","id":7,"method":"tools/list"}' }),
    });
  expect((await ask(await server.apiKey(), 'POST')).status).toBe(404);
  expect((await ask(key, 'POST')).status).toBe(200);
  expect((await ask(key, 'GET')).status).toBe(405);
  await transport.terminateSession();
  expect((await ask(key, 'POST')).status).toBe(404);
});

test('holds a limited number of messages with files in memory', async () => {
  const key = await server.apiKey();
  const { port } = new URL(server.url);
  const large = [
    'POST /api/mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'Content-Length: 5000000',
  ].join('\r\n');
  // These requests declare their length and then stall.
  const stalled = Array.from({ length: LARGE_MESSAGES.runningPerSource + LARGE_MESSAGES.waitingPerSource + 1 }, () =>
    connectTo(Number(port), '127.0.0.1').setEncoding('utf8'),
  );
  const refused = Promise.race(stalled.map(async (socket) => String((await once(socket, 'data'))[0])));
  for (const socket of stalled) socket.write(`${large}\r\n\r\n`);
  expect(await refused).toMatch(/^HTTP\/1\.1 429 /);
  const { client } = await connect(key);
  expect((await client.listTools()).tools).toHaveLength(5);
  for (const socket of stalled) socket.destroy();
  expect((await client.callTool({ name: 'detect', arguments: photo })).structuredContent).toMatchObject({ format: 'png' });
});

test('refuses a file that is too large for a message', async () => {
  const key = await server.apiKey();
  const response = await fetch(`${server.url}/api/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: 'x'.repeat(6_000_000),
  });
  expect(response.status).toBe(400);
});

/** Sends a message as it is, also one that the client would not send. */
async function sendRaw(message: unknown): Promise<unknown> {
  const key = await server.apiKey();
  const { transport } = await connect(key);
  const response = await fetch(`${server.url}/api/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Mcp-Session-Id': transport.sessionId ?? '',
      'Mcp-Protocol-Version': '2025-06-18',
    },
    body: JSON.stringify(message),
  });
  return response.status === 200 ? [200] : [response.status, await response.json()];
}
const listFormats = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_formats', arguments: {} } };

test('refuses a batch of calls, whose answers would be in memory at once', async () => {
  const batch = Array.from({ length: 100 }, (_, id) => ({ ...listFormats, id }));
  expect(await sendRaw(batch)).toMatchObject([400, { error: { code: -32_600 } }]);
});

test('refuses a message of too many values anywhere, which would stay in memory until the call ends', async () => {
  const many = Array.from({ length: MAX_VALUES }, () => []);
  const { params } = listFormats;
  for (const message of [
    { ...listFormats, params: { ...params, _meta: { many } } },
    { ...listFormats, params: { ...params, many } },
    { ...listFormats, many },
  ]) {
    expect(await sendRaw(message)).toMatchObject([400, { error: { code: -32_600 } }]);
  }
  expect(await sendRaw(listFormats)).toEqual([200]);
});
