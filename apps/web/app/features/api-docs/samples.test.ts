import { createHmac } from 'node:crypto';
import { API_SCOPES } from '@bakkum/api-contract/api-keys';
import { JOB_STATES } from '@bakkum/api-contract/conversions/conversions';
import { apiDocs } from '@bakkum/i18n/strings/api/api-docs.en';
import { describe, expect, it } from 'vitest';
import { apiDocsView } from './api-docs-view.server.ts';
import { quickStart, signatureChecks } from './samples.ts';
import { looksLikeKey, pathOf, TRIALS } from './try-request.ts';

const NOTES = { send: 'one', wait: 'two', download: 'three', install: 'four' };

describe('the quick start', () => {
  it.each(quickStart('https://bakkum.example/api/v1', NOTES))('in $name asks this server, and says what it does', ({ code }) => {
    expect(code).toContain('https://bakkum.example/api/v1');
    for (const note of ['one', 'two', 'three']) expect(code).toMatch(new RegExp(`(#|//) ${note}`));
  });
});

describe('the signature check', () => {
  const secret = Buffer.from('a secret of a webhook').toString('base64');
  const body = '{"type":"conversion.completed"}';
  const sign = (timestamp: number): Record<string, string> => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${Buffer.from('no').toString('base64')} v1,${createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(`msg_1.${timestamp}.${body}`)
      .digest('base64')}`,
  });

  it('accepts only genuine messages in JavaScript', async () => {
    const code = signatureChecks('as it came').find(({ id }) => id === 'javascript')?.code ?? '';
    const source = `${code}\nexport { isGenuine };`;
    const { isGenuine } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
    const now = Math.floor(Date.now() / 1000);
    expect(isGenuine(sign(now), body, `whsec_${secret}`)).toBe(true);
    expect(isGenuine(sign(now), `${body} `, `whsec_${secret}`)).toBe(false);
    expect(isGenuine(sign(now - 3600), body, `whsec_${secret}`)).toBe(false);
  });
});

it('names every scope and every state of a job', () => {
  const words: Readonly<Record<string, unknown>> = apiDocs;
  expect(API_SCOPES.filter((scope) => words[`scope-${scope}`] === undefined)).toEqual([]);
  expect(JOB_STATES.filter((state) => words[`state-${state}`] === undefined)).toEqual([]);
});

it('describes errors in the language of the page and ignores unknown endpoints', () => {
  const view = apiDocsView(undefined, 'https://bakkum.example', 'ko');
  expect(view.reference).toBeUndefined();
  expect(view.problems.find(({ code }) => code === 'RATE_LIMIT_EXCEEDED')).toMatchObject({ status: 429 });
  expect(view.problems.filter(({ title }) => !/\p{Script=Hangul}/u.test(title))).toEqual([]);
});

it('sends requests only to this server, and only with plausible keys', () => {
  const paths = TRIALS.map((trial) => pathOf({ trial, from: '//evil.example', to: '..' }));
  expect(paths.filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
  expect(paths).toContain('/api/v1/formats/%2F%2Fevil.example/..');
  expect(looksLikeKey(` bkm_abcdefghij_${'A'.repeat(43)} `)).toBe(true);
  expect(looksLikeKey('Bearer bkm_abc')).toBe(false);
});
