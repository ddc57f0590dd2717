import { bytesOf, type ConvertResult } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { type Cue, type Subtitles, textOf } from './cue.ts';
import { DIALECTS } from './dialects.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const convert = (input: Blob | string, from: string, to: string, options?: OptionValues): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input: new Blob([input]), from, to, ...(options ? { options } : {}) });

async function textFrom(input: Blob | string, from: string, to: string, options?: OptionValues): Promise<string> {
  const { outputs } = await convert(input, from, to, options);
  return new TextDecoder().decode(await bytesOf(outputs[0].content)).replaceAll('\r\n', '\n');
}

const codeOf = (converted: Promise<ConvertResult>): Promise<unknown> =>
  converted.then(
    () => 'a result',
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );

const SRT = '1\n00:00:01,200 --> 00:00:03,457\nOne\n<i>two</i>\n\n2\n00:00:03,457 --> 00:00:05,000\nThree\n';

/** Cues with every style, a position, special characters, and one long after the others. */
const MADE: Subtitles = {
  cues: [
    { start: 1200, end: 3460, spans: [{ text: '다람쥐 헌 ' }, { text: '쳇바퀴에', bold: true }, { text: '\n& <타고파>' }] },
    { start: 3460, end: 5000, spans: [{ text: 'red', colour: '#ff0000', italic: true }, { text: ' line' }], place: 8 },
    { start: 3_723_010, end: 3_725_680, spans: [{ text: 'under', underline: true }] },
  ],
};

/** Time resolution of formats in milliseconds. */
const MIN_MS: Readonly<Record<string, number>> = { microdvd: 22, mpl2: 51, lrc: 6, subviewer: 6, ass: 6, ssa: 6 };

describe('round trips', () => {
  it.each(Object.entries(DIALECTS))('%s', (id, { read, write, keeps, colours }) => {
    const { cues } = read(write(MADE, {}), {});
    expect(cues).toHaveLength(MADE.cues.length);
    for (const [index, cue] of cues.entries()) {
      const made = MADE.cues[index];
      if (!made) throw new Error('more cues than were written');
      expect(textOf(cue.spans)).toBe(id === 'lrc' ? textOf(made.spans).replace('\n', ' ') : textOf(made.spans));
      expect(Math.abs(cue.start - made.start)).toBeLessThanOrEqual(MIN_MS[id] ?? 0);
      expect(Math.abs(cue.end - made.end)).toBeLessThanOrEqual(MIN_MS[id] ?? 0);
    }
    const looks = (all: readonly Cue[]) =>
      all.flatMap(({ spans, place }) => [place, ...spans.map(({ text: _, ...look }) => look)]);
    if (keeps.has('place') && keeps.has('colour') && (!colours || colours.has('#ff0000')))
      expect(looks(cues)).toEqual(looks(MADE.cues));
  });
});

const DEMUXERS = {
  srt: 'srt',
  vtt: 'webvtt',
  ass: 'ass',
  ssa: 'ass',
  smi: 'sami',
  microdvd: 'microdvd',
  subviewer: 'subviewer',
  mpl2: 'mpl2',
};

describe.skipIf(!hasProgram('ffmpeg'))('comparison with FFmpeg', () => {
  it.each(Object.entries(DEMUXERS))('%s', async (to, demuxer) => {
    const { outputs } = await convert(SRT, 'srt', to);
    const file = bench.write(`result.${to}`, await bytesOf(outputs[0].content));
    const read = bench.run('ffmpeg', '-v', 'error', '-f', demuxer, '-i', file, '-f', 'srt', '-');
    const times = [...read.matchAll(/(\d\d):(\d\d):(\d\d),(\d{3})/g)].map(
      ([, h, m, s, ms]) => ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1000 + Number(ms),
    );
    const least = { mpl2: 51, microdvd: 22, ass: 6, ssa: 6, subviewer: 6 }[to] ?? 0;
    expect(times.slice(0, 4).every((time, index) => Math.abs(time - ([1200, 3457, 3457, 5000][index] ?? 0)) <= least)).toBe(true);
    expect(read.replaceAll(/<[^>]*>|\{[^}]*\}|\r/g, '')).toMatch(/One\n\/?two\n[\s\S]*Three/);
  });
});

