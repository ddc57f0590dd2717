import { convertWith } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const int = (value: number, bytes = 4): number[] =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
const hex = (digits: string): number[] => (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
const words = (text: string): number[] => [...text, '\0'].flatMap((letter) => int(letter.charCodeAt(0), 2));
const guid = (number: number): number[] => [number, ...Array.from({ length: 15 }, () => 7)];
const space = (number: number): number[] => [...guid(number), ...int(1)];

type Reference = { readonly at: number; readonly length: number };

/** Builds a section from a description: node lists after a header of 1,024 bytes. */
class SectionWriter {
  readonly bytes: number[] = Array.from({ length: 1024 }, () => 0);

  put(content: readonly number[]): Reference {
    const at = this.bytes.length;
    this.bytes.push(...content);
    return { at, length: content.length };
  }

  /** Writes one fragment with all nodes and no successor. */
  list(nodes: readonly (readonly number[])[]): Reference {
    const head = [...hex('c4f4f7f5b17a56a4'), ...int(16), ...int(0)];
    return this.put([...head, ...nodes.flat(), ...Array.from({ length: 8 }, () => 255), ...int(0), ...hex('3bbac833c215c28b')]);
  }

  finish(root: Reference): Blob {
    const head = [...hex('e4525c7b8cd8a74daeb15378d02996d3'), ...Array.from({ length: 32 }, () => 0)];
    this.bytes.splice(0, 64, ...head, ...hex('3fdd9a101b91f549a5d01791edc8aed8'));
    this.bytes.splice(172, 12, ...int(root.at, 8), ...int(root.length));
    return new Blob([Uint8Array.from(this.bytes)]);
  }
}

/** Four-byte offsets and lengths; `kind` 1 refers to data, 2 to a list. */
function node(id: number, body: readonly number[], reference?: Reference, kind = 1): number[] {
  const content = [...(reference ? [...int(reference.at), ...int(reference.length)] : []), ...body];
  const head = id + (content.length + 4) * 2 ** 10 + (reference ? 2 ** 23 + kind * 2 ** 27 : 0);
  return [...int(head), ...content];
}

type Property = {
  readonly name: number;
  readonly type: number;
  readonly value?: readonly number[];
  readonly objects?: readonly number[];
  readonly spaces?: readonly number[];
};

/** Properties of an object; its references are numbered in the table of its group, with 0 as index. */
function properties(list: readonly Property[]): number[] {
  const compact = (ids: readonly number[], table: number): number[] => ids.flatMap((id) => int(id + table * 256));
  const objects = list.flatMap((each) => each.objects ?? []);
  const spaces = list.flatMap((each) => each.spaces ?? []);
  const ids = list.flatMap(({ name, type }) => int(name + type * 2 ** 26));
  const values = list.flatMap(({ type, value, objects: own, spaces: others }) => {
    if (type === 7) return [...int(value?.length ?? 0), ...(value ?? [])];
    return type === 9 || type === 11 ? int((own ?? others ?? []).length) : (value ?? []);
  });
  const streams = [
    ...int(objects.length),
    ...compact(objects, 0),
    ...int(spaces.length),
    ...spaces.flatMap((id) => int(1 + id * 256)),
  ];
  return [...streams, ...int(list.length, 2), ...ids, ...values];
}

const TABLE = [node(0x24, [...int(0), ...guid(9)]), node(0x24, [...int(5), ...guid(5)]), node(0x24, [...int(6), ...guid(6)])];
const children = (...objects: readonly number[]): Property => ({ name: 0x1c20, type: 9, objects });
const content = (...objects: readonly number[]): Property => ({ name: 0x1c1f, type: 9, objects });
const text = (value: string): Property => ({ name: 0x1c22, type: 7, value: words(value) });

/** An object space with numbered objects, the first being its root. */
function spaceList(
  writer: SectionWriter,
  objects: readonly (readonly [id: number, kind: number, list: readonly Property[]])[],
  more: readonly number[] = [],
): Reference {
  const declared = objects.map(([id, kind, list]) =>
    node(0xa4, [...int(id), ...int(0x60000 + kind), 1, 1], writer.put(properties(list))),
  );
  const group = writer.list([...TABLE, ...declared, more]);
  const root = node(0x5a, [...guid(9), ...int(objects[0]?.[0] ?? 0), ...int(1)]);
  const revisions = writer.list([node(0xb0, space(3), group, 2), root]);
  return writer.list([node(0x10, [], revisions, 2)]);
}

const PNG = hex('89504e470d0a1a0a');

function section(): Blob {
  const writer = new SectionWriter();
  const first = spaceList(writer, [
    [1, 0x0b, [content(2)]],
    [2, 0x0e, [{ name: 0x3498, type: 7, value: [0x63, 0x61, 0x66, 0xe9, 0] }]],
  ]);
  const word = '<ifndf>{04030201-0605-0807-090A-0B0C0D0E0F10}';
  const picture = node(0x72, [
    ...int(30),
    ...int(0x36),
    1,
    ...int(word.length),
    ...[...word].flatMap((letter) => int(letter.charCodeAt(0), 2)),
    ...int(0),
  ]);
  const second = spaceList(
    writer,
    [
      [1, 0x0b, [children(10, 2, 20)]],
      [2, 0x0d, [content(3), children(4)]],
      [3, 0x0e, [text('본문 <1> \uFDDFHYPERLINK "https://example.org"link')]],
      [4, 0x0d, [content(5)]],
      [
        5,
        0x11,
        [
          { name: 0x1c3f, type: 8, objects: [30] },
          { name: 0x1dd7, type: 7, value: words('dot') },
          { name: 1, type: 17, value: [...int(1, 2), ...int(2 + 5 * 2 ** 26), ...int(8)] },
        ],
      ],
      [20, 0x22, [children(21)]],
      [21, 0x23, [children(22, 23)]],
      [22, 0x24, [children(24)]],
      [23, 0x24, [children(25)]],
      [24, 0x0e, [text('a')]],
      [25, 0x0e, [text('b')]],
      [10, 0x2c, [children(11, 12)]],
      [11, 0x0e, [text('제목')]],
      [12, 0x0e, [text('2026-11-22')]],
    ],
    picture,
  );
  const root = spaceList(writer, [
    [1, 0x07, [children(2)]],
    [2, 0x08, [{ name: 0x1d63, type: 11, spaces: [6, 5] }]],
  ]);
  const stored = writer.put([...guid(1), ...int(PNG.length, 8), ...int(0, 12), ...PNG]);
  const files = writer.list([
    node(
      0x94,
      Array.from({ length: 16 }, (_, index) => index + 1),
      stored,
    ),
  ]);
  const spaces = [[4, root] as const, [5, first] as const, [6, second] as const];
  const all = [node(0x04, space(4)), ...spaces.map(([id, list]) => node(0x08, space(id), list, 2)), node(0x90, [], files, 2)];
  return writer.finish(writer.list(all));
}

const convert = (input: Blob, to: string) => convertWith({ engine, manifest }, { input, from: 'one', to });
async function written(to: string): Promise<{ readonly text: string; readonly codes: readonly string[] }> {
  const { outputs, warnings } = await convert(section(), to);
  const [{ content: file }] = outputs;
  if (!(file instanceof Blob)) throw new TypeError('no file');
  return { text: await file.text(), codes: warnings.map(({ code }) => code) };
}

describe('OneNote sections', () => {
  it('become a page with titles, text, images and tables in section order', async () => {
    const { text: html, codes } = await written('html');
    expect(html.replaceAll('\n', '')).toContain(
      '<section><h1>제목</h1><p>2026-11-22</p><p>본문 &lt;1&gt; link</p>' +
        `<p><img src="data:image/png;base64,${btoa(String.fromCharCode(...PNG))}" alt="dot"></p>` +
        '<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table></section><section><p>café</p></section>',
    );
    expect(html).toContain('<title>제목</title>');
    expect(codes).toEqual([]);
  });

  it('become text', async () => {
    const { text: plain, codes } = await written('txt');
    expect(plain).toBe('제목\n2026-11-22\n본문 <1> link\na\tb\n\ncafé\n');
    expect(codes).toEqual(['pictures-dropped']);
  });

  it('are refused in cloud packages and other forms', async () => {
    const bytes = await section().bytes();
    await expect(convert(new Blob([bytes.with(48, 0)]), 'txt')).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(convert(new Blob(['words']), 'txt')).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('are refused or read when truncated or changed anywhere', async () => {
    const whole = await section().bytes();
    const codes = new Set<unknown>();
    for (let at = 40; at < whole.length; at += at < 1024 ? 60 : 5) {
      const changed = whole.with(at, (whole[at] ?? 0) ^ 0xff);
      for (const bytes of [changed, whole.slice(0, at)])
        codes.add(
          await convert(new Blob([bytes]), 'html').then(
            () => 'read',
            (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
          ),
        );
    }
    const allowed = ['read', 'corrupt', 'empty', 'unsupported-feature', 'too-large'];
    expect([...codes].filter((code) => !allowed.includes(String(code)))).toEqual([]);
  });
});
