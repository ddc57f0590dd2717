import { compoundOf } from '@bakkum/document-office/test-compound-file';
import { convertWith } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { unpacked } from './binary-stream.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const NONE = 0xffffffff;
const uint = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255));
const short = (value: number): number[] => [value & 255, value >> 8];
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
/** Values, each after its unit byte. */
const measures = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [0x20, ...new Uint8Array(new Float64Array([value]).buffer)]);

type Chunk = {
  readonly type: number;
  readonly id?: number;
  readonly level: number;
  readonly data: readonly number[];
  readonly behind?: number;
};

/** A chunk as stored in a stream; `behind` is the part of its data in the trailing bytes. */
function chunk({ type, id = 0, level, data, behind = 0 }: Chunk): number[] {
  const isList = behind > 0;
  const head = [...uint(type, id, isList ? 1 : 0, data.length - behind), ...short(level), 0];
  return [...head, ...data, ...(isList ? zeros(12 - behind) : [])];
}

/** A list of rows with an order, of which at most two numbers are in the trailing bytes. */
const list = (type: number, level: number, order: readonly number[]): number[] =>
  chunk({ type, level, behind: 8, data: [...uint(24, order.length * 4), ...zeros(24), ...uint(...order)] });

const words = (text: string): number[] => [...text].flatMap((letter) => short(letter.codePointAt(0) ?? 0));
const references = (parent: number, ...ids: readonly number[]): number[] => [
  ...zeros(10),
  ...uint(parent),
  ...ids.flatMap((id) => uint(NONE, id)),
  ...zeros(20),
];

/** A 4 × 3 inch page with a red labelled box, and the content of `more`. */
function page(more: readonly number[] = []): number[] {
  return [
    ...chunk({ type: 0x15, id: NONE, level: 0, data: uint(0, 0, NONE, 0) }),
    ...chunk({ type: 0x46, level: 1, data: zeros(8) }),
    ...chunk({ type: 0x92, level: 2, data: measures(4, 3) }).concat(zeros(4)),
    ...chunk({ type: 0x48, id: 1, level: 1, data: references(0, NONE, NONE, NONE, NONE, NONE) }),
    ...chunk({ type: 0x9b, level: 2, data: [...measures(2, 1.5, 1, 0.5, 0.5, 0.25, 0), 0, 0] }),
    ...chunk({ type: 0x85, level: 2, data: [...measures(0.02), 0, 0, 0, 255, 0, 2, ...measures(0), 2, 0, 4] }),
    ...chunk({ type: 0x86, level: 2, data: [0, 255, 0, 0, 0, 0, 1, 1, 1, 0, 1] }),
    ...list(0x6c, 2, [0, 1, 3, 2]),
    ...chunk({ type: 0x89, id: 0, level: 3, data: [0] }).concat(zeros(4)),
    ...chunk({ type: 0x8a, id: 1, level: 3, data: measures(0, 0) }).concat(zeros(4)),
    ...chunk({ type: 0x8b, id: 2, level: 3, data: measures(1, 0.5) }).concat(zeros(4)),
    ...chunk({ type: 0x8c, id: 3, level: 3, data: measures(1, 0, 0.1) }).concat(zeros(4)),
    ...chunk({ type: 0x0e, level: 2, data: [...zeros(8), ...words('상자 & box\uFFFC\n\0')] }),
    ...more,
  ];
}

/** Packs bytes as literals only. */
const packed = (bytes: readonly number[]): number[] =>
  Array.from({ length: Math.ceil(bytes.length / 8) }, (_, index) => [255, ...bytes.slice(index * 8, index * 8 + 8)]).flat();

