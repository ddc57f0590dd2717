/**
 * The conversion API as a program meets it: every endpoint and every code, each answer held against the description that the
 * API serves. By itself against a server of this run; against any other with
 *   API_BASE=https://… API_KEY=bkm_… API_OTHER_KEY=bkm_… npm test -- unit tests/api/
 * where API_READER_KEY (may only read), API_SPENT_KEY (of an account that may be driven to its limits) and API_FILE_URL (an
 * SVG that the server may fetch) try the rest. What the keys' accounts have is not touched, but their webhook secret changes.
 */
import { CONVERSION_PROBLEMS, type ConversionProblem } from '@bakkum/api-contract/conversion-problems';
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

describe('the description', () => {
  describeDocument(at);
});
describe('an upload', () => {
  describeUploads(at);
});
describe('a job', () => {
  describeJobs(at);
});
describe('a line that breaks', () => {
  describeResuming(at);
});
describe('another account', () => {
  describeTenants(at);
});
describe('who asks', () => {
  describeRefusals(at);
});

/** Not to be had here: our own faults, a gigabyte of storage that is full, and what only our own page asks for. */
const INSIDE: readonly string[] = ['INTERNAL', 'UNAVAILABLE', 'STORAGE_FULL'] satisfies readonly ConversionProblem[];

describe('all of the above', () => {
  it('asked every endpoint that is described, and each answered', () => {
    const { answered, document } = target.api;
    const succeeded = new Set([...answered].filter((each) => / 2\d\d$/.test(each)).map((each) => each.split(' ')[0]));
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).filter((id) => !succeeded.has(id))).toEqual([]);
  });

  it.skipIf(Object.values(LACKS).includes(true))('met every code there is', () => {
    const unmet = Object.keys(CONVERSION_PROBLEMS).filter((code) => !target.api.codes.has(code) && !INSIDE.includes(code));
    expect(unmet).toEqual([]);
  });
});
