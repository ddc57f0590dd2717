/**
 * Tests the conversion API from a client's view: every endpoint and every code, with each response validated against the document
 * the API serves. By default it tests a server of this run; any other with
 *   API_BASE=https://… API_KEY=bkm_… API_OTHER_KEY=bkm_… npm test -- unit tests/api/
 * where API_READER_KEY (read permission only), API_SPENT_KEY (an account that may reach its limits), API_FILE_URL (an SVG the server
 * may fetch) and API_STORE_URL (signed for a PUT of image/png to storage that returns an ETag) enable the remaining tests. Existing
 * data of the accounts is not changed, except for their webhook secret.
 */
import { CONVERSION_PROBLEMS, type ConversionProblem } from '@bakkum/api-contract/conversions/problems';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDocument } from './document.ts';
import { describeJobs } from './jobs.ts';
import { describeRefusals } from './refusals.ts';
import { describeResuming } from './resuming.ts';
import { LACKS, openTarget, type Target } from './target.ts';
import { describeTenants } from './tenants.ts';
import { describeUploads } from './uploads.ts';

let target: Target;
const at = (): Target => target;

beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.close());

describe('the OpenAPI document', () => {
  describeDocument(at);
});
describe('an upload', () => {
  describeUploads(at);
});
describe('a job', () => {
  describeJobs(at);
});
describe('an unreliable connection', () => {
  describeResuming(at);
});
describe('another account', () => {
  describeTenants(at);
});
describe('authorisation and limits', () => {
  describeRefusals(at);
});

/**
 * Codes that cannot occur here: internal errors, a full disk or storage, a queue of many minutes, too many uploads at once, and uploads in
 * a thousand pieces.
 */
const INSIDE: readonly string[] = [
  'INTERNAL',
  'UNAVAILABLE',
  'INSUFFICIENT_STORAGE',
  'STORAGE_FULL',
  'QUEUE_FULL',
  'TOO_MANY_UPLOADS',
  'TOO_MANY_PIECES',
] satisfies readonly ConversionProblem[];

describe('coverage', () => {
  it('every described endpoint was called and succeeded', () => {
    const { answered, document } = target.api;
    const succeeded = new Set([...answered].filter((each) => / 2\d\d$/.test(each)).map((each) => each.split(' ')[0]));
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).filter((id) => !succeeded.has(id))).toEqual([]);
  });

  it.skipIf(Object.values(LACKS).includes(true))('every error code occurred', () => {
    const unmet = Object.keys(CONVERSION_PROBLEMS).filter((code) => !target.api.codes.has(code) && !INSIDE.includes(code));
    expect(unmet).toEqual([]);
  });
});
