import { FILES, treeOf } from '@bakkum/archive-tree/tree';
import { collect } from '@bakkum/bytes/streams';
import { bytesOf } from '@bakkum/conversion/engine';
import { DATA, dataOf } from '@bakkum/data-tree/tree';
import { isList, isTable, type Value, wordsOf } from '@bakkum/data-tree/value';
import { decodeHeader, parametersOf } from '@bakkum/document-input/mail/header-text';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { mailsIn } from './mailbox.ts';
import { manifest } from './manifest.ts';

async function converted(input: Blob, from: string, to: string) {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from, to });
  return { content: outputs[0].content, warnings: warnings.map(({ code }) => code) };
}

async function text(input: Blob, from: string, to: string): Promise<string> {
  return new TextDecoder().decode(await bytesOf((await converted(input, from, to)).content));
}

async function files(input: Blob, from: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const { content } = await converted(input, from, FILES);
  const found = new Map<string, Uint8Array>();
  for (const entry of treeOf(content).entries) if (entry.kind === 'file') found.set(entry.path, await collect(entry.open()));
  return found;
}

function fields(value: Value): Readonly<Record<string, string>> {
  return isTable(value)
    ? Object.fromEntries([...value].map(([key, each]) => [key, isList(each) || isTable(each) ? '' : wordsOf(each)]))
    : {};
}

const mail = (name: string): Promise<Blob> => fixture(`mail/${name}`);

describe('Korean mail', () => {
  it('has long subjects, quoted names and file names decoded', async () => {
    const value = dataOf((await converted(await mail('korean.eml'), 'eml', DATA)).content);
    expect(fields(value)).toEqual({
      date: '2020-02-03T04:05:06Z',
      from: '김다람 <daram@example.com>',
      to: '박, 나무 <namu@example.com>, tree@example.com',
      cc: 'hong@example.com',
      subject: '회의 자료 보냅니다 — 다람쥐와 함께하는 아주 긴 제목의 메일 😀',
      text: '안녕하세요.\n\n회의 자료를 보냅니다.\n고맙습니다.\n',
      attachments: expect.stringContaining('회의 자료 (최종).txt') as string,
    });
  });

  it.each([
    ['euc-kr.eml', '똠방각하의 안부', '홍길동 <hong@example.com>', '펲시콜라를 마셨습니다.'],
    ['iso-2022-kr.eml', '거북선', '이순신 <lee@example.com>', '바다를 지킵니다.'],
  ])('%s', async (name, subject, from, body) => {
    const plain = await text(await mail(name), 'eml', 'txt');
    expect(plain).toContain(`Subject: ${subject}\nFrom: ${from}\n`);
    expect(plain).toContain(body);
  });

  it('has characters split across encoded words and split file names joined', () => {
    expect(decodeHeader('=?utf-8?B?64uk654=?= =?utf-8?B?jOylkA==?= x')).toBe('다람쥐 x');
    expect(decodeHeader('=?EUC-KR?Q?=B4=D9=B6?=\r\n =?EUC-KR?Q?=F7=C1=E3?=')).toBe('다람쥐');
    expect(
      parametersOf("attachment; filename*0*=UTF-8''%EB%8B%A4; filename*1*=%EB%9E%8C; filename*2=.txt").parameters.get('filename'),
    ).toBe('다람.txt');
    expect(parametersOf('text/plain; name="a;b \\"c\\".txt"').parameters.get('name')).toBe('a;b "c".txt');
  });
});

describe('the page of an email', () => {
  it('contains its own images, but no scripts or external content', async () => {
    const { content, warnings } = await converted(await mail('korean.eml'), 'eml', 'html');
    const page = new TextDecoder().decode(await bytesOf(content));
    expect(page).toContain('<b>회의 자료</b>');
    expect(page).toContain('src="data:image/png;base64,iVBOR');
    expect(page).toContain('href="https://example.com/"');
    expect(page).not.toMatch(/tracker\.example|alert|onclick|javascript:/);
    expect(warnings).toEqual(['pictures-dropped', 'attachments-dropped']);
  });
});

