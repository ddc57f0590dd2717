/** Judges of colour palettes: Python code that parses the formats by their specifications and counts the colours. */
type SwatchJudge = {
  readonly program: string;
  readonly arguments: (file: string) => readonly string[];
  readonly accepts: RegExp;
};

const SCRIPT = `
import json, re, struct, sys
import xml.etree.ElementTree as tree
data = open(sys.argv[1], 'rb').read()
kind = sys.argv[2]
def ase():
    assert data[:4] == b'ASEF'
    count, at, colours = struct.unpack('>I', data[8:12])[0], 12, 0
    for _ in range(count):
        block, length = struct.unpack('>HI', data[at:at + 6])
        if block == 1:
            name = struct.unpack('>H', data[at + 6:at + 8])[0]
            assert data[at + 8:at + 8 + name * 2].decode('utf-16be').endswith('\\0')
            assert data[at + 8 + name * 2:at + 12 + name * 2] in (b'RGB ', b'CMYK', b'LAB ', b'Gray')
            colours += 1
        at += 6 + length
    assert at == len(data)
    return colours
def aco():
    count = struct.unpack('>HH', data[:4])
    at = 4 + count[1] * 10
    assert count[0] == 1 and struct.unpack('>HH', data[at:at + 4]) == (2, count[1])
    at += 4
    for _ in range(count[1]):
        name = struct.unpack('>I', data[at + 10:at + 14])[0]
        data[at + 14:at + 14 + name * 2].decode('utf-16be')
        at += 14 + name * 2
    assert at == len(data)
    return count[1]
def act():
    assert len(data) == 772
    return struct.unpack('>H', data[768:770])[0]
def rows(pattern):
    return len(re.findall(pattern, data.decode(), re.M))
def gpl():
    assert data.startswith(b'GIMP Palette\\n')
    return rows(r'^ *\\d+ +\\d+ +\\d+')
def pal():
    lines = data.decode().split('\\r\\n')
    assert lines[:2] == ['JASC-PAL', '0100'] and int(lines[2]) == len(lines) - 4
    return int(lines[2])
def soc():
    return len([each for each in tree.fromstring(data).iter() if each.tag.endswith('}color')])
def css():
    return rows(r'^  --[^:]+: #[0-9a-f]{6};$')
def hex():
    return rows(r'^[0-9a-f]{6}$')
print(locals()[kind](), 'colours')
`;

const judge = (format: string): SwatchJudge => ({
  program: 'python3',
  arguments: (file) => ['-c', SCRIPT, file, format],
  accepts: /^[1-9]\d* colours/,
});

export const SWATCH_JUDGES: Readonly<Record<string, SwatchJudge>> = Object.fromEntries(
  ['ase', 'aco', 'act', 'gpl', 'pal', 'soc', 'css', 'hex'].map((format) => [format, judge(format)]),
);
