import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processFolder } from '@bakkum/native-programs/work-folders';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startBackend } from '../backend.ts';
import { workRootOf } from '../services.ts';
import { startTestServer, type TestServer } from '../test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
});
afterAll(() => server.close());

it('keeps files that are converted in the data folder', () => {
  expect(path.dirname(processFolder())).toBe(path.join(server.services.settings.dataDir, 'work'));
});

it('deletes the files of a killed process when the server starts, and keeps its own', async () => {
  const { settings } = server.services;
  const own = processFolder();
  // No process has the highest number.
  const left = path.join(workRootOf(settings), path.basename(own).replace(/-\d+-\d+-\w+$/, '-4194305-1-abcdef'));
  mkdirSync(path.join(left, 'job-1'), { recursive: true });
  writeFileSync(path.join(left, 'job-1/input'), 'private');
  const backend = startBackend({ ...settings, role: 'web' }, server.log);
  await backend.opened;
  await expect.poll(() => existsSync(left)).toBe(false);
  expect(existsSync(own)).toBe(true);
  await backend.close(0);
});
