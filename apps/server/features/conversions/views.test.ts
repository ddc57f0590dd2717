import type { JobRow } from '@bakkum/conversion-jobs/rows';
import type { Conversions } from '@bakkum/conversion-jobs/service';
import { expect, it } from 'vitest';
import { oneJobView } from './views.ts';

const NOON = new Date('2026-01-01T12:00:00Z');

const ROW: JobRow = {
  id: 'j1',
  owner: 'person:1',
  upload_id: 'u1',
  operation: null,
  input_count: 1,
  name: 'letter.docx',
  source_format: 'docx',
  target_format: 'pdf',
  options: {},
  input_bytes: 10,
  retention: '24h',
  storage: 'temporary',
  archive_bytes: 0,
  backup: false,
  tag: null,
  webhook_url: null,
  minutes: 10,
  state: 'completed',
  revision: 1,
  fence: 1,
  attempts: 1,
  round: 0,
  progress: 100,
  fidelity: 'lossy',
  warnings: [{ code: 'fonts-replaced', params: { fonts: 'Batang' } }, { code: 'cover-dropped' }],
  error_code: null,
  error_input: null,
  created_at: NOON,
  queued_at: NOON,
  started_at: NOON,
  ended_at: NOON,
  expires_at: NOON,
  retry_until: null,
};

it('names the server storage in a storage-full error', async () => {
  const parts = { database: { query: async () => [] } } as unknown as Conversions;
  const full: JobRow = { ...ROW, state: 'error', error_code: 'storage-full' };
  for (const [locale, words] of [
    ['en', /enough cloud storage/],
    ['ko', /서버의 내 저장 공간/],
  ] as const) {
    const { error } = await oneJobView(parts, full, { base: 'https://example.com', locale });
    expect(error).toEqual({ code: 'STORAGE_FULL', message: expect.stringMatching(words), input: null });
  }
});

it('returns warnings in the requested language, with their parameters', async () => {
  const parts = { database: { query: async () => [] } } as unknown as Conversions;
  const { warnings } = await oneJobView(parts, ROW, { base: 'https://example.com', locale: 'en' });
  expect(warnings).toMatchObject([
    { code: 'FONTS_REPLACED', params: { fonts: 'Batang' } },
    { code: 'COVER_DROPPED', params: {} },
  ]);
  expect(warnings[0]?.message).toContain('Batang');
});
