import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSessions, type Sessions } from './sessions.ts';

const MAX_PER_KEY = 10;
const MAX_SESSIONS = 1000;
const IDLE_MS = 900_000;

let sessions: Sessions;
beforeEach(() => {
  vi.useFakeTimers();
  sessions = createSessions(10_000);
});
afterEach(() => {
  vi.useRealTimers();
});

async function send(transport: Awaited<ReturnType<Sessions['open']>>, method: string, session?: string): Promise<Response> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  return transport.handleRequest(
    new Request('http://127.0.0.1/api/mcp', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(session !== undefined && { 'Mcp-Session-Id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }),
  );
}

/** Opens a session and returns its id. */
async function open(key: string): Promise<string> {
  const transport = await sessions.open(key, new McpServer({ name: 'test', version: '1' }, { capabilities: { tools: {} } }));
  const id = (await send(transport, 'initialize')).headers.get('Mcp-Session-Id');
  if (id === null) throw new Error('no session');
  return id;
}

const openMany = async (key: string, count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await open(key));
  return ids;
};
const left = (key: string, ids: readonly string[]): readonly boolean[] => ids.map((id) => sessions.find(id, key) !== undefined);

test('an eleventh session of a key replaces the one idle longest', async () => {
  const ids = await openMany('a', MAX_PER_KEY);
  // The first one is in use again.
  expect(sessions.find(ids[0] ?? '', 'a')).toBeDefined();
  const other = await open('b');
  await open('a');
  expect(left('a', ids)).toEqual(ids.map((_, at) => at !== 1));
  expect(left('b', [other])).toEqual([true]);
});

test('a session beyond the limit of the process replaces the one idle longest, of any key', async () => {
  const keys = Array.from({ length: MAX_SESSIONS }, (_, at) => `key ${at}`);
  const ids: string[] = [];
  for (const key of keys) ids.push(await open(key));
  // The first one is in use again.
  expect(sessions.find(ids[0] ?? '', 'key 0')).toBeDefined();
  const last = await open('another');
  expect(keys.filter((key, at) => sessions.find(ids[at] ?? '', key) === undefined)).toEqual(['key 1']);
  expect(left('another', [last])).toEqual([true]);
});

test('a message that opens no session ends none', async () => {
  const ids = await openMany('a', MAX_PER_KEY);
  const transport = await sessions.open('a', new McpServer({ name: 'test', version: '1' }, { capabilities: { tools: {} } }));
  expect((await send(transport, 'tools/list')).status).toBe(400);
  expect(left('a', ids)).toEqual(ids.map(() => true));
});

test('a session ends when it is idle', async () => {
  const id = await open('a');
  const transport = sessions.find(id, 'a');
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(sessions.find(id, 'a')).toBe(transport);
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(sessions.find(id, 'a')).toBe(transport);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(sessions.find(id, 'a')).toBeUndefined();
});

test('a session does not exist for another key', async () => {
  expect(sessions.find(await open('a'), 'b')).toBeUndefined();
});
