import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Converter, openConverter } from '../converter.ts';
import { type FileConversions, openFileConversions, type WatchOutcome } from './file-conversion.ts';
import { lockFolder } from './folder-lock.ts';
import { openJournal } from './journal.ts';
import { isIgnored, Settling } from './settling.ts';
import { seenFile, sourceFiles } from './source-files.ts';
import { watchFolder } from './watch-folder.ts';

const PNG = path.resolve(import.meta.dirname, '../../../tests/fixtures/images/png.png');

let root: string;
let folder: string;
let out: string;
let converter: Converter;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'bakkum-watch-')));
  converter = await openConverter({ native: { allowed: [], searchPath: '' }, maxWorkers: 2 });
});
afterAll(async () => {
  await converter.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'in-'));
  out = path.join(folder, 'converted');
  mkdirSync(out);
});

const never = new AbortController().signal;
const open = (signal = never): Promise<FileConversions> =>
  openFileConversions({ converter, folder, out, to: 'json', options: {}, signal });
const put = (name: string, content: string): void => writeFileSync(path.join(folder, name), content);
const convertNow = async (name: string): Promise<WatchOutcome | undefined> => {
  const conversions = await open();
  try {
    const file = await seenFile(folder, name);
    return file && (await conversions.convert(file));
  } finally {
    await conversions.close();
  }
};
const results = (): readonly string[] =>
  readdirSync(out)
    .filter((name) => !name.startsWith('.'))
    .toSorted();
const result = (name: string): unknown => JSON.parse(readFileSync(path.join(out, name), 'utf8'));

describe('Settling', () => {
  const file = (name: string, bytes: number, modifiedMs = 1) => ({ name, bytes, modifiedMs });

  test('returns a file once its size and time stay the same', () => {
    const settling = new Settling();
    expect(settling.look([file('a', 10)])).toEqual({ settled: [], isUnsettled: true });
    expect(settling.look([file('a', 20)])).toEqual({ settled: [], isUnsettled: true });
    expect(settling.look([file('a', 20, 2)])).toEqual({ settled: [], isUnsettled: true });
    expect(settling.look([file('a', 20, 2)])).toEqual({ settled: [file('a', 20, 2)], isUnsettled: false });
    expect(settling.look([file('a', 20, 2)])).toEqual({ settled: [], isUnsettled: false });
  });

  test('returns a file again when it has changed, or was deleted and came back', () => {
    const settling = new Settling();
    const settle = (bytes: number) => [settling.look([file('a', bytes)]), settling.look([file('a', bytes)])].at(-1)?.settled;
    expect(settle(10)).toHaveLength(1);
    expect(settle(20)).toHaveLength(1);
    settling.look([]);
    expect(settle(20)).toHaveLength(1);
  });

  test.each(['.hidden', '~$letter.docx', 'film.mp4.part', 'a.crdownload', 'b.TMP'])('ignores %s', (name) => {
    expect(isIgnored(name)).toBe(true);
  });
});

