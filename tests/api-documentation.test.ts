/** Compares the API's document with the documentation page. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONVERSION_PROBLEMS } from '@bakkum/api-contract/conversions/problems';
import { CONVERSION_LIMITS } from '@bakkum/api-contract/conversions/tiers';
import { postmanCollection } from '@bakkum/api-integrations/postman-collection';
import { pythonApi } from '@bakkum/api-integrations/python-client';
import { CONVERSION_ERROR_CODES } from '@bakkum/conversion/errors';
import { formatBytes } from '@bakkum/i18n/quantity';
import type { ApiDocument } from '@bakkum/site/api-document';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '../apps/server/test-server.ts';
import { readReference, untold } from '../apps/web/app/features/api-docs/reference.server.ts';

const ARTICLE = path.resolve(import.meta.dirname, '../content/articles/conversion-api');

let server: TestServer;
let document: ApiDocument;
beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
  const answer = await fetch(`${server.url}/api/v1/openapi.json`);
  document = (await answer.json()) as ApiDocument;
});
afterAll(() => server.close());

it('is completely translated into Korean (apps/web/app/features/api-docs/korean.server.ts)', () => {
  expect(untold(document)).toEqual([]);
});

it('has a name, a summary and responses for every endpoint, and types for its parameters', () => {
  const endpoints = readReference(document, 'en').groups.flatMap(({ endpoints: all }) => all);
  expect(endpoints.map(({ id }) => id)).toContain('convertFile');
  expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
  expect(endpoints.filter(({ title, answers }) => title === '' || answers.length === 0)).toEqual([]);
  const fields = endpoints.flatMap(({ parameters, bodies }) => [...parameters, ...bodies.flatMap((body) => body.fields)]);
  expect(fields.filter(({ type }) => type === 'any')).toEqual([]);
});

it('is what the Python client and the collection were generated from (run this test with -u after a change)', async () => {
  const integrations = path.resolve(import.meta.dirname, '../packages/api/integrations');
  await expect(pythonApi(document)).toMatchFileSnapshot(path.join(integrations, 'python/bakkum/api.py'));
  await expect(postmanCollection(document)).toMatchFileSnapshot(path.join(integrations, 'bakkum.postman_collection.json'));
});

it('describes the requests the server sends', () => {
  expect(readReference(document, 'en').webhooks).toEqual(['conversion.completed', 'conversion.failed']);
});

it('describes every object an endpoint refers to', () => {
  const { groups, objects } = readReference(document, 'en');
  const bodies = groups.flatMap(({ endpoints }) =>
    endpoints.flatMap((endpoint) => [...endpoint.bodies, ...endpoint.answers.flatMap(({ body }) => (body ? [body] : []))]),
  );
  const named = bodies.flatMap(({ object }) => (object ? [object] : []));
  expect(named.filter((name) => !objects.some((object) => object.name === name))).toEqual([]);
});

it.each([
  ['en', 'Commands per hour', 'Reads per hour', 'Queued and running jobs', 'Concurrent jobs', 'File size'],
  ['ko', '시간당 변환 요청', '시간당 조회', '대기 중이거나 진행 중인 작업', '동시에 진행하는 작업', '파일 크기'],
] as const)('the article on it (%s) states the limits the server enforces', (locale, orders, reads, open, atOnce, size) => {
  const article = readFileSync(path.join(ARTICLE, `${locale}.md`), 'utf8');
  const { free, pro } = CONVERSION_LIMITS;
  const number = new Intl.NumberFormat(locale);
  const row = (name: string, one: string, other: string): string => `| ${name} | ${one} | ${other} |`;
  expect(article).toContain(row(orders, number.format(free.commandsPerHour), number.format(pro.commandsPerHour)));
  expect(article).toContain(row(reads, number.format(free.readsPerHour), number.format(pro.readsPerHour)));
  expect(article).toContain(row(open, number.format(free.openJobs), number.format(pro.openJobs)));
  expect(article).toContain(row(atOnce, number.format(free.atOnce), number.format(pro.atOnce)));
  expect(article).toContain(row(size, formatBytes(locale, free.fileBytes), formatBytes(locale, pro.fileBytes)));
});

it('the article mentions only existing codes', () => {
  const codes = new Set<string>([
    ...Object.keys(CONVERSION_PROBLEMS),
    ...CONVERSION_ERROR_CODES.map((code) => code.replaceAll('-', '_').toUpperCase()),
  ]);
  for (const locale of ['en', 'ko']) {
    const article = readFileSync(path.join(ARTICLE, `${locale}.md`), 'utf8');
    const named = [...article.matchAll(/`([A-Z]+(?:_[A-Z]+)*)`/g)].map(([, code = '']) => code);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((code) => !codes.has(code))).toEqual([]);
  }
});