function drawing(content: readonly number[], isPacked: boolean, version = 11): Blob {
  const body = isPacked ? packed(content) : [...content];
  const pointer = (type: number, offset: number, length: number, format: number): number[] => [
    ...uint(type, 0, offset, length),
    ...short(format),
  ];
  const start = 0x24 + 18;
  const pages = [...uint(8), ...uint(0), ...uint(1, 0), ...pointer(0x15, start, body.length, isPacked ? 0xd3 : 0xd1)];
  const trailer = [...uint(8), ...uint(0), ...uint(1, 0), ...pointer(0x27, start + body.length, pages.length, 0x50)];
  const head = [...zeros(0x1a), version, ...zeros(0x24 - 0x1b)];
  const trailerPointer = pointer(0x14, start + body.length + pages.length, trailer.length, 0x50);
  const stream = Uint8Array.from([...head, ...trailerPointer, ...body, ...pages, ...trailer, ...zeros(64)]);
  return new Blob([compoundOf({ VisioDocument: stream })]);
}

const convert = (input: Blob) => convertWith({ engine, manifest }, { input, from: 'vsd', to: 'svg' });
async function svgOf(input: Blob): Promise<string> {
  const { content } = (await convert(input)).outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('no file');
  return content.text();
}

describe('drawings of Visio 2003 to 2010', () => {
  it.each([false, true])('have their page, shapes, colours and text (packed: %s)', async (isPacked) => {
    const svg = await svgOf(drawing(page(), isPacked));
    expect(svg).toContain('width="4in" height="3in"');
    expect(svg).toContain('translate(2 1.5) translate(-0.5 -0.25)');
    // In the order of the list: the arc before the line.
    expect(svg).toMatch(
      /d="M0 0A1\.3 1\.3 0 0 1 1 0L1 0\.5" fill="#ff0000" stroke="#0000ff" stroke-width="0\.02" stroke-dasharray/,
    );
    expect(svg.replaceAll(/<[^>]*>/g, '').trim()).toBe('상자 &amp; box');
  });

  it('put parts into their group', async () => {
    const group = chunk({ type: 0x47, id: 2, level: 1, data: references(0, NONE, NONE, NONE, NONE, NONE) });
    const place = chunk({ type: 0x9b, level: 2, data: [...measures(1, 1, 1, 1, 0, 0, 0), 0, 0] });
    const part = chunk({ type: 0x48, id: 3, level: 1, data: references(2, NONE, NONE, NONE, NONE, NONE) });
    const text = chunk({ type: 0x0e, level: 2, data: [...zeros(8), ...words('inner\0')] });
    const svg = await svgOf(drawing(page([...group, ...place, ...part, ...text]), false));
    expect(svg).toMatch(/<g transform="translate\(1 1\)[^"]*"><g [^>]*>.*inner/);
  });

  it('are refused in other versions or without pages', async () => {
    await expect(convert(drawing(page(), false, 3))).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(convert(new Blob([compoundOf({ Other: new Uint8Array(600) })]))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(convert(drawing([], false))).rejects.toMatchObject({ code: 'empty' });
  });

  it('are refused or read when truncated or changed anywhere', async () => {
    const whole = await drawing(page(), true).bytes();
    const codes = new Set<unknown>();
    for (let at = 1030; at < whole.length; at += 17) {
      const changed = whole.with(at, (whole[at] ?? 0) ^ 0xff);
      for (const bytes of [changed, whole.slice(0, at)])
        codes.add(
          await convert(new Blob([bytes])).then(
            () => 'read',
            (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
          ),
        );
    }
    const allowed = ['read', 'corrupt', 'empty', 'unsupported-feature', 'too-large'];
    expect([...codes].filter((code) => !allowed.includes(String(code)))).toEqual([]);
  });
});

it('unpacks repetitions, including overlapping ones', () => {
  // 'ab' as literals, then six bytes from window position 0, which is 18 less than 4096 from the origin.
  const place = 4096 - 18;
  const piece = [place & 255, ((place >> 8) << 4) | 3];
  expect(new TextDecoder().decode(unpacked(Uint8Array.from([0b011, 0x61, 0x62, ...piece])))).toBe('abababab');
});
