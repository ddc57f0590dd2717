import type { FormatView, JobView } from '@bakkum/api-contract/conversions/conversions';
import { describe, expect, it } from 'vitest';
import {
  addressesIn,
  atRest,
  type CloudItem,
  canStart,
  faultInSharing,
  formatOfName,
  inviteeFault,
  isSameFile,
  kindOf,
  nameOfAddress,
  queueCounts,
  webAddress,
} from './cloud-state.ts';

const format = (id: string, extensions: string[], category: string, targets: string[]): FormatView => ({
  id,
  name: id,
  extensions,
  media_type: 'x/y',
  category,
  targets,
});
const PDF = format('pdf', ['pdf'], 'document', ['docx', 'txt', 'pdf']);
const JPEG = format('jpeg', ['jpg', 'jpeg'], 'image', ['jpeg', 'png', 'pdf']);
const OTHER = format('other', ['xyz', 'jpg'], 'data', ['other']);

describe('the type of a file by name', () => {
  it.each([
    ['photo.v2.JPG', 'jpeg'],
    ['photo.jpeg', 'jpeg'],
    ['a.pdf', 'pdf'],
    ['pdf', undefined],
    ['a.unknown', undefined],
  ])('%s is %s', (name, id) => {
    expect(formatOfName(name, [OTHER, PDF, JPEG])?.id).toBe(id);
  });

  it('preselects the most popular target, and never the source format if there is another', () => {
    const formats = [JPEG, PDF, OTHER, format('none', ['none'], 'data', [])];
    const chosen = ['a.jpeg', 'a.pdf', 'a.xyz', 'a.none'].map((name) => kindOf(name, formats).target);
    expect(chosen).toEqual(['png', 'docx', 'other', null]);
  });
});

const item = (changes: Partial<CloudItem>): CloudItem => ({
  id: '1',
  name: 'a.pdf',
  size: 10,
  isUploaded: false,
  format: 'pdf',
  target: 'docx',
  options: {},
  settings: { storage: 'temporary', sharing: 'private', people: '', retention: '24h', backup: false },
  invitations: [],
  stage: { status: 'pending' },
  ...changes,
});

it('starts files with a target, paused files, and files whose type only the server can detect', () => {
  expect(canStart(item({}))).toBe(true);
  expect(canStart(item({ stage: { status: 'paused', sent: 4 } }))).toBe(true);
  expect(canStart(item({ format: undefined, target: null }))).toBe(true);
  expect(canStart(item({ format: undefined, target: null, isUploaded: true }))).toBe(false);
  expect(canStart(item({ target: null }))).toBe(false);
  expect(canStart(item({ stage: { status: 'uploading', sent: 4 } }))).toBe(false);
});

it('resumes an upload only with the same file', () => {
  expect(isSameFile(item({}), { name: 'a.pdf', size: 10 })).toBe(true);
  expect(isSameFile(item({}), { name: 'a.pdf', size: 11 })).toBe(false);
  expect(isSameFile(item({}), { name: 'b.pdf', size: 10 })).toBe(false);
});

it('recognizes web addresses and their file names', () => {
  expect(webAddress(' https://example.com/a%20b.pdf ')).toBe('https://example.com/a%20b.pdf');
  expect(['javascript:alert(1)', 'file:///etc/passwd', 'a.pdf'].map(webAddress)).toEqual([undefined, undefined, undefined]);
  expect(['https://example.com/x/a%20b.pdf?c', 'https://example.com/', 'https://e.com/%E0%A4%A'].map(nameOfAddress)).toEqual([
    'a b.pdf',
    'example.com',
    '%E0%A4%A',
  ]);
});

it.each([
  ['a@example.com', ['a@example.com'], []],
  ['A@Example.com, b@example.com;a@example.com\nc@example.com ', ['a@example.com', 'b@example.com', 'c@example.com'], []],
  ['a@example.com nobody', ['a@example.com'], ['nobody']],
  [' , ', [], []],
])('finds the people in %j', (text, addresses, wrong) => {
  expect(addressesIn(text)).toEqual({ addresses, wrong });
});

it.each([
  ['a@example.com', undefined],
  ['', { words: 'peopleNeeded' }],
  [' , ', { words: 'peopleNeeded' }],
  ['a@example.com, nobody', { words: 'peopleWrong', part: 'nobody' }],
  [Array.from({ length: 20 }, (_, index) => `a${index}@example.com`).join(), undefined],
  [Array.from({ length: 21 }, (_, index) => `a${index}@example.com`).join(), { words: 'tooManyPeople' }],
])('accepts or refuses %j as an invitation', (people, fault) => {
  expect(inviteeFault(people)).toEqual(fault);
  expect(faultInSharing({ sharing: 'team', people })).toEqual(fault);
  expect(faultInSharing({ sharing: 'public', people })).toBeUndefined();
});

it('reports the progress of a paused upload', () => {
  const stages = [
    item({ stage: { status: 'uploading', sent: 4 } }),
    item({ stage: { status: 'fetching' } }),
    item({ stage: { status: 'ordering' }, isUploaded: true }),
    item({ stage: { status: 'pending' } }),
  ].map((one) => atRest(one).stage);
  expect(stages).toEqual([
    { status: 'paused', sent: 4 },
    { status: 'paused', sent: 0 },
    { status: 'paused', sent: 10 },
    { status: 'pending' },
  ]);
});

describe('the counts of a queue', () => {
  const job = (changes: Partial<JobView>): CloudItem['stage'] => ({ status: 'job', job: { job_id: 'j', ...changes } as JobView });

  it('tell what is uploading, converting, done and failed, with the sizes of results', () => {
    const items = [
      item({}),
      item({ stage: { status: 'waiting' } }),
      item({ stage: { status: 'uploading', sent: 1 } }),
      item({ stage: job({ status: 'queued' }) }),
      item({ stage: job({ status: 'completed', file_size: 4 }) }),
      item({ size: null, stage: job({ status: 'completed', file_size: 100 }) }),
      item({ stage: job({ status: 'error' }) }),
      item({ stage: { status: 'failed', fault: { code: 'unreachable' } } }),
    ];
    expect(queueCounts(items)).toEqual({ uploading: 2, converting: 1, done: 2, failed: 2, before: 10, after: 4 });
  });
});
