import { bytesOf, type ConvertResult } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { readComponents } from './content-lines.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const convert = (input: Blob | string, from: string, to: string): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input: new Blob([input]), from, to });
const bytesFrom = async (input: Blob | string, from: string, to: string): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf((await convert(input, from, to)).outputs[0].content);
const textFrom = async (input: Blob | string, from: string, to: string): Promise<string> =>
  new TextDecoder().decode(await bytesFrom(input, from, to));
const made = (name: string): Promise<Blob> => fixture(`calendar-contacts/${name}`);

const codeOf = (converted: Promise<unknown>): Promise<unknown> =>
  converted.then(
    () => 'a result',
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );

describe('calendar and contact files as JSON', () => {
  it.each([
    ['ics.ics', 'ics'],
    ['contacts.vcf', 'vcf'],
  ])('keep everything in a round trip: %s', async (name, format) => {
    const file = await made(name);
    const back = await bytesFrom(await textFrom(file, format, 'json'), 'json', format);
    expect(readComponents(back)).toEqual(readComponents(await bytesOf(file)));
    expect(await textFrom(file, format, 'json')).toContain(format === 'ics' ? '"주간 회의, 첫째"' : '"이영희"');
    expect((await convert(file, format, 'json')).warnings).toEqual([]);
  });

  it('fold lines between characters at 75 octets', async () => {
    const text = await textFrom(await textFrom(await made('contacts.vcf'), 'vcf', 'json'), 'json', 'vcf');
    expect(text.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
    expect(text).toContain('NICKNAME:Janie,JD\r\n');
    expect(text).toContain('FN:Dr. Jane Q. Doe\\, PhD\r\n');
    expect(text).toContain('item1.X-ABLABEL:Homepage\r\n');
  });

  it('are refused if the JSON holds something else', async () => {
    expect(await codeOf(convert('{"a":1}', 'json', 'ics'))).toBe('unsupported-feature');
    expect(await codeOf(convert('{"a":', 'json', 'ics'))).toBe('corrupt');
    expect(await codeOf(convert('[{"type":"VCARD","properties":[]}]', 'json', 'ics'))).toBe('unsupported-feature');
    const smuggled = '[{"type":"VCARD","properties":[{"name":"A:B\\r\\nEND","value":"x"}]}]';
    expect(await codeOf(convert(smuggled, 'json', 'vcf'))).toBe('corrupt');
  });
});

describe('contacts of old Korean phones', () => {
  it('are decoded from quoted-printable and from raw bytes', async () => {
    const csv = await textFrom(await made('phone.vcf'), 'vcf', 'csv');
    const [header, first, second] = csv.split('\r\n');
    expect(header).toContain('Name,Last Name,First Name');
    expect(first).toContain('홍길동,홍,길동');
    expect(first).toContain('똠방각하 샾 둘째 줄');
    expect(first).toContain('cell voice,010-1234-5678,home,02-123-4567');
    expect(second).toContain('김철수,김,철수');
    expect(second).toContain('바꿈,개발팀');
    expect(second).toContain(';;세종대로 110;서울;;04524;대한민국');
  });

  it('become version 3.0 cards in UTF-8 with photos', async () => {
    const vcf = await textFrom(await made('phone.vcf'), 'vcf', 'vcf');
    expect(vcf).toContain('VERSION:3.0\r\nN:홍;길동\r\nFN:홍길동\r\nTEL;TYPE=CELL,VOICE:010-1234-5678\r\n');
    expect(vcf).toContain('PHOTO;TYPE=JPEG;ENCODING=b:/9j/4AAQSkZJRg==\r\n');
    expect(vcf).not.toMatch(/QUOTED|CHARSET/);
  });
});

describe('calendar and contact tables', () => {
  it('keep the fields of contacts in a round trip', async () => {
    const csv = await textFrom(await made('contacts.vcf'), 'vcf', 'csv');
    const vcf = await textFrom(csv, 'csv', 'vcf');
    for (const line of [
      'N:Doe;Jane;Q.;Dr.;PhD',
      'FN:Dr. Jane Q. Doe\\, PhD',
      'ORG:Example\\, Inc.;Research',
      'EMAIL;TYPE=INTERNET,WORK:jane@example.com',
      'EMAIL;TYPE=HOME:jd@example.org',
      'TEL;TYPE=CELL:+1-555-0100',
      'ADR;TYPE=WORK:;;1 Main St.;Springfield;IL;62701;USA',
      'BDAY:1985-04-12',
      'NICKNAME:Janie,JD',
      'CATEGORIES:friends,work',
      'FN:이영희',
    ])
      expect(vcf).toContain(`\r\n${line}\r\n`);
    expect(vcf.replaceAll('\r\n ', '')).toContain('NOTE:First line\\nsecond\\; line with a comma\\, and a long tail');
    expect((await convert(await made('contacts.vcf'), 'vcf', 'csv')).warnings).toEqual([{ code: 'metadata-dropped' }]);
  });

  it('are read from Korean address books', async () => {
    const vcf = await textFrom('이름,휴대폰,이메일,회사,메모\n홍길동,010-1,a@b.kr,바꿈,"가,나"\n', 'csv', 'vcf');
    expect(vcf).toContain('FN:홍길동\r\nN:홍길동;;;;\r\nORG:바꿈\r\nNOTE:가\\,나\r\nTEL;TYPE=CELL:010-1\r\nEMAIL:a@b.kr\r\n');
  });

  it('keep the fields of events in a round trip', async () => {
    const csv = await textFrom(await made('ics.ics'), 'ics', 'csv');
    expect(csv).toContain(
      '"주간 회의, 첫째",2026-11-21,09:00,2026-11-21,10:30,False,"안건 1\n안건 2; 끝",서울시 중구,"업무, 회의",CONFIRMED',
    );
    expect(csv).toContain('휴가,2026-12-24,,2026-12-26,,True');
    expect(csv).toContain('Call,2026-11-30,23:30,2026-12-01,00:30,False');
    const ics = await textFrom(csv, 'csv', 'ics');
    for (const line of [
      'DTSTART;TZID=Asia/Seoul:20261121T090000',
      'DTEND;TZID=Asia/Seoul:20261121T103000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,SA;COUNT=10',
      'CATEGORIES:업무,회의',
      'ORGANIZER:mailto:hong@example.com',
      'DTSTART;VALUE=DATE:20261224',
      'DTEND;VALUE=DATE:20261227',
      'DTSTART:20261130T233000Z',
      'UID:meeting-1',
    ])
      expect(ics).toContain(`\r\n${line}\r\n`);
  });

  it('are read from Outlook and Google events', async () => {
    const ics = await textFrom(await made('events.csv'), 'csv', 'ics');
    expect(ics).toContain(
      'DTSTART:20261121T113000\r\nDTEND:20261121T130000\r\nSUMMARY:Lunch\\, long\r\nDESCRIPTION:two\\nlines\r\n',
    );
    expect(ics).toContain('DTSTART;VALUE=DATE:20261224\r\nDTEND;VALUE=DATE:20261227\r\n');
    expect(await textFrom('제목,시작 날짜,시작 시간\n회의,2026-11-21,오후 3:05\n', 'csv', 'ics')).toContain(
      'DTSTART:20261121T150500',
    );
  });

  it('are refused if the columns do not match', async () => {
    expect(await codeOf(convert('a,b\n1,2\n', 'csv', 'ics'))).toBe('unsupported-feature');
    expect(await codeOf(convert('a,b\n1,2\n', 'csv', 'vcf'))).toBe('unsupported-feature');
    expect(await codeOf(convert('Subject,Start Date\nx,tomorrow\n', 'csv', 'ics'))).toBe('corrupt');
  });
});

describe('damaged calendar and contact files', () => {
  it.each(['ics.ics', 'contacts.vcf', 'phone.vcf'])('are corrupt if truncated: %s', async (name) => {
    const file = await made(name);
    expect(await codeOf(convert(file.slice(0, file.size - 20), name.slice(-3), 'json'))).toBe('corrupt');
  });

  it('are corrupt if empty or nested without end', async () => {
    expect(await codeOf(convert('BEGIN:VEVENT\n'.repeat(10_000), 'ics', 'json'))).toBe('corrupt');
    expect(await codeOf(convert('', 'ics', 'json'))).toBe('empty');
  });
});
