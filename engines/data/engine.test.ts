import { encodeLatin1 } from '@bakkum/bytes/bytes';
import { bytesOf, type ConvertResult } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { isList, isTable, Moment, type Notes, Real, type Value } from '@bakkum/data-tree/value';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { FORMATS } from './formats.ts';
import { BINARY } from './kinds.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const convert = (input: Blob | string | Uint8Array<ArrayBuffer>, from: string, to: string, options?: OptionValues) =>
  convertWith({ engine, manifest }, { input: new Blob([input]), from, to, ...(options ? { options } : {}) });

async function textFrom(input: Blob | string, from: string, to: string, options?: OptionValues): Promise<string> {
  const { outputs } = await convert(input, from, to, options);
  return new TextDecoder().decode(await bytesOf(outputs[0].content));
}

const codeOf = (converted: Promise<ConvertResult>): Promise<unknown> =>
  converted.then(
    () => 'a result',
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );

/** Converts a tree to plain data that distinguishes types and keeps key order. */
function shown(value: Value): unknown {
  if (isList(value)) return value.map(shown);
  if (isTable(value)) return { table: [...value].map(([key, child]) => [key, shown(child)]) };
  if (value instanceof Uint8Array) return { bytes: [...value] };
  return value instanceof Real || value instanceof Moment ? { ...value } : value;
}

const numbers: readonly Value[] = [
  0,
  -1,
  23,
  24,
  127,
  128,
  255,
  256,
  -32,
  -33,
  65_535,
  65_536,
  2 ** 31,
  -(2 ** 31),
  2 ** 53 - 1,
  new Real(1),
  0.1,
  -2.5e-7,
  new Real(1e20),
];
const strings: readonly Value[] = [
  '',
  '다람쥐 😀',
  ' spaces ',
  'true',
  'null',
  '1.0',
  '0x1f',
  '1e5',
  '2026-01-31',
  '~',
  'no',
  '- a',
  'a: b',
  '#x',
  '"\'\\`$',
  'a\nb\n',
  '\ttab',
  'x'.repeat(300),
  '<&>',
  '%',
  '@at',
  '{',
  '*alias',
];
const bytes = new Uint8Array([0, 1, 254, 255]);
const instant = new Moment('2026-01-31T09:30:00Z', 'instant');
const keys = new Map<string, Value>([
  ['10', 1],
  ['2', 2],
  ['__proto__', 3],
  ['constructor', 4],
  ['a.b', 5],
  ['with space', 6],
  ['', 7],
  ['키', 8],
  ['"', 9],
]);

/** A tree each format stores unchanged. */
const HELD: Readonly<Record<string, readonly (readonly [string, Value])[]>> = {
  json: [
    ['null', null],
    ['long', 12_345_678_901_234_567_890n],
  ],
  jsonc: [['null', null]],
  json5: [['null', null]],
  yaml: [
    ['null', null],
    ['long', 12_345_678_901_234_567_890n],
    ['bytes', bytes],
    ['instant', instant],
    ['date', new Moment('2026-01-31', 'date')],
    ['infinite', Number.POSITIVE_INFINITY],
  ],
  toml: [
    ['long', 2n ** 62n],
    ['instant', instant],
    ['date', new Moment('2026-01-31', 'date')],
    ['time', new Moment('07:32:00', 'time')],
    ['local', new Moment('2026-01-31T09:30:00', 'date-time')],
  ],
  plist: [
    ['long', 2n ** 63n],
    ['bytes', bytes],
    ['instant', instant],
  ],
  msgpack: [
    ['null', null],
    ['long', 2n ** 64n - 1n],
    ['negative', -(2n ** 63n)],
    ['bytes', bytes],
    ['instant', instant],
  ],
  cbor: [
    ['null', null],
    ['long', 2n ** 64n - 1n],
    ['longer', 2n ** 80n],
    ['negative', -(2n ** 70n)],
    ['bytes', bytes],
    ['instant', instant],
    ['date', new Moment('2026-01-31', 'date')],
  ],
  bson: [
    ['null', null],
    ['long', 2n ** 63n - 1n],
    ['negative', -(2n ** 63n)],
    ['bytes', bytes],
    ['instant', instant],
  ],
  bplist: [
    ['long', 2n ** 63n - 1n],
    ['negative', -(2n ** 63n)],
    ['bytes', bytes],
    ['instant', instant],
    ['many', Array.from({ length: 300 }, (_, index) => `word ${index}`)],
  ],
};

