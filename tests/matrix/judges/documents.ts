/**
 * Judges of documents, all in Python: each unpacks every member of a package, parses every XML part, and prints what it found.
 * The fidelity comparison judges the text of a PDF; here it must only have pages.
 */
export type DocumentJudge = {
  readonly program: 'python3';
  readonly arguments: (file: string) => readonly string[];
  readonly accepts: RegExp;
};

const PACKAGE = `
import sys, zipfile
from xml.etree import ElementTree
package = zipfile.ZipFile(sys.argv[1])
assert package.testzip() is None
for name in package.namelist():
    if name.endswith(('.xml', '.rels')): ElementTree.fromstring(package.read(name))
print('\\n'.join(package.namelist()))
if 'mimetype' in package.namelist(): print(package.read('mimetype').decode())
`;
const XML = `
import sys
from xml.etree import ElementTree
root = ElementTree.parse(sys.argv[1]).getroot()
print(root.tag, ' '.join(root.attrib.values()))
`;
/** Names in the directory of a compound file are UTF-16. */
const COMPOUND = `
import re, sys
content = open(sys.argv[1], 'rb').read()
assert content[:8] == bytes.fromhex('d0cf11e0a1b11ae1') and len(content) % 512 == 0
print(re.sub(rb'\\x00', b'', content).decode('latin1'))
`;
const RICH_TEXT = `
import re, sys
content = open(sys.argv[1], 'rb').read().rstrip(b'\\x00\\r\\n ')
assert content[:5] == b'{\\\\rtf' and content[-1:] == b'}'
content = re.sub(rb'\\\\[\\\\{}]', b'', content)
print(content.count(b'{') == content.count(b'}'))
`;
const TEXT = `
import sys
text = open(sys.argv[1], encoding='utf-8').read()
assert chr(0) not in text and chr(0xfffd) not in text
print(len(text.strip()))
`;
/** A workbook without cells becomes a table of one empty line. */
const TABLE = TEXT.replace('len(text.strip())', "len(text.strip()) or int(text == '\\n')");
const MARKUP = `
import sys
from html.parser import HTMLParser
HTMLParser().feed(open(sys.argv[1], encoding='utf-8').read())
print(open(sys.argv[1], encoding='utf-8').read()[:4000])
`;

const NOTEBOOK = `
import json, sys
print(len(json.load(open(sys.argv[1], encoding='utf-8'))['cells']))
`;

/** Checks cells of a symbolic link file: every record has a position and a value. */
const SYMBOLIC_LINK = `
import re, sys
lines = open(sys.argv[1], encoding='utf-8').read().splitlines()
assert lines[0].startswith('ID;') and lines[-1].strip() == 'E'
cells = [line for line in lines if line.startswith('C;')]
assert all(re.search(r';[KE]', cell) for cell in cells) and 'undefined' not in ''.join(cells)
print(len(cells))
`;
/** Navy DIF: a header with topics of three lines, then pairs of lines. */
const INTERCHANGE = `
import sys
lines = open(sys.argv[1], encoding='utf-8').read().splitlines()
assert lines[0] == 'TABLE' and 'DATA' in lines
data = lines[lines.index('DATA') + 3:]
while data and data[-1] == '': data.pop()
assert data[-2:] == ['-1,0', 'EOD'] and len(data) % 2 == 0
print(sum(pair.split(',')[0] in ('0', '1') for pair in data[::2]))
`;
/** dBase III: number and length of the records match the header. */
const DATABASE = `
import struct, sys
content = open(sys.argv[1], 'rb').read()
count, header, size = struct.unpack('<IHH', content[4:12])
assert content[0] & 7 == 3 and content[header - 1] in (0, 13) and len(content) >= header + count * size
fields = [content[at:at + 32] for at in range(32, header - 32, 32)]
assert 1 + sum(field[16] for field in fields if field[0] not in (0, 13)) == size
print(count + 1)
`;

