type DataJudge = {
  readonly program: string;
  readonly arguments: (file: string) => readonly string[];
  readonly accepts: RegExp;
};

const python = (script: string): DataJudge => ({
  program: 'python3',
  arguments: (file) => ['-c', script, file],
  accepts: /^[1-9]/,
});

/** Parsers of Python's standard library, and PyYAML: each prints the number of values. */
const COUNT = `
def count(value):
    if isinstance(value, dict): return 1 + sum(count(each) for each in value.values())
    if isinstance(value, (list, tuple)): return 1 + sum(count(each) for each in value)
    return 1
`;
const JSON_LINES = `${COUNT}
import json, sys
print(sum(count(json.loads(line)) for line in open(sys.argv[1], encoding='utf-8') if line.strip()))
`;
const PLAIN_JSON = `${COUNT}
import json, sys
print(count(json.load(open(sys.argv[1], encoding='utf-8'))))
`;
const YAML = `${COUNT}
import sys, yaml
print(sum(count(each) for each in yaml.safe_load_all(open(sys.argv[1], encoding='utf-8'))))
`;
const TOML = `${COUNT}
import sys, tomllib
print(count(tomllib.load(open(sys.argv[1], 'rb'))))
`;
const XML = `
import sys
from xml.etree import ElementTree
print(len(list(ElementTree.parse(sys.argv[1]).iter())))
`;
const PLIST = `${COUNT}
import plistlib, sys
print(count(plistlib.load(open(sys.argv[1], 'rb'))))
`;
const INI = `
import configparser, sys
text = open(sys.argv[1], encoding='utf-8').read()
parser = configparser.RawConfigParser(strict=True, delimiters=('=',), comment_prefixes=(';', '#'))
parser.optionxform = str
parser.read_string('[loose settings]\\n' + text if not text.startswith('[') else text)
print(sum(len(parser.items(section)) for section in parser.sections()))
`;
const PROPERTIES = `
import re, sys
text = open(sys.argv[1], 'rb').read().decode('ascii')
lines = [line for line in text.split('\\n') if line]
assert all(re.match(r'^(?:\\\\.|[^\\\\=: ])*=', line) for line in lines)
print(len(lines))
`;
const ENV = `
import shlex, sys
words = shlex.split(open(sys.argv[1], encoding='utf-8').read(), posix=True)
assert all('=' in word and word.split('=')[0].isidentifier() for word in words)
print(len(words))
`;

/** Implements RFC 8949 and the specification of MessagePack. */
const CBOR = `
import struct, sys
data = open(sys.argv[1], 'rb').read()
def number(at, info):
    if info < 24: return info, at
    size = 1 << (info - 24)
    assert info < 28
    return int.from_bytes(data[at:at + size], 'big'), at + size
def read(at):
    major, info = data[at] >> 5, data[at] & 31
    if major == 7:
        assert info in (20, 21, 22, 27)
        return 1, at + (9 if info == 27 else 1)
    value, at = number(at + 1, info)
    if major in (0, 1): return 1, at
    if major in (2, 3):
        chunk = data[at:at + value]
        assert len(chunk) == value
        if major == 3: chunk.decode('utf-8')
        return 1, at + value
    total = 1
    for _ in range(value if major == 4 else value * 2 if major == 5 else 1):
        met, at = read(at)
        total += met
    return total, at
total, end = read(0)
assert end == len(data)
print(total)
`;
const MESSAGE_PACK = `
import sys
data = open(sys.argv[1], 'rb').read()
SIZES = {0xc0: 0, 0xc2: 0, 0xc3: 0, 0xca: 4, 0xcb: 8, 0xcc: 1, 0xcd: 2, 0xce: 4, 0xcf: 8, 0xd0: 1, 0xd1: 2, 0xd2: 4, 0xd3: 8}
CHUNKS = {0xc4: 1, 0xc5: 2, 0xc6: 4, 0xc7: 1, 0xd9: 1, 0xda: 2, 0xdb: 4}
def read(at):
    head = data[at]
    at += 1
    if head < 0x80 or head >= 0xe0: return 1, at
    if head in SIZES: return 1, at + SIZES[head]
    if 0xa0 <= head < 0xc0:
        data[at:at + (head & 31)].decode('utf-8')
        return 1, at + (head & 31)
    if head in CHUNKS:
        length = int.from_bytes(data[at:at + CHUNKS[head]], 'big')
        at += CHUNKS[head] + (1 if head == 0xc7 else 0)
        if head >= 0xd9: data[at:at + length].decode('utf-8')
        return 1, at + length
    if head in (0xdc, 0xdd, 0xde, 0xdf):
        size = 2 if head in (0xdc, 0xde) else 4
        length, at = int.from_bytes(data[at:at + size], 'big'), at + size
    else: length = head & 15
    total = 1
    for _ in range(length * (2 if head in (0xde, 0xdf) or head < 0x90 else 1)):
        met, at = read(at)
        total += met
    return total, at
total, end = read(0)
assert end == len(data)
print(total)
`;