function treeFor(format: string): Value {
  const list: readonly Value[] = [[], new Map(), [1, [2, [3]]], new Map([['a', [new Map([['b', 'c']])]]])];
  const common: readonly (readonly [string, Value])[] = [
    ['yes', true],
    ['no', false],
    ['numbers', numbers],
    ['strings', strings],
    ['nested', list],
    ['tables', [new Map<string, Value>([['x', 1]]), new Map<string, Value>([['y', [true]]])]],
    ['keys', keys],
  ];
  return new Map([...common, ...(HELD[format] ?? [])]);
}

function noted(): Notes & { readonly lost: Set<string> } {
  const lost = new Set<string>();
  return { lost, lose: (loss) => void lost.add(loss) };
}

describe('values survive a round trip without warnings', () => {
  it.each(Object.keys(HELD))('%s', (id) => {
    const format = FORMATS[id];
    if (!format) throw new Error('no such format');
    const tree = id === 'toml' ? withoutOddKeys(treeFor(id)) : treeFor(id);
    const notes = noted();
    const again = format.binary ? format.read(format.write(tree, notes), notes) : format.read(format.write(tree, notes), notes);
    const sorted = id === 'toml' ? inTomlOrder : (value: Value): Value => value;
    expect(shown(sorted(again))).toEqual(shown(sorted(tree)));
    expect([...notes.lost]).toEqual([]);
  });
});

