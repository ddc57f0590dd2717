import { FILES, treeOf } from '@bakkum/archive-tree/tree';
import { collect } from '@bakkum/bytes/streams';
import { bytesOf } from '@bakkum/conversion/engine';
import { readMail } from '@bakkum/document-input/mail/mime';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it, vi } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';
import { readMailbox } from './pst.ts';
import { decodeBlock } from './pst-encoding.ts';
import { PstStore } from './pst-store.ts';

async function converted(input: Blob, from: string, to: string) {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from, to });
  return { content: outputs[0].content, warnings: warnings.map(({ code }) => code) };
}

async function files(input: Blob): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const { content } = await converted(input, 'pst', FILES);
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const entry of treeOf(content).entries) if (entry.kind === 'file') found.set(entry.path, await collect(entry.open()));
  return found;
}

const text = async (input: Blob, from: string, to: string): Promise<string> =>
  new TextDecoder().decode(await bytesOf((await converted(input, from, to)).content));

const mailbox = (name: string): Promise<Blob> => fixture(`mail/${name}.pst`);

describe('an Outlook mailbox', () => {
  it.each([
    ['of 64 bits, plain', 'pst/unencoded'],
    ['of 64 bits, permuted', 'outlook'],
    ['of 64 bits, with the cyclic cipher', 'pst/cyclic-cipher'],
    ['of 32 bits in a code page', 'pst/cp949-32-bit'],
  ])('%s', async (_, name) => {
    const found = await files(await mailbox(name));
    expect([...found.keys()]).toEqual(['받은 편지함/0001 Re_ 회의 자료.eml', '받은 편지함/0002 From here.eml']);
    const [first, second] = [...found.values()].map((bytes) => readMail(bytes));
    expect(first).toMatchObject({
      subject: 'Re: 회의 자료',
      from: '김다람 <daram@example.com>',
      to: '박, 나무 <namu@example.com>, 이도토리 <dotori@example.com>',
      text: '안녕하세요.\n자료를 보냅니다.\n',
      date: new Date('2020-02-03T04:05:06Z'),
    });
    expect(first?.attachments.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)])).toEqual([
      ['회의 자료.txt', 'words\n'],
    ]);
    expect(second?.text).toBe('x'.repeat(5000));
  });

  it('is read as a page, as text and as another mailbox', async () => {
    const file = await mailbox('outlook');
    expect(await text(file, 'pst', 'html')).toContain('<h1>Re: 회의 자료</h1>');
    expect(await text(file, 'pst', 'txt')).toContain('Subject: From here\nFrom: tree@example.com\n');
    const box = await text(file, 'pst', 'mbox');
    expect(box.match(/^From /gm)).toHaveLength(2);
    expect(await text(new Blob([box]), 'mbox', 'txt')).toContain('자료를 보냅니다.');
  });

  it('has a cipher that is its own inverse', () => {
    const bytes = Uint8Array.from({ length: 600 }, (_, index) => index * 7);
    expect(decodeBlock(decodeBlock(bytes, 2, 0x12_34_56), 2, 0x12_34_56)).toEqual(bytes);
  });
});

describe('a damaged or hostile mailbox', () => {
  it('skips an unreadable email with a warning', async () => {
    const { warnings } = await converted(await mailbox('pst/broken-mail'), 'pst', 'html');
    expect(warnings).toContain('damaged-source');
  });

  it('does not report running out of memory as damage', async () => {
    const bytes = await bytesOf(await mailbox('outlook'));
    const innerNodes = vi.spyOn(PstStore.prototype, 'innerNodes').mockImplementationOnce(() => {
      throw new RangeError('Array buffer allocation failed');
    });
    expect(() => readMailbox(bytes)).toThrow(RangeError);
    innerNodes.mockRestore();
    expect(readMailbox(bytes)).toMatchObject({ unreadable: 0 });
  });

  it.each([
    ['a page that refers to itself', 'pst/page-loop'],
    ['a block list that contains itself', 'pst/list-loop'],
  ])('%s', async (_, name) => {
    const outcome = converted(await mailbox(name), 'pst', 'txt');
    await expect(outcome).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('is refused if truncated, without emails, or with another page size', async () => {
    const whole = await mailbox('outlook');
    await expect(converted(whole.slice(0, 2000), 'pst', 'txt')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(converted(await mailbox('pst/no-mail'), 'pst', 'txt')).rejects.toMatchObject({ code: 'corrupt' });
    const bytes = new Uint8Array(await whole.arrayBuffer());
    bytes[10] = 36;
    await expect(converted(new Blob([bytes]), 'pst', 'txt')).rejects.toMatchObject({ code: 'unsupported-feature' });
  });
});

describe('a written internet email', () => {
  it('reads the same as the Outlook original', async () => {
    const file = await fixture('mail/outlook.msg');
    const eml = await text(file, 'msg', 'eml');
    expect(eml).toMatch(/^[\x00-\x7f]*$/);
    expect(eml.split('\r\n').every((line) => line.length <= 998)).toBe(true);
    expect(await text(new Blob([eml]), 'eml', 'txt')).toBe(await text(file, 'msg', 'txt'));
  });

  it('is stored in a mailbox unchanged', async () => {
    const file = await fixture('mail/korean.eml');
    const box = await text(file, 'eml', 'mbox');
    expect(await text(new Blob([box]), 'mbox', 'txt')).toBe(await text(file, 'eml', 'txt'));
  });
});
