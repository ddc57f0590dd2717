/** Judges of models: the native Assimp library, or Python code that parses the format by its specification. */
type ModelJudge = { readonly program: string; readonly arguments: (file: string) => readonly string[]; readonly accepts: RegExp };

/** Requires meshes with vertices and faces. */
const assimp: ModelJudge = {
  program: 'assimp',
  arguments: (file) => ['info', file],
  accepts: /Vertices: +[1-9]\d*\s+Faces: +[1-9]/,
};

const python = (script: string, accepts = /^[1-9]\d* [1-9]/): ModelJudge => ({
  program: '/usr/bin/python3',
  arguments: (file) => ['-c', script, file],
  accepts,
});

/** Checks braces, the length of every list of numbers, and that every index is below the number of points. */
const WRL = `
import re, sys
text = open(sys.argv[1], encoding='utf-8').read()
assert text.startswith('#VRML V2.0 utf8') and text.count('{') == text.count('}') and text.count('[') == text.count(']')
faces = re.findall(r'coordIndex \\[ ([^\\]]*) \\]', text)
total = 0
for found in re.findall(r'coord Coordinate \\{\\s*point \\[ ([^\\]]*) \\]', text):
    numbers = [float(word) for word in re.split(r'[\\s,]+', found.strip())]
    assert len(numbers) % 3 == 0
    total += len(numbers) // 3
count = 0
for found in faces:
    numbers = [int(word) for word in found.split()]
    assert max(numbers) < total
    count += numbers.count(-1)
print(total, count or total)
`;

/** Universal Scene Description as text, alone or in a zip of stored files at multiples of 64 bytes. */
const USD = `
import re, struct, sys, zipfile
data = open(sys.argv[1], 'rb').read()
if data[:2] == b'PK':
    archive = zipfile.ZipFile(sys.argv[1])
    assert archive.testzip() is None
    for info in archive.infolist():
        assert info.compress_type == 0
        name, extra = struct.unpack('<HH', data[info.header_offset + 26:info.header_offset + 30])
        assert (info.header_offset + 30 + name + extra) % 64 == 0
    data = archive.read(archive.namelist()[0])
text = data.decode()
assert text.startswith('#usda 1.0') and text.count('{') == text.count('}') and text.count('(') == text.count(')')
points = faces = 0
for block in re.split(r'def (?:Mesh|Points)', text)[1:]:
    here = len(re.findall(r'\\([^)]*\\)', re.search(r'points = \\[([^\\]]*)\\]', block).group(1)))
    points += here
    sizes = re.search(r'faceVertexCounts = \\[([^\\]]*)\\]', block)
    if not sizes: continue
    sizes = [int(each) for each in sizes.group(1).split(',')]
    corners = [int(each) for each in re.search(r'faceVertexIndices = \\[([^\\]]*)\\]', block).group(1).split(',')]
    assert sum(sizes) == len(corners) and max(corners) < here
    faces += len(sizes)
print(points, faces or points)
`;

const CLOUD = `
import sys
rows = [line.split() for line in open(sys.argv[1]).read().splitlines() if line]
if sys.argv[1].endswith('pcd'):
    start = next(at for at, row in enumerate(rows) if row[0] == 'DATA') + 1
    count = next(int(row[1]) for row in rows if row[0] == 'POINTS')
    rows = rows[start:]
    assert len(rows) == count
for row in rows: assert len(row) >= 3 and [float(word) for word in row]
print(len(rows), len(rows[0]))
`;

/** Points, then polygons or single points, whose indices exist. */
const VTK = `
import sys
lines = open(sys.argv[1]).read().splitlines()
assert lines[0].startswith('# vtk DataFile') and lines[2:4] == ['ASCII', 'DATASET POLYDATA']
words = ' '.join(lines[4:]).split()
count = int(words[1])
assert words[0] == 'POINTS' and [float(word) for word in words[3:3 + count * 3]]
rest = words[3 + count * 3:]
cells, size = int(rest[1]), int(rest[2])
numbers = [int(word) for word in rest[3:]]
assert rest[0] in ('POLYGONS', 'VERTICES') and len(numbers) == size
at = 0
for _ in range(cells):
    assert max(numbers[at + 1:at + 1 + numbers[at]]) < count
    at += 1 + numbers[at]
assert at == size
print(count, cells)
`;

const DXF = `
import ezdxf, sys
drawing = ezdxf.readfile(sys.argv[1])
print(sum(1 for each in drawing.modelspace()), 1)
`;

export const MODEL_JUDGES: Readonly<Record<string, ModelJudge>> = {
  obj: assimp,
  stl: assimp,
  ply: assimp,
  off: assimp,
  gltf: assimp,
  glb: assimp,
  '3mf': assimp,
  amf: assimp,
  dae: assimp,
  x3d: assimp,
  ac3d: assimp,
  x: assimp,
  wrl: python(WRL),
  usd: python(USD),
  usdz: python(USD),
  xyz: python(CLOUD),
  'point-cloud': python(CLOUD),
  vtk: python(VTK),
  dxf: python(DXF),
};