/** Mobipocket: PalmDOC text records with trailing bytes of a split character; links point to the start of a tag or a line. */
const KINDLE = `
import re, struct, sys
content = open(sys.argv[1], 'rb').read()
assert content[60:68] == b'BOOKMOBI'
count, = struct.unpack('>H', content[76:78])
starts = [struct.unpack('>I', content[78 + 8 * n:82 + 8 * n])[0] for n in range(count)] + [len(content)]
record = lambda n: content[starts[n]:starts[n + 1]]
head = record(0)
packing, _, length, texts = struct.unpack('>HHIH', head[:10])
assert packing == 2 and head[16:20] == b'MOBI' and head[248:252] == b'EXTH' and struct.unpack('>I', head[28:32])[0] == 65001
def unpacked(data):
    out, at = bytearray(), 0
    while at < len(data):
        byte = data[at]; at += 1
        if 1 <= byte <= 8: out += data[at:at + byte]; at += byte
        elif byte < 128: out.append(byte)
        elif byte >= 192: out += bytes([32, byte ^ 128])
        else:
            pair = (byte << 8 | data[at]) & 0x3fff; at += 1
            for _ in range((pair & 7) + 3): out.append(out[-(pair >> 3)])
    return bytes(out)
parts = []
for n in range(1, texts + 1):
    data = record(n)
    parts.append(unpacked(data[:len(data) - (data[-1] & 3) - 1]))
assert all(len(part) == 4096 for part in parts[:-1])
text = b''.join(parts)
assert len(text) == length
words = text.decode('utf-8')
for place in re.findall(rb'filepos="([0-9]{10})"', text): assert int(place) < length
first, = struct.unpack('>I', head[108:112])
for number in re.findall(r'recindex="([0-9]+)"', words):
    assert record(first + int(number) - 1)[:2] in (b'\\xff\\xd8', b'\\x89P', b'GI', b'BM')
print(len(re.sub('<[^>]*>', '', words).strip()) or len(re.findall('<img', words)))
`;

const python = (script: string, accepts: RegExp): DocumentJudge => ({
  program: 'python3',
  arguments: (file) => ['-c', script, file],
  accepts,
});
const flat = (kind: string): DocumentJudge => python(XML, new RegExp(`document .*opendocument\\.${kind}`));

export const DOCUMENT_JUDGES: Readonly<Record<string, DocumentJudge>> = {
  docx: python(PACKAGE, /^word\/document\.xml$/m),
  xlsx: python(PACKAGE, /^xl\/workbook\.xml$/m),
  pptx: python(PACKAGE, /^ppt\/presentation\.xml$/m),
  xlsb: python(PACKAGE, /^xl\/workbook\.bin$/m),
  slk: python(SYMBOLIC_LINK, /^[1-9]/),
  dif: python(INTERCHANGE, /^[1-9]/),
  dbf: python(DATABASE, /^[1-9]/),
  odt: python(PACKAGE, /^application\/vnd\.oasis\.opendocument\.text$/m),
  ods: python(PACKAGE, /^application\/vnd\.oasis\.opendocument\.spreadsheet$/m),
  odp: python(PACKAGE, /^application\/vnd\.oasis\.opendocument\.presentation$/m),
  odg: python(PACKAGE, /^application\/vnd\.oasis\.opendocument\.graphics$/m),
  fodt: flat('text'),
  fods: flat('spreadsheet'),
  fodp: flat('presentation'),
  fodg: flat('graphics'),
  hwpx: python(PACKAGE, /^Contents\/section0\.xml$[\s\S]*^application\/hwp\+zip$/m),
  hwp: python(COMPOUND, /HWP Document File[\s\S]*BodyText|BodyText[\s\S]*HWP Document File/),
  doc: python(COMPOUND, /WordDocument/),
  xls: python(COMPOUND, /Workbook/),
  ppt: python(COMPOUND, /PowerPoint Document/),
  rtf: python(RICH_TEXT, /^True/),
  epub: python(PACKAGE, /^application\/epub\+zip$/m),
  html: python(MARKUP, /<html|<!doctype html/i),
  txt: python(TEXT, /^[1-9]/),
  csv: python(TABLE, /^[1-9]/),
  tsv: python(TABLE, /^[1-9]/),
  mobi: python(KINDLE, /^[1-9]/),
  fb2: python(XML, /FictionBook/),
  docbook: python(XML, /docbook/),
  jats: python(XML, /^article/),
  tei: python(XML, /TEI/),
  opml: python(XML, /^opml/),
  ipynb: python(NOTEBOOK, /^[1-9]/),
  tex: python(TEXT, /^[1-9]/),
  md: python(TEXT, /^[1-9]/),
  rst: python(TEXT, /^[1-9]/),
  typ: python(TEXT, /^[1-9]/),
  adoc: python(TEXT, /^[1-9]/),
  org: python(TEXT, /^[1-9]/),
  textile: python(TEXT, /^[1-9]/),
  mediawiki: python(TEXT, /^[1-9]/),
  dokuwiki: python(TEXT, /^[1-9]/),
  man: python(TEXT, /^[1-9]/),
  texinfo: python(TEXT, /^[1-9]/),
};