describe('a file', () => {
  test('is converted once, also after a restart', async () => {
    put('cities.csv', 'name\nSeoul\n');
    expect(await convertNow('cities.csv')).toEqual({ state: 'converted', source: 'cities.csv', outputs: ['cities.json'] });
    const { ino } = statSync(path.join(out, 'cities.json'));
    expect(await convertNow('cities.csv')).toBeUndefined();
    expect(statSync(path.join(out, 'cities.json')).ino).toBe(ino);
    expect(readdirSync(path.join(out, '.bakkum-watch/drafts'))).toEqual([]);
  });

  test('that changes replaces its result', async () => {
    put('cities.csv', 'name\nSeoul\n');
    await convertNow('cities.csv');
    put('cities.csv', 'name\nBusan\nDaegu\n');
    expect(await convertNow('cities.csv')).toMatchObject({ state: 'converted', outputs: ['cities.json'] });
    expect(result('cities.json')).toEqual([{ name: 'Busan' }, { name: 'Daegu' }]);
  });

  test('replaces its result after a version that could not be converted', async () => {
    put('cities.csv', 'name\nSeoul\n');
    await convertNow('cities.csv');
    copyFileSync(PNG, path.join(folder, 'cities.csv'));
    expect(await convertNow('cities.csv')).toMatchObject({ state: 'failed' });
    put('cities.csv', 'name\nBusan\n');
    expect(await convertNow('cities.csv')).toMatchObject({ state: 'converted', outputs: ['cities.json'] });
    expect(result('cities.json')).toEqual([{ name: 'Busan' }]);
  });

  test('is skipped if its result exists already', async () => {
    put('cities.csv', 'name\nSeoul\n');
    writeFileSync(path.join(out, 'cities.json'), 'precious');
    expect(await convertNow('cities.csv')).toEqual({ state: 'skipped', source: 'cities.csv' });
    expect(readFileSync(path.join(out, 'cities.json'), 'utf8')).toBe('precious');
  });

  test('with the same name as another file gets a separate result', async () => {
    put('cities.csv', 'name\nSeoul\n');
    put('cities.yaml', '- name: Busan\n');
    await convertNow('cities.csv');
    expect(await convertNow('cities.yaml')).toMatchObject({ outputs: ['cities.yaml.json'] });
    expect([result('cities.json'), result('cities.yaml.json')]).toEqual([[{ name: 'Seoul' }], [{ name: 'Busan' }]]);
  });

  test('that cannot be converted is reported in the log and the folder, until it is replaced', async () => {
    put('photo.csv', '');
    copyFileSync(PNG, path.join(folder, 'photo.csv'));
    expect(await convertNow('photo.csv')).toMatchObject({ state: 'failed', code: 'no-route' });
    expect(await convertNow('photo.csv')).toBeUndefined();
    expect(readFileSync(path.join(out, 'failed/photo.csv.txt'), 'utf8')).toContain('no-route: png to json');
    const log = readFileSync(path.join(out, 'failures.log'), 'utf8').trim().split('\n');
    expect(log.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ source: 'photo.csv', code: 'no-route' })]);
    put('photo.csv', 'name\nSeoul\n');
    expect(await convertNow('photo.csv')).toMatchObject({ state: 'converted' });
    expect(existsSync(path.join(out, 'failed/photo.csv.txt'))).toBe(false);
  });

  test('whose result name would be too long is reported as a failure, also at the next start', async () => {
    const name = `${'가'.repeat(83)}ab.csv`;
    put(name, 'name\nSeoul\n');
    expect(await convertNow(name)).toMatchObject({ state: 'failed', code: 'not-written' });
    // A folder may be writable again by then.
    expect(await convertNow(name)).toMatchObject({ state: 'failed', code: 'not-written' });
  });

  test('that changes while it is converted waits for its next version', async () => {
    put('cities.csv', 'name\nSeoul\n');
    const file = await seenFile(folder, 'cities.csv');
    utimesSync(path.join(folder, 'cities.csv'), 1, 1);
    const conversions = await open();
    expect(file && (await conversions.convert(file))).toBeUndefined();
    await conversions.close();
    expect(results()).toEqual([]);
  });
});

describe('after a process was killed', () => {
  const seen = { bytes: 11, modifiedMs: 1 };
  const drafts = (): string => path.join(out, '.bakkum-watch/drafts');
  const leave = async (replaces: boolean): Promise<void> => {
    mkdirSync(drafts(), { recursive: true });
    for (const draft of ['one', 'two', 'unannounced']) writeFileSync(path.join(drafts(), draft), `"${draft}"`);
    const journal = await openJournal(path.join(out, '.bakkum-watch/journal.jsonl'));
    const files = ['one', 'two'].map((draft) => ({ draft, name: `${draft}.json`, replaces }));
    await journal.add({ source: 'a.csv', ...seen, state: 'placing', files });
    await journal.close();
  };

  test('announced results are placed and unfinished ones deleted', async () => {
    await leave(false);
    // The first was placed, but its draft was not deleted yet.
    linkSync(path.join(drafts(), 'one'), path.join(out, 'one.json'));
    const conversions = await open();
    expect(await conversions.convert({ name: 'a.csv', ...seen })).toBeUndefined();
    await conversions.close();
    expect([results(), readdirSync(drafts())]).toEqual([['one.json', 'two.json'], []]);
  });

  test('a file that another program wrote meanwhile is kept, and not replaced later', async () => {
    await leave(false);
    writeFileSync(path.join(out, 'one.json'), '"precious"');
    await (await open()).close();
    expect([result('one.json'), result('two.json')]).toEqual(['precious', 'two']);
    const journal = await openJournal(path.join(out, '.bakkum-watch/journal.jsonl'));
    expect(journal.of('a.csv')).toMatchObject({ state: 'converted', outputs: ['two.json'] });
    await journal.close();
  });

  test('a new version still replaces the earlier result', async () => {
    await leave(true);
    writeFileSync(path.join(out, 'one.json'), '"earlier"');
    await (await open()).close();
    expect(result('one.json')).toBe('one');
  });

  test('a truncated line of the journal is ignored', async () => {
    const file = path.join(out, '.bakkum-watch/journal.jsonl');
    mkdirSync(path.dirname(file));
    writeFileSync(file, `${JSON.stringify({ source: 'a.csv', ...seen, state: 'skipped' })}\n{"source":"b.csv","by`);
    const journal = await openJournal(file);
    expect([...journal.entries()].map(({ source }) => source)).toEqual(['a.csv']);
    await journal.close();
  });
});