/** The TOML reader creates objects, which list integer-like keys first; TOML tables are unordered anyway. */
function inTomlOrder(value: Value): Value {
  if (isList(value)) return value.map(inTomlOrder);
  if (!isTable(value)) return value;
  return new Map(
    [...value].map(([key, child]) => [key, inTomlOrder(child)] as const).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function withoutOddKeys(tree: Value): Value {
  return isTable(tree)
    ? new Map(
        [...tree].map(([key, child]) => [
          key,
          key === 'keys' && isTable(child) ? new Map([...child].filter(([name]) => name !== '')) : child,
        ]),
      )
    : tree;
}

const PYTHON = `
import json, sys, tomllib, plistlib, yaml, datetime
def plain(value):
    if isinstance(value, dict): return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list): return [plain(each) for each in value]
    return value
kind, file = sys.argv[1:]
readers = {'json': json.load, 'yaml': yaml.safe_load, 'toml': tomllib.load, 'plist': plistlib.load, 'bplist': plistlib.load}
print(json.dumps(plain(readers[kind](open(file, 'rb'))), sort_keys=True))
`;

describe.skipIf(!hasProgram('python3'))('comparison with Python', () => {
  const same =
    '{"list": [1, 2.5, "1.10", "no", true, "2026-01-31", "a\\nb"], "deep": {"a": [{"b": "\\ub2e4"}, {"c": -7}]}, "text": "O\'Neil: #x"}';
  const expected: unknown = JSON.parse(same);

  it.each(['json', 'yaml', 'toml', 'plist', 'bplist'])('%s', async (kind) => {
    const { outputs } = await convert(same, kind === 'json' ? 'jsonc' : 'json', kind);
    const file = bench.write(`made.${kind}`, await bytesOf(outputs[0].content));
    expect(JSON.parse(bench.run('python3', '-c', PYTHON, kind, file))).toEqual(expected);
  });

  it.each(['{\n  "a": 1\n}\n', '---\n- a', 'no: table', 'yes'])('a text of its own as YAML: %j', async (text) => {
    const { outputs } = await convert(JSON.stringify(text), 'json', 'yaml');
    const file = bench.write('text.yaml', await bytesOf(outputs[0].content));
    expect(JSON.parse(bench.run('python3', '-c', PYTHON, 'yaml', file))).toBe(text);
  });
});

describe('conversion between formats', () => {
  it('types numbers of a CP949 CSV and leaves number-like text alone', async () => {
    const json: unknown = JSON.parse(await textFrom(await fixture('data/csv.csv'), 'csv', 'json'));
    expect(json).toEqual([
      { 이름: '김다람', 나이: 31, 점수: 98.5, 우편번호: '04524', 메모: '쉼표, "따옴표"' },
      { 이름: '이쳇바', 나이: null, 점수: -1, 우편번호: '00001', 메모: '두\n줄' },
    ]);
    const text: unknown = JSON.parse(await textFrom('a,b\n1,true\n', 'csv', 'json', { detectTypes: false }));
    expect(text).toEqual([{ a: '1', b: 'true' }]);
  });

  it('flattens nested records to dotted columns with a warning', async () => {
    const { outputs, warnings } = await convert('[{"a":1,"b":{"c":"x, y"}},{"d":[1,2],"a":null}]', 'json', 'csv');
    expect(new TextDecoder().decode(await bytesOf(outputs[0].content))).toBe('a,b.c,d\r\n1,"x, y",\r\n,,"[1,2]"\r\n');
    expect(warnings).toEqual([{ code: 'structure-changed' }]);
    const korean = await convert('[{"이름":"똠방각하"}]', 'json', 'csv', { outputEncoding: 'euc-kr', separator: 'semicolon' });
    expect(Buffer.from(await bytesOf(korean.outputs[0].content)).toString('latin1')).toBe(
      '\xc0\xcc\xb8\xa7\r\n\x8c\x63\xb9\xe6\xb0\xa2\xc7\xcf\r\n',
    );
  });

  it('keeps names, attributes and lists of XML through JSON', async () => {
    const xml = await textFrom(await textFrom(await fixture('data/xml.xml'), 'xml', 'json'), 'json', 'xml');
    expect(xml).toContain('<catalogue xmlns:x="urn:made" year="2026">');
    expect(xml).toContain('<title>다람쥐 &amp; 쳇바퀴</title>');
    expect(xml).toContain('<x:price>12.50</x:price>');
    expect(xml.match(/<book /g)).toHaveLength(2);
  });

  it('names elements of XML only as its parsers allow', async () => {
    const lines = async (value: unknown) => (await textFrom(JSON.stringify(value), 'json', 'xml')).split('\n').slice(2, -2);
    expect(await lines({ 'tk:a:b': 'x', 'tk:c': 'x', 'm²': 'x', 이름: 'x', 'xml:id': 'x' })).toEqual([
      '  <entry name="tk:a:b">x</entry>',
      '  <entry name="tk:c">x</entry>',
      '  <entry name="m²">x</entry>',
      '  <이름>x</이름>',
      '  <xml:id>x</xml:id>',
    ]);
    expect(await lines({ a: { '@xmlns:p': 'urn:p', 'p:b': { '@p:c': 'x', 'p:d': 'x' } }, 'p:e': 'x' })).toEqual([
      '  <a xmlns:p="urn:p">',
      '    <p:b p:c="x">',
      '      <p:d>x</p:d>',
      '    </p:b>',
      '  </a>',
      '  <entry name="p:e">x</entry>',
    ]);
    expect(await lines({ 'a b': { '@name': 'x', '@p:c': 'x', '@xmlns:q': '' } })).toEqual([
      '  <entry name="a b">',
      '    <entry name="@name">x</entry>',
      '    <entry name="@p:c">x</entry>',
      '    <entry name="@xmlns:q"/>',
      '  </entry>',
    ]);
  });

  it('writes settings as strings with a warning', async () => {
    const { outputs, warnings } = await convert('{"a":1,"s":{"b":"x","t":{"c":true}}}', 'json', 'ini');
    expect(new TextDecoder().decode(await bytesOf(outputs[0].content))).toBe('a = 1\n\n[s]\nb = x\n\n[s.t]\nc = true\n');
    expect(warnings.map(({ code }) => code)).toEqual(['types-changed', 'structure-changed']);
    expect(await textFrom('{"some.key":"다 = 1"}', 'json', 'properties')).toBe('some.key=\\ub2e4 = 1\n');
    expect(await textFrom('{"db":{"pass word":"a\\"b$c"}}', 'json', 'env')).toBe('db_pass_word="a\\"b\\$c"\n');
  });

  it('resolves YAML aliases, merges, multiple documents and YAML 1.1 words', async () => {
    const text = 'base: &b {a: 1, c: 2}\nuse:\n  <<: *b\n  c: 3\nno: no\nver: 1.10\n---\nsecond\n';
    const json: unknown = JSON.parse(await textFrom(text, 'yaml', 'json'));
    expect(json).toEqual([{ base: { a: 1, c: 2 }, use: { c: 3, a: 1 }, no: 'no', ver: 1.1 }, 'second']);
  });

  it('warns about lost comments, nulls and long numbers', async () => {
    expect((await convert('# c\na = 1\n', 'toml', 'json')).warnings).toEqual([{ code: 'comments-dropped' }]);
    expect((await convert('{"a":null}', 'json', 'toml')).warnings).toEqual([{ code: 'types-changed' }]);
    expect((await convert('[1]', 'json', 'toml')).warnings).toEqual([{ code: 'structure-changed' }]);
    expect(await textFrom('{"a":12345678901234567890}', 'json', 'toml')).toBe('a = "12345678901234567890"\n');
  });
});

describe('files of other programs', () => {
  it('reads a binary property list from Python', async () => {
    const text = await textFrom(await fixture('data/bplist.plist'), 'bplist', 'json');
    expect(JSON.parse(text)).toMatchObject({
      이름: '다람쥐',
      neg: -5,
      'whole real': 2,
      when: '2026-01-31T12:00:00Z',
      bytes: 'AP8B',
    });
    expect(text).toContain('"big": 9007199254740993');
  });

  it('reads a MongoDB dump with documents, decimals and object ids', async () => {
    const rows = await textFrom(await fixture('data/bson.bson'), 'bson', 'ndjson');
    expect(rows).toContain('"_id":"000102030405060708090a0b"');
    expect(rows).toContain('"price":123.450}');
    expect(rows.trim().split('\n')).toHaveLength(2);
  });

  it('keeps the hash bytes of a torrent in a round trip', async () => {
    const torrent = await fixture('data/torrent.torrent');
    const yaml = await textFrom(torrent, 'torrent', 'yaml');
    expect(yaml).toContain('length: 9007199254740993');
    const { outputs } = await convert(yaml, 'yaml', 'torrent');
    expect(await bytesOf(outputs[0].content)).toEqual(new Uint8Array(await torrent.arrayBuffer()));
  });

  it('writes one file per table', async () => {
    const { outputs } = await convert('{"people":[{"name":"김"}],"places":[{"city":"서울"},{"city":"부산"}]}', 'json', 'csv');
    expect(outputs.map(({ label }) => label)).toEqual(['people', 'places']);
  });
});

describe('malicious files are refused with a code', () => {
  const laughs = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghi'.split('').map(
      (name, index) =>
        `${name}: &${name} [${Array(9)
          .fill(`*${'abcdefgh'.charAt(index)}`)
          .join(',')}]`,
    ),
  ].join('\n');
  const entities = '<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;</l>';
  const deep = 100_000;

  it.each([
    ['nested aliases', laughs, 'yaml', 'too-large'],
    ['nested entities', entities, 'xml', 'unsupported-feature'],
    ['an external entity', '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/hostname">]><l>&a;</l>', 'xml', 'unsupported-feature'],
    ['deep lists', '['.repeat(deep), 'json', 'too-large'],
    ['deep tables', '{"a":'.repeat(deep), 'json5', 'too-large'],
    ['deep lists', '['.repeat(deep), 'yaml', 'too-large'],
    ['deep blocks', Array.from({ length: 3000 }, (_, level) => `${' '.repeat(level)}a:\n`).join(''), 'yaml', 'too-large'],
    ['deep lists', `a = ${'['.repeat(deep)}`, 'toml', 'too-large'],
    ['deep elements', '<a>'.repeat(deep), 'xml', 'too-large'],
    ['deep lists', '\x91'.repeat(deep), 'msgpack', 'too-large'],
    ['deep lists', '\x81'.repeat(deep), 'cbor', 'too-large'],
    ['a list with a forged length', '\xdd\xff\xff\xff\xff', 'msgpack', 'corrupt'],
    ['a text with a forged length', '\x7b\xff\xff\xff\xff\xff\xff\xff\xff', 'cbor', 'corrupt'],
    ['a document with a forged length', '\xff\xff\xff\x7f\x00', 'bson', 'corrupt'],
    ['a string with a forged length', '99999999999:a', 'torrent', 'corrupt'],
    ['deep lists', 'l'.repeat(deep), 'torrent', 'too-large'],
    ['a table with a forged length', `bplist00${'\0'.repeat(6)}\x08\x08${'\xff'.repeat(24)}`, 'bplist', 'corrupt'],
    ['a truncated value', '{"a": tru', 'json', 'corrupt'],
    ['an extra comma', '[1,]', 'json', 'corrupt'],
    ['no YAML', 'a: [b', 'yaml', 'corrupt'],
    ['no TOML', 'a = = 1', 'toml', 'corrupt'],
    ['no XML', '<a><b></a>', 'xml', 'corrupt'],
    ['no settings', 'just words\n', 'ini', 'corrupt'],
    ['nothing', '', 'json', 'empty'],
  ])('%s in %3$s', async (_, content, from, code) => {
    const input = BINARY.has(from) ? encodeLatin1(content) : content;
    expect(await codeOf(convert(input, from, from === 'json' ? 'yaml' : 'json'))).toBe(code);
  });
});