describe('the files of an email', () => {
  it('are its attachments, byte for byte', async () => {
    const found = await files(await mail('korean.eml'), 'eml');
    expect([...found.keys()].slice(0, 2)).toEqual(['message.html', 'message.txt']);
    expect(found.get('data.bin')).toEqual(Uint8Array.from({ length: 256 }, (_, index) => index));
    expect(new TextDecoder().decode(found.get('회의 자료 (최종).txt'))).toBe('가나다\n');
  });

  it('are read from Outlook: text in two code pages, recipients, images, a nested email', async () => {
    const outlook = await mail('outlook.msg');
    expect(fields(dataOf((await converted(outlook, 'msg', DATA)).content))).toMatchObject({
      date: '2020-02-03T04:05:06Z',
      from: '김다람 <daram@example.com>',
      to: '박나무 <namu@example.com>',
      cc: '홍길동 <hong@example.com>',
      subject: '아웃룩에서 보낸 편지',
      attachments: '그림.png, 큰 파일.bin, 안에 든 편지.html',
    });
    expect(await text(outlook, 'msg', 'html')).toContain('<p>안녕하세요.</p><img src="data:image/png;base64,');
    const found = await files(outlook, 'msg');
    expect(found.get('큰 파일.bin')).toHaveLength(5120);
    expect(new TextDecoder().decode(found.get('안에 든 편지.html'))).toContain('안쪽 글');
  });

  it('are read from a mailbox: every email unchanged, and a list of them', async () => {
    const box = await mail('mails.mbox');
    const found = await files(box, 'mbox');
    expect([...found.keys()]).toEqual(['0001 0번째 편지.eml', '0002 1번째 편지.eml', '0003 2번째 편지.eml']);
    const list = dataOf((await converted(box, 'mbox', DATA)).content);
    const rows = isList(list) ? list.map(fields) : [];
    expect(rows.map(({ text: words }) => words)).toEqual([0, 1, 2].map((index) => `From here on, letter ${index}.\n다람쥐\n`));
  });
});

describe('a written mailbox', () => {
  it('holds one email with lines of any kind', async () => {
    const plain = 'Subject: a\nFrom: b@example.com\n\nHello.\n\nFrom the beginning.\n>From of old.\n\n> From: c\n';
    const { content } = await converted(new Blob([plain]), 'eml', 'mbox');
    const box = await bytesOf(content);
    expect(mailsIn(new Uint8Array(box)).map((each) => new TextDecoder().decode(each))).toEqual([plain]);
  });
});

describe('malicious emails', () => {
  it.each([
    ['nothing', '', 'eml', 'empty'],
    ['no mail', 'just words\n\nand more', 'eml', 'corrupt'],
    ['no mailbox', 'just words', 'mbox', 'corrupt'],
    ['not a compound file', 'x'.repeat(4096), 'msg', 'corrupt'],
    ['nested parts', nested(200), 'eml', 'too-large'],
    ['a hundred thousand parts', `${HEAD('x')}${'--x\n\na\n'.repeat(100_000)}--x--\n`, 'eml', 'too-large'],
    [
      'a header of a megabyte of quotes',
      `Subject: a\nContent-Type: text/plain; name=${'"a;'.repeat(300_000)}\n\nx`,
      'eml',
      'a result',
    ],
    ['a page nested deeply', `Subject: a\nContent-Type: text/html\n\n${'<div>'.repeat(50_000)}`, 'eml', 'too-large'],
  ])('%s', async (_, content, from, code) => {
    const outcome = await converted(new Blob([content]), from, 'html').then(
      () => 'a result',
      (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
    );
    expect(outcome).toBe(code);
  });

  it('reads a truncated email up to the cut, with a warning', async () => {
    const whole = await mail('korean.eml');
    expect((await converted(whole.slice(0, whole.size / 2), 'eml', 'html')).warnings).toContain('damaged-source');
  });

  it('refuses a compound file with cyclic chains', async () => {
    const bytes = await bytesOf(await mail('outlook.msg'));
    for (let at = 0; at < bytes.length; at += 101) {
      const changed = bytes.slice();
      changed.fill(0, at, at + 4);
      const outcome = await converted(new Blob([changed]), 'msg', 'html').then(
        () => 'a result',
        (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? String(thrown.code) : thrown),
      );
      expect(['a result', 'corrupt', 'unsupported-feature', 'too-large']).toContain(outcome);
    }
  });
});

function HEAD(boundary: string): string {
  return `Subject: a\nContent-Type: multipart/mixed; boundary=${boundary}\n\n`;
}

function nested(depth: number): string {
  return Array.from(
    { length: depth },
    (_, level) => `${level === 0 ? 'Subject: a\n' : `--b${level - 1}\n`}Content-Type: multipart/mixed; boundary=b${level}\n\n`,
  ).join('');
}

describe('a page saved as MHTML', () => {
  const page = () => fixture('web-pages/chrome.mhtml');

  it('contains its images by address, and no mail headers', async () => {
    const { content, warnings } = await converted(await page(), 'mhtml', 'html');
    const html = new TextDecoder().decode(await bytesOf(content));
    expect(html).toContain('<title>다람쥐</title>');
    expect(html).toContain('src="data:image/png;base64,iVBOR');
    expect(html).not.toMatch(/alert|elsewhere|Saved by/);
    expect(warnings).toEqual(['pictures-dropped']);
  });

  it('is split into its files', async () => {
    expect([...(await files(await page(), 'mhtml')).keys()]).toEqual(['index.html', 'a.png']);
    expect(await text(await page(), 'mhtml', 'txt')).toBe('다람쥐\n\n도토리 모으기\nlink\n');
  });
});