describe('what others left in a shared output folder', () => {
  const outside = (): string => path.join(root, 'outside');
  beforeEach(() => {
    rmSync(outside(), { recursive: true, force: true });
    mkdirSync(outside());
    writeFileSync(path.join(outside(), 'mine'), 'precious');
  });
  const mine = (): string => readFileSync(path.join(outside(), 'mine'), 'utf8');

  test('places no file outside it', async () => {
    const drafts = path.join(out, '.bakkum-watch/drafts');
    mkdirSync(drafts, { recursive: true });
    writeFileSync(path.join(drafts, 'one'), 'theirs');
    const placing = { source: 'a.csv', bytes: 1, modifiedMs: 1, state: 'placing' };
    const lines = [path.join(outside(), 'mine'), '../../outside/mine', '..'].map((name) =>
      JSON.stringify({ ...placing, files: [{ draft: 'one', name, replaces: true }] }),
    );
    writeFileSync(path.join(out, '.bakkum-watch/journal.jsonl'), `${lines.join('\n')}\n`);
    await (await open()).close();
    expect([mine(), readdirSync(outside())]).toEqual(['precious', ['mine']]);
  });

  test.each(['.bakkum-watch', '.bakkum-watch/drafts'])('is refused if %s is a link', async (linked) => {
    mkdirSync(path.dirname(path.join(out, linked)), { recursive: true });
    symlinkSync(outside(), path.join(out, linked));
    await expect(open()).rejects.toThrow('is a link');
    expect([mine(), readdirSync(outside())]).toEqual(['precious', ['mine']]);
  });

  test('is never written to through a link', async () => {
    mkdirSync(path.join(out, 'failed'), { recursive: true });
    mkdirSync(path.join(out, '.bakkum-watch'));
    const links = ['failed/photo.csv.txt', 'failures.log', '.bakkum-watch/journal.jsonl.new'];
    for (const link of links) symlinkSync(path.join(outside(), 'mine'), path.join(out, link));
    copyFileSync(PNG, path.join(folder, 'photo.csv'));
    await expect(convertNow('photo.csv')).rejects.toThrow('ELOOP');
    expect(mine()).toBe('precious');
    rmSync(path.join(out, 'failures.log'));
    rmSync(path.join(out, 'failed'), { recursive: true });
    symlinkSync(outside(), path.join(out, 'failed'));
    copyFileSync(PNG, path.join(folder, 'other.csv'));
    await expect(convertNow('other.csv')).rejects.toThrow('is a link');
    expect(readdirSync(outside())).toEqual(['mine']);
  });
});

test('a folder is locked by one process', async () => {
  const unlock = await lockFolder(out);
  expect(unlock).toBeTypeOf('function');
  expect(await lockFolder(out)).toBeUndefined();
  await unlock?.();
  const again = await lockFolder(out);
  expect(again).toBeTypeOf('function');
  await again?.();
});

test('links, folders and hidden files are not sources', async () => {
  put('.hidden.csv', 'a');
  put('real.csv', 'a');
  symlinkSync(path.join(folder, 'real.csv'), path.join(folder, 'link.csv'));
  expect((await sourceFiles(folder)).map(({ name }) => name)).toEqual(['real.csv']);
});

describe.each([
  ['reported changes', undefined],
  ['looks in an interval', 50],
])('a watched folder with %s', (_, pollMs) => {
  test('converts existing and new files until it is stopped', async () => {
    put('first.csv', 'name\nSeoul\n');
    const stop = new AbortController();
    const conversions = await open(stop.signal);
    const outcomes: WatchOutcome[] = [];
    const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const watched = watchFolder({
      folder,
      conversions,
      concurrency: 2,
      signal: stop.signal,
      onNotice: (text) => expect.unreachable(text),
      onOutcome: (outcome) => {
        outcomes.push(outcome);
        arrived[outcomes.length - 1]?.resolve();
      },
      ...(pollMs !== undefined && { pollMs }),
    });
    await arrived[0]?.promise;
    put('second.csv', 'name\nBusan\n');
    await arrived[1]?.promise;
    stop.abort();
    await watched;
    await conversions.close();
    expect(outcomes.map(({ source, state }) => [source, state])).toEqual([
      ['first.csv', 'converted'],
      ['second.csv', 'converted'],
    ]);
    expect(results()).toEqual(['first.json', 'second.json']);
  });

  test('that disappears ends the watch', async () => {
    const conversions = await open();
    const watched = watchFolder({
      folder,
      conversions,
      concurrency: 1,
      signal: never,
      onNotice: () => undefined,
      onOutcome: () => undefined,
      ...(pollMs !== undefined && { pollMs }),
    }).catch((error: NodeJS.ErrnoException) => error.code);
    rmSync(folder, { recursive: true });
    expect(await watched).toBe('ENOENT');
    await conversions.close();
  });
});