/** Implements bsonspec.org. */
const BSON = `
import struct, sys
data = open(sys.argv[1], 'rb').read()
FIXED = {1: 8, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8, 19: 16}
def document(at):
    end, at, total = at + struct.unpack_from('<i', data, at)[0], at + 4, 1
    while data[at]:
        kind, name = data[at], data.index(0, at + 1)
        data[at + 1:name].decode('utf-8')
        at, total = name + 1, total + 1
        if kind in (3, 4):
            met, at = document(at)
            total += met
        elif kind in FIXED: at += FIXED[kind]
        else:
            length = struct.unpack_from('<i', data, at)[0]
            if kind == 2: data[at + 4:at + 3 + length].decode('utf-8')
            at += 4 + length + (1 if kind == 5 else 0)
    assert at + 1 == end
    return total, end
total, at = 0, 0
while at < len(data):
    met, at = document(at)
    total += met
print(total)
`;
/** Implements BEP 3, which requires sorted keys. */
const BENCODE = `
import sys
data = open(sys.argv[1], 'rb').read()
def string(at):
    colon = data.index(b':', at)
    end = colon + 1 + int(data[at:colon])
    assert end <= len(data)
    return data[colon + 1:end], end
def read(at):
    head = data[at:at + 1]
    if head == b'i':
        end = data.index(b'e', at)
        int(data[at + 1:end])
        return 1, end + 1
    if head.isdigit(): return 1, string(at)[1]
    assert head in (b'l', b'd')
    total, at, last = 1, at + 1, b''
    while data[at:at + 1] != b'e':
        if head == b'd':
            key, at = string(at)
            assert key >= last
            last = key
        met, at = read(at)
        total += met
    return total, at + 1
total, end = read(0)
assert end == len(data)
print(total)
`;

/** Uses Arrow's Rust implementation, which decodes every page or batch. */
const RUST = `
import { readFileSync } from 'node:fs';
const { readParquet, Table } = await import(process.argv[1]);
const bytes = readFileSync(process.argv[3]);
const table = process.argv[2] === 'parquet' ? readParquet(bytes) : Table.fromIPCStream(bytes);
console.log(table.intoIPCStream().length);
`;
const rust = (format: string): DataJudge => ({
  program: process.execPath,
  arguments: (file) => ['--input-type=module', '-e', RUST, import.meta.resolve('parquet-wasm'), format, file],
  accepts: /^[1-9]/,
});
/** Checks an Arrow file by its footer: every batch is at the position given in its FlatBuffers. */
const ARROW = `
import struct, sys
data = open(sys.argv[1], 'rb').read()
assert data[:6] == data[-6:] == b'ARROW1'
end = len(data) - 10
base = end - struct.unpack_from('<i', data, end)[0]
def table(at, slot):
    places = at - struct.unpack_from('<i', data, at)[0]
    size = struct.unpack_from('<H', data, places)[0]
    offset = struct.unpack_from('<H', data, places + 4 + 2 * slot)[0] if 4 + 2 * slot < size else 0
    return at + offset if offset else None
def follow(at): return at + struct.unpack_from('<I', data, at)[0]
footer = follow(base)
schema = follow(table(footer, 1))
fields = follow(table(schema, 1))
batches, rows = follow(table(footer, 3)), 0
for index in range(struct.unpack_from('<I', data, batches)[0]):
    place, meta, body = struct.unpack_from('<qixxxxq', data, batches + 4 + 24 * index)
    assert struct.unpack_from('<I', data, place)[0] == 0xffffffff and place + meta + body <= base
    message = follow(place + 8)
    assert data[table(message, 1)] == 3
    rows += struct.unpack_from('<q', data, table(follow(table(message, 2)), 0))[0]
print(struct.unpack_from('<I', data, fields)[0], rows)
`;
/** Uses SQLite itself through Python. */
const SQLITE = `
import sqlite3, sys
base = sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True)
assert base.execute('PRAGMA integrity_check').fetchone() == ('ok',)
names = [name for name, in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
print(sum(len(base.execute('SELECT * FROM "' + name.replace('"', '""') + '"').fetchall()) for name in names))
`;

/** Raptor, the RDF parser of Redland, which counts statements. */
const rapper = (syntax: string): DataJudge => ({
  program: 'rapper',
  arguments: (file) => ['--quiet', '--input', syntax, '--output', 'ntriples', file],
  accepts: /^[<_]/,
});

/** Checks that braces match and each entry has an author or a title. */
const BIBTEX = `
import re, sys
text = open(sys.argv[1], encoding='utf-8').read()
assert text.count('{') == text.count('}')
entries = re.findall(r'^@\\w+\\{[^,]*,', text, re.M)
assert len(re.findall(r'^\\s*(?:author|title|editor) *=', text, re.M)) >= len(entries)
print(len(entries))
`;

export const DATA_JUDGES: Readonly<Record<string, DataJudge>> = {
  json: python(PLAIN_JSON),
  jsonc: python(PLAIN_JSON),
  json5: python(PLAIN_JSON),
  ndjson: python(JSON_LINES),
  yaml: python(YAML),
  toml: python(TOML),
  xml: python(XML),
  plist: python(PLIST),
  ini: python(INI),
  properties: python(PROPERTIES),
  env: python(ENV),
  cbor: python(CBOR),
  msgpack: python(MESSAGE_PACK),
  bibtex: python(BIBTEX),
  'csl-json': python(PLAIN_JSON),
  turtle: rapper('turtle'),
  ntriples: rapper('ntriples'),
  nquads: rapper('nquads'),
  trig: rapper('trig'),
  parquet: rust('parquet'),
  arrow: python(ARROW),
  arrows: rust('arrows'),
  sqlite: python(SQLITE),
  bplist: python(PLIST),
  bson: python(BSON),
  torrent: python(BENCODE),
};