describe('Korean SMI subtitles', () => {
  const smi = () => fixture('subtitles/smi.smi');

  it('in CP949 become a file per language', async () => {
    const { outputs } = await convert(await smi(), 'smi', 'srt');
    expect(outputs.map(({ label }) => label)).toEqual(['ko', 'en']);
    const [korean, english] = await Promise.all(
      outputs.map(async ({ content }) => new TextDecoder().decode(await bytesOf(content))),
    );
    expect(korean).toContain(
      '00:00:01,200 --> 00:00:03,457\r\n다람쥐 헌 쳇바퀴에\r\n<font color="#ff8800">타고파</font>, 똠방각하',
    );
    expect(korean).toContain('00:00:03,500 --> 00:00:05,000\r\n"1 < 2"');
    expect(korean).not.toContain('지운');
    expect(english).toContain('00:00:06,000 --> 00:00:07,000\r\n<i>Over</i>');
  });

  it('have their languages merged, or reduced to the first, on request', async () => {
    expect(await textFrom(await smi(), 'smi', 'vtt', { languages: 'together' })).toContain('똠방각하\nA squirrel on a wheel');
    const first = await convert(await smi(), 'smi', 'vtt', { languages: 'first' });
    expect(first.outputs).toHaveLength(1);
  });

  it('keep both languages when only times change', async () => {
    const text = await textFrom(await smi(), 'smi', 'smi', { shift: 500 });
    expect(text).toContain('<SYNC Start=1700><P Class=KRCC>');
    expect(text).toContain('<P Class=ENCC>A squirrel on a wheel');
  });

  it('are written with a byte-order mark, and in CP949 with entities for missing characters', async () => {
    const { outputs } = await convert(SRT, 'srt', 'smi');
    expect([...(await bytesOf(outputs[0].content)).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const old = await convert('1\n00:00:01,000 --> 00:00:02,000\n똠 é 😀\n', 'srt', 'smi', { outputEncoding: 'euc-kr' });
    expect(Buffer.from(await bytesOf(old.outputs[0].content)).toString('latin1')).toContain('\x8c\x63 &#233; &#128512;');
    expect(old.warnings).toEqual([]);
  });
});

describe('timing', () => {
  it('shifts cues and drops those that would end before the video starts', async () => {
    expect(await textFrom(SRT, 'srt', 'srt', { shift: -3457 })).toBe('1\n00:00:00,000 --> 00:00:01,543\nThree\n');
    expect(await codeOf(convert(SRT, 'srt', 'srt', { shift: -60_000 }))).toBe('unsupported-feature');
  });

  it('stretches cues from one frame rate to another', async () => {
    const faster = await textFrom(SRT, 'srt', 'srt', { frameRateFrom: '23.976', frameRateTo: '25' });
    expect(faster).toContain('00:00:01,151 --> 00:00:03,315');
  });

  it('counts frames at the rate of the file or the given one', async () => {
    const file = await fixture('subtitles/microdvd.sub');
    expect(await textFrom(file, 'microdvd', 'srt')).toContain('00:00:01,200 --> 00:00:03,440');
    expect(await textFrom(file, 'microdvd', 'srt', { frameRateFrom: '50' })).toContain('00:00:00,600 --> 00:00:01,720');
    expect(await textFrom(file, 'microdvd', 'microdvd', { frameRateTo: '50' })).toContain('{1}{1}50\n{30}{86}');
  });

  it('splits overlapping cues for formats that show one text at a time', async () => {
    const both = '1\n00:00:01,000 --> 00:00:04,000\nlong\n\n2\n00:00:02,000 --> 00:00:03,000\nshort\n';
    const smi = await textFrom(both, 'srt', 'smi');
    expect(smi).toContain('<SYNC Start=2000><P Class=ENCC>long<br>short\n<SYNC Start=3000><P Class=ENCC>long\n<SYNC Start=4000>');
  });
});

describe('styles', () => {
  it('reach other formats, including positions', async () => {
    const vtt = await textFrom(await fixture('subtitles/ssa.ssa'), 'ssa', 'vtt');
    expect(vtt).toContain('다람쥐 헌 쳇바퀴에\n<i>타고파</i>, 달린다');
    expect(vtt).toContain('line:5%\n');
    expect(vtt).not.toContain('not shown');
    const srt = await textFrom(await fixture('subtitles/ssa.ssa'), 'ssa', 'srt');
    expect(srt).toContain('{\\an8}<font color="#ff8800"><b>Orange, at the top</b></font>');
  });

  it('cause a warning when lost', async () => {
    expect((await convert(SRT, 'srt', 'sbv')).warnings).toEqual([{ code: 'styles-dropped' }]);
    expect((await convert(SRT, 'srt', 'vtt')).warnings).toEqual([]);
    const moved =
      '[Script Info]\nScriptType: v4.00+\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\move(1,2,3,4)}a\n';
    expect((await convert(moved, 'ass', 'srt')).warnings).toEqual([{ code: 'styles-dropped' }]);
    expect(await textFrom(moved, 'ass', 'ass', { shift: 1000 })).toContain(
      '0:00:02.00,0:00:03.00,Default,,0,0,0,,{\\move(1,2,3,4)}a',
    );
  });

  it('of TTML come from style elements, and times from nested parts, ticks and frames', async () => {
    const ttml = `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25" ttp:tickRate="10000000"><head><styling><style xml:id="a" tts:fontStyle="italic"/><style xml:id="b" style="a b" tts:color="red"/></styling></head><body begin="10s"><div><p begin="00:00:01:05" end="25000000t"><span style="b">Hi</span><br/>you &amp; me</p></div></body></tt>`;
    expect(await textFrom(ttml, 'ttml', 'srt')).toBe(
      '1\n00:00:11,200 --> 00:00:12,500\n<font color="#ff0000"><i>Hi</i></font>\nyou & me\n',
    );
  });
});

describe('unusual files', () => {
  it('are read without numbers, with empty lines and wrong separators', async () => {
    const text = '00:00:01.5 --> 00:00:02.5\nA\n\n7\n0:00:03,000 --> 0:00:04,000 X1:1 X2:2\nB\n\nstill B\n';
    expect(await textFrom(text, 'srt', 'srt')).toBe(
      '1\n00:00:01,500 --> 00:00:02,500\nA\n\n2\n00:00:03,000 --> 00:00:04,000\nB\nstill B\n',
    );
  });

  it('are refused with a code', async () => {
    expect(await codeOf(convert('', 'srt', 'vtt'))).toBe('empty');
    expect(await codeOf(convert('no times at all', 'srt', 'vtt'))).toBe('corrupt');
    expect(await codeOf(convert('<tt><body>', 'ttml', 'vtt'))).toBe('corrupt');
    expect(await codeOf(convert(`<tt>${'<a>'.repeat(100_000)}`, 'ttml', 'vtt'))).toBe('too-large');
    expect(await codeOf(convert('<SAMI><SYNC Start=x><P>a', 'smi', 'vtt'))).toBe('corrupt');
  });

  it('repeat lyrics that have two timestamps', async () => {
    const srt = await textFrom(await fixture('subtitles/lrc.lrc'), 'lrc', 'srt');
    expect(srt.match(/타고파/g)).toHaveLength(2);
    expect(srt).toContain('00:00:01,200 --> 00:00:03,460\n헌 쳇바퀴에');
  });
});
