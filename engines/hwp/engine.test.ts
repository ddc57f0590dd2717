import type { OptionValues } from '@bakkum/conversion/options';
import { readHwpx } from '@bakkum/document-hwpx/read';
import { writeTextLines } from '@bakkum/document-model/text-lines';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { HwpDocument } from '@rhwp/core';
import { strFromU8, strToU8, unzipSync, unzlibSync, zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

type Job = { readonly from?: 'hwp' | 'hwpx' | 'hml'; readonly to: string; readonly options?: OptionValues };

async function convert(input: string | Blob, { from = 'hwpx', to, options = {} }: Job) {
  const file = typeof input === 'string' ? await fixture(`documents/${input}`) : input;
  return convertWith({ engine, manifest }, { input: file, from, to, options });
}

async function bytesFrom(input: string | Blob, job: Job): Promise<Uint8Array<ArrayBuffer>> {
  const { content } = (await convert(input, job)).outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('not a file');
  return new Uint8Array(await content.arrayBuffer());
}

const textOf = async (input: string | Blob, job: Job): Promise<string> => strFromU8(await bytesFrom(input, job));

const REPORT = [
  '2026년 상반기 보고서',
  '이 문서는 굵은 글자와 기울인 글자, 붉은 글자, 밑줄을 담고 있습니다. It mixes English words with 한글 and 漢字 ①②③.',
  '1. 요약',
  '1. 첫째 항목',
  '2. 둘째 항목',
  '  ◦ 안쪽 항목',
  '표 1. 분기별 매출',
  '구분\t1분기\t2분기',
  '매출\t1,200\t1,350',
  '\t합계 2,550',
  '자세한 내용은 누리집을 보십시오[1].',
];

/** Text of a PDF according to the maps of its fonts: each two-byte code is a character. */
function lettersIn(pdf: Uint8Array<ArrayBuffer>): Set<string> {
  const latin = new TextDecoder('latin1').decode(pdf);
  const letters = new Set<string>();
  for (const { index, 0: head, 1: length } of latin.matchAll(/\/FlateDecode \/Length (\d+) >>\nstream\n/g)) {
    const start = index + head.length;
    const content = new TextDecoder('latin1').decode(unzlibSync(pdf.subarray(start, start + Number(length))));
    if (!content.includes('beginbfchar')) continue;
    for (const [, hex = ''] of content.matchAll(/^<[0-9A-F]{4}> <([0-9A-F]+)>$/gm))
      letters.add(String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return letters;
}

describe('Hangul documents', () => {
  it.each(['hwp', 'hwpx'] as const)('in %s are read as text, line by line', async (from) => {
    const text = await textOf(`${from}.${from}`, { from, to: 'txt' });
    expect(text.split('\n').slice(0, REPORT.length)).toEqual(REPORT);
    expect(text).toContain('[1] 각주에 적은 설명입니다.');
  });

  it('in single-file XML are read', async () => {
    expect(await textOf('hml.hml', { from: 'hml', to: 'txt' })).toBe(
      '공문서 예시\n한 개의 XML 파일로 된 한글 문서입니다. It holds English too.\n합친 칸\n왼쪽\t오른쪽\n',
    );
  });

  it.each(['hwp', 'hwpx'] as const)('in %s become Word documents with tables, images and notes', async (from) => {
    const parts = unzipSync(await bytesFrom(`${from}.${from}`, { from, to: 'docx' }));
    const body = strFromU8(parts['word/document.xml'] ?? new Uint8Array());
    for (const part of ['상반기', 'w:tbl', 'w:vMerge', 'w:gridSpan', 'w:drawing', 'w:footnoteReference', 'w:numPr'])
      expect(body).toContain(part);
    expect(strFromU8(parts['word/footnotes.xml'] ?? new Uint8Array())).toContain('각주에 적은 설명입니다.');
  });

  it('become web pages and Markdown', async () => {
    const html = await textOf('hwp.hwp', { from: 'hwp', to: 'html' });
    for (const part of ['<h1', 'colspan="2"', 'rowspan="2"', 'data:image/png;base64,', 'https://example.org/'])
      expect(html).toContain(part);
    expect(await textOf('hwp.hwp', { from: 'hwp', to: 'md' })).toContain('**굵은 글자**');
  });

  it.each(['hwp', 'hwpx', 'hml'] as const)('in %s become PDF pages with real text', async (from) => {
    const { outputs, warnings } = await convert(`${from}.${from}`, { from, to: 'pdf' });
    const { content } = outputs[0];
    const pdf = new Uint8Array(content instanceof Blob ? await content.arrayBuffer() : new ArrayBuffer(0));
    const letters = lettersIn(pdf);
    const words = from === 'hml' ? '공문서예시합친칸' : '년상반기보고서漢字①②③누리집';
    expect([...words].filter((letter) => !letters.has(letter))).toEqual([]);
    expect(new TextDecoder('latin1').decode(pdf)).toContain('/Count 1');
    expect(warnings).toEqual([{ code: 'fonts-substituted' }]);
  });

  it.each(['hwp', 'hwpx'] as const)('in %s become PDF with their title, language and links', async (from) => {
    const pdf = new TextDecoder('latin1').decode(await bytesFrom(`${from}.${from}`, { from, to: 'pdf' }));
    expect(pdf).toContain('/Lang <FEFF006B006F002D004B0052>');
    expect(pdf).toContain(`/URI <${Buffer.from('https://example.org/').toString('hex').toUpperCase()}>`);
    expect(pdf.includes('/Title <FEFF0032003000320036B144')).toBe(from === 'hwpx');
  });

  it.each(['hwp', 'hwpx'] as const)('in %s become PDF tagged with headings, paragraphs and cells', async (from) => {
    const pdf = new TextDecoder('latin1').decode(await bytesFrom(`${from}.${from}`, { from, to: 'pdf' }));
    expect(pdf).toContain('/MarkInfo << /Marked true >>');
    const count = (type: string): number => pdf.split(`/StructElem /S /${type} `).length - 1;
    expect(['H1', 'H2', 'Table', 'TR', 'TD'].map(count)).toEqual([1, 1, 1, 3, 7]);
  });

  it('become one drawing per page', async () => {
    const { outputs } = await convert('hwp.hwp', { from: 'hwp', to: 'svg' });
    expect(outputs).toHaveLength(1);
    expect(await textOf('hwp.hwp', { from: 'hwp', to: 'svg' })).toMatch(/^<svg /);
  });

  it('are converted to each other with their text', async () => {
    const saved = await bytesFrom('hwp.hwp', { from: 'hwp', to: 'hwpx' });
    const lines = (await writeTextLines(readHwpx(saved).document).text()).split('\n');
    expect(lines.slice(0, REPORT.length)).toEqual(REPORT);
    const back = new Blob([await bytesFrom(new Blob([saved]), { to: 'hwp' })]);
    expect((await textOf(back, { from: 'hwp', to: 'txt' })).split('\n').slice(0, REPORT.length)).toEqual(REPORT);
  });
});

/** The fixture with changes to the text of its parts. */
async function changed(change: (xml: string) => string): Promise<Blob> {
  const parts = unzipSync(new Uint8Array(await (await fixture('documents/hwpx.hwpx')).arrayBuffer()));
  const entries = Object.entries(parts).map(([path, bytes]): [string, Uint8Array] => [
    path,
    path.endsWith('.xml') ? strToU8(change(strFromU8(bytes))) : bytes,
  ]);
  return new Blob([new Uint8Array(zipSync(Object.fromEntries(entries)))]);
}

const STORED = 0;
const DEFLATED = 8;

/** Compression methods by path. */
function methodsIn(file: Uint8Array): Readonly<Record<string, number>> {
  const methods: Record<string, number> = {};
  unzipSync(file, {
    filter: ({ name, compression }) => {
      methods[name] = compression;
      return false;
    },
  });
  return methods;
}

const largestIn = (svg: string): number =>
  Math.max(...[...svg.matchAll(/<text[^>]*font-size="([\d.]+)"/g)].map(([, size]) => Number(size)));

describe('what the program reads differently', () => {
  const relative = (xml: string): string => xml.replaceAll(/<hh:relSz[^>]*>/g, (tag) => tag.replaceAll('100', '50'));

  it.each(['hwpx', 'hwp'] as const)('draws relative sizes of letters in %s', async (from) => {
    const usual = largestIn(await textOf('hwpx.hwpx', { to: 'svg' }));
    const half = await changed(relative);
    const input = from === 'hwpx' ? half : new Blob([await bytesFrom(half, { to: 'hwp' })]);
    expect(largestIn(await textOf(input, { from, to: 'svg' }))).toBeCloseTo(usual / 2);
  });

  it.each(['hwpx', 'hwp'] as const)('draws letters of unknown typefaces in widths of similar ones in %s', async (from) => {
    const renamed = await changed((xml) => xml.replace(/(<hh:fontface lang="LATIN".*?face=")[^"]*/s, '$1Some &amp; Grotesk'));
    const input = from === 'hwpx' ? renamed : new Blob([await bytesFrom(renamed, { to: 'hwp' })]);
    const svg = await textOf(input, { from, to: 'svg' });
    const widths = ['i', 'm'].map((letter) => Number(new RegExp(`textLength="([\\d.]+)"[^>]*>${letter}<`).exec(svg)?.[1]));
    expect(widths[1]).toBeGreaterThan((widths[0] ?? 0) * 2);
    expect(svg).toContain('font-family="&apos;Arial&apos;');
  });

  it('draws pages if letters cannot be measured', async () => {
    const measure = vi.spyOn(HwpDocument.prototype, 'setAnnotateMetricFont').mockImplementation(() => {
      throw new WebAssembly.RuntimeError('unreachable');
    });
    const renamed = await changed((xml) => xml.replace(/(<hh:fontface lang="LATIN".*?face=")[^"]*/s, '$1Unmeasured Grotesk'));
    expect(await textOf(renamed, { to: 'svg' })).toMatch(/^<svg /);
    expect(measure).toHaveBeenCalledOnce();
    measure.mockRestore();
  });

  it('draws colors of Hancom Office 2018', async () => {
    const red = await textOf('hwpx.hwpx', { to: 'svg' });
    expect(red).toContain('fill="#c00000"');
    const version = (xml: string): string =>
      xml.replace('xmlVersion="1.4"', 'xmlVersion="1.2"').replace('appVersion="1.0"', 'appVersion="10, 0, 0, 1"');
    expect(await textOf(await changed(version), { to: 'svg' })).toContain('fill="#0000c0"');
  });

  it.each(['hwpx', 'hwp'] as const)('draws page numbers without side characters in %s', async (from) => {
    const number = '<hp:ctrl><hp:pageNum pos="BOTTOM_CENTER" formatType="DIGIT" sideChar=""/></hp:ctrl></hp:run>';
    const numbered = await changed((xml) => xml.replace(/<\/hp:run>/, number));
    const input = from === 'hwpx' ? numbered : new Blob([await bytesFrom(numbered, { to: 'hwp' })]);
    const last = (await textOf(input, { from, to: 'svg' })).split('<text').slice(-3).join('');
    expect(last).toContain('>1<');
    expect(last).not.toContain('>-<');
    const saved = from === 'hwp' ? await bytesFrom(input, { from, to: 'hwpx' }) : new Uint8Array(await input.arrayBuffer());
    expect(strFromU8(unzipSync(saved)['Contents/section0.xml'] ?? new Uint8Array())).toContain('sideChar=""');
    if (from === 'hwp') expect(methodsIn(saved)).toMatchObject({ mimetype: STORED, 'Contents/section0.xml': DEFLATED });
    expect(readHwpx(saved).document.sections[0]?.footer[0]?.content.map(({ kind }) => kind)).toEqual(['page-number']);
  });
});

describe('password-protected Hangul documents', () => {
  it.each(['hwp', 'hwpx'] as const)(
    'in %s ask for the password, refuse a wrong one and open with the right one',
    async (from) => {
      const file = `encrypted.${from}`;
      for (const to of ['pdf', 'txt']) {
        await expect(convert(file, { from, to })).rejects.toMatchObject({ code: 'encrypted' });
        await expect(convert(file, { from, to, options: { password: 'guess' } })).rejects.toMatchObject({
          code: 'wrong-password',
        });
      }
      expect(await textOf(file, { from, to: 'txt', options: { password: 'secret' } })).toContain('상반기');
    },
  );

  it('are distinguished from those under rights management', async () => {
    const bytes = new Uint8Array(await (await fixture('documents/hwp.hwp')).arrayBuffer());
    const latin = new TextDecoder('latin1').decode(bytes);
    const properties = latin.indexOf('HWP Document File\0') + 36;
    bytes[properties] = (bytes[properties] ?? 0) | 0x10;
    await expect(convert(new Blob([bytes]), { from: 'hwp', to: 'pdf' })).rejects.toMatchObject({ code: 'copy-protected' });
  });
});

describe('shapes in a Hangul document', () => {
  const line = '<hp:lineShape color="#0000FF" width="100" style="SOLID"/>';
  const size = '<hp:sz width="3000" height="2000"/>';
  const straight = `<hp:line>${line}<hc:startPt x="0" y="0"/><hc:endPt x="900" y="0"/>${size}</hp:line>`;
  const area = `<hp:rect>${line}<hc:pt0 x="0" y="0"/><hc:pt1 x="900" y="0"/><hc:pt2 x="900" y="900"/>${size}</hp:rect>`;
  const boxed = (shape: string): string =>
    `<hp:rect textWrap="IN_FRONT_OF_TEXT">${line}<hp:drawText><hp:subList><hp:p><hp:run>${shape}<hp:t>글</hp:t></hp:run></hp:p></hp:subList></hp:drawText>${size}<hp:pos treatAsChar="0"/></hp:rect>`;
  const warningsOf = async (content: string, to: string) => {
    const file = await changed((xml) => xml.replace('</hs:sec>', `<hp:p><hp:run>${content}</hp:run></hp:p></hs:sec>`));
    return (await convert(file, { to })).warnings.map(({ code }) => code);
  };

  it.each(['html', 'md', 'txt'])('are dropped with a warning in %s unless they are lines', async (to) => {
    expect(await warningsOf(area, to)).toEqual(['pictures-dropped']);
    expect(await warningsOf(straight, to)).toEqual([]);
  });

  it('are dropped with a warning from text boxes in Word', async () => {
    expect(await warningsOf(area, 'docx')).toEqual([]);
    expect(await warningsOf(boxed(straight), 'docx')).toEqual([]);
    expect(await warningsOf(boxed(area), 'docx')).toEqual(['pictures-dropped']);
  });
});

describe('a file that is not a valid Hangul document', () => {
  it.each(['hwp', 'hwpx', 'hml'] as const)('is refused as corrupt: %s', async (from) => {
    for (const input of [new Blob(['HWP Document File V3.00 \u001a']), new Blob([new Uint8Array(5000)])]) {
      for (const to of ['pdf', 'docx']) await expect(convert(input, { from, to })).rejects.toMatchObject({ code: 'corrupt' });
    }
  });

  it('is refused if empty', async () => {
    await expect(convert(new Blob([]), { to: 'pdf' })).rejects.toMatchObject({ code: 'empty' });
  });

  it.each(['hwp', 'hwpx'] as const)('never hangs as a truncated or altered %s', async (from) => {
    const whole = new Uint8Array(await (await fixture(`documents/${from}.${from}`)).arrayBuffer());
    // The program logs its traps.
    const said = vi.spyOn(console, 'error').mockReturnValue();
    for (let part = 1; part < 12; part += 1) {
      const altered = whole.slice(0, part % 2 === 0 ? whole.length : Math.floor((whole.length * part) / 12));
      for (let at = part * 7; at < altered.length; at += 251) altered[at] = (altered[at] ?? 0) ^ 0x55;
      const outcome = await convert(new Blob([altered]), { from, to: 'txt' }).then(
        () => 'converted',
        (failure: unknown) => (failure instanceof Error && 'code' in failure ? failure.code : failure),
      );
      expect(['converted', 'corrupt', 'encrypted', 'copy-protected', 'empty']).toContain(outcome);
    }
    said.mockClear();
  });

  it('stops when cancelled', async () => {
    const stopped = AbortSignal.abort();
    const job = { input: await fixture('documents/hwp.hwp'), from: 'hwp', to: 'pdf' };
    await expect(convertWith({ engine, manifest }, job, stopped)).rejects.toThrow('aborted');
  });
});
