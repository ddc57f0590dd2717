import { eachPolygon, trianglesOf } from '@bakkum/model-scene/polygons';
import { type Mesh, polygonCount, type Rgba, type Scene, vertexCount } from '@bakkum/model-scene/scene';

const GREY: Rgba = [0.8, 0.8, 0.8, 1];
const quoted = (name: string | undefined, otherwise: string): string => `"${(name || otherwise).replaceAll(/["\\]/g, "'")}"`;

/** Writes AC3D with two-sided polygons. */
export function writeAc3d({ meshes, materials }: Scene): string {
  const palette = materials.length > 0 ? materials : [{ name: 'plain', colour: GREY }];
  const solids = meshes.filter(({ corners }) => corners.length > 0);
  const parts = ['AC3Db\n'];
  palette.forEach(({ name, colour: [red, green, blue, alpha] }, at) => {
    parts.push(
      `MATERIAL ${quoted(name, `material ${at + 1}`)} rgb ${red} ${green} ${blue} amb ${red} ${green} ${blue} emis 0 0 0 spec 0.2 0.2 0.2 shi 10 trans ${1 - alpha}\n`,
    );
  });
  parts.push(`OBJECT world\nkids ${solids.length}\n`);
  solids.forEach((mesh, at) => {
    parts.push(`OBJECT poly\nname ${quoted(mesh.name, `part ${at + 1}`)}\nnumvert ${vertexCount(mesh)}\n`);
    for (let place = 0; place < mesh.positions.length; place += 3)
      parts.push(`${mesh.positions.subarray(place, place + 3).join(' ')}\n`);
    parts.push(`numsurf ${polygonCount(mesh)}\n`);
    writeSurfaces(parts, mesh);
    parts.push('kids 0\n');
  });
  return parts.join('');
}

function writeSurfaces(parts: string[], mesh: Mesh): void {
  const { uvs } = mesh;
  eachPolygon(mesh, (first, size) => {
    parts.push(`SURF 0x20\nmat ${mesh.material ?? 0}\nrefs ${size}\n`);
    for (let corner = first; corner < first + size; corner += 1) {
      const vertex = mesh.corners[corner] ?? 0;
      const place = (uvs?.corners?.[corner] ?? vertex) * 2;
      parts.push(`${vertex} ${uvs?.values[place] ?? 0} ${uvs?.values[place + 1] ?? 0}\n`);
    }
  });
}

/** Writes DirectX as text. It is left-handed: z is mirrored, and with it the vertex order. */
export function writeDirectX({ meshes, materials }: Scene): string {
  const solids = meshes.filter(({ corners }) => corners.length > 0);
  const parts = ['xof 0303txt 0032\n\nFrame Root {\n'];
  solids.forEach((mesh, at) => {
    parts.push(`Mesh part_${at + 1} {\n${vertexCount(mesh)};\n`);
    const rows: string[] = [];
    for (let place = 0; place < mesh.positions.length; place += 3) {
      const [x, y, z = 0] = mesh.positions.subarray(place, place + 3);
      rows.push(`${decimal(x)};${decimal(y)};${decimal(-z)};`);
    }
    parts.push(`${rows.join(',\n')};\n${polygonCount(mesh)};\n${facesOf(mesh)};\n`);
    writeSurface(parts, materials[mesh.material ?? -1]?.colour ?? GREY, polygonCount(mesh));
    parts.push('}\n');
  });
  return `${parts.join('')}}\n`;
}

/** The format requires a decimal point in every real number. */
const decimal = (value = 0): string =>
  Number.isInteger(value) ? value.toFixed(1) : String(Math.fround(value) === value ? value : value.toPrecision(9));

function facesOf(mesh: Mesh): string {
  const faces: string[] = [];
  eachPolygon(mesh, (first, size) => {
    faces.push(
      `${size};${mesh.corners
        .slice(first, first + size)
        .reverse()
        .join(',')};`,
    );
  });
  return faces.join(',\n');
}

function writeSurface(parts: string[], [red, green, blue, alpha]: Rgba, faces: number): void {
  const places = Array.from({ length: faces }, () => 0).join(',');
  parts.push(
    `MeshMaterialList {\n1;\n${faces};\n${places};\nMaterial {\n${[red, green, blue, alpha].map(decimal).join(';')};;\n10.0;\n0.2;0.2;0.2;;\n0.0;0.0;0.0;;\n}\n}\n`,
  );
}

/** Writes DXF release 12: a 3DFACE per triangle or quad, a layer per mesh. */
export function writeDxf({ meshes }: Scene): string {
  const parts = ['0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n'];
  meshes.forEach((mesh, at) => {
    const layer = `PART_${at + 1}`;
    const point = (code: number, vertex: number): string =>
      [0, 1, 2].map((axis) => `${code + axis * 10}\n${mesh.positions[vertex * 3 + axis] ?? 0}\n`).join('');
    if (mesh.corners.length === 0)
      for (let vertex = 0; vertex < vertexCount(mesh); vertex += 1) parts.push(`0\nPOINT\n8\n${layer}\n${point(10, vertex)}`);
    for (const corners of quadsOf(mesh))
      parts.push(
        `0\n3DFACE\n8\n${layer}\n`,
        ...[0, 1, 2, 3].map((step) => point(10 + step, corners[Math.min(step, corners.length - 1)] ?? 0)),
      );
  });
  return `${parts.join('')}0\nENDSEC\n0\nEOF\n`;
}

/** Keeps triangles and quads, and splits larger polygons into triangles. */
function quadsOf(mesh: Mesh): readonly (readonly number[])[] {
  const largest = mesh.sizes?.reduce((most, size) => Math.max(most, size), 0) ?? 3;
  const faces: number[][] = [];
  if (largest <= 4)
    eachPolygon(mesh, (first, size) => {
      faces.push([...mesh.corners.subarray(first, first + size)]);
    });
  else {
    const fan = trianglesOf(mesh);
    for (let at = 0; at < fan.length; at += 3) faces.push([0, 1, 2].map((step) => mesh.corners[fan[at + step] ?? 0] ?? 0));
  }
  return faces;
}

/** Writes a VTK legacy file of polygons as text. */
export function writeVtk({ meshes }: Scene): string {
  const vertices = meshes.reduce((sum, mesh) => sum + vertexCount(mesh), 0);
  const parts = [`# vtk DataFile Version 3.0\nBakkum\nASCII\nDATASET POLYDATA\nPOINTS ${vertices} double\n`];
  for (const { positions } of meshes)
    for (let at = 0; at < positions.length; at += 3) parts.push(`${positions.subarray(at, at + 3).join(' ')}\n`);
  const rows: string[] = [];
  let numbers = 0;
  let before = 0;
  for (const mesh of meshes) {
    eachPolygon(mesh, (first, size) => {
      rows.push(`${size} ${Array.from(mesh.corners.subarray(first, first + size), (corner) => corner + before).join(' ')}\n`);
      numbers += size + 1;
    });
    before += vertexCount(mesh);
  }
  if (rows.length > 0) return `${parts.join('')}POLYGONS ${rows.length} ${numbers}\n${rows.join('')}`;
  return `${parts.join('')}VERTICES ${vertices} ${vertices * 2}\n${Array.from({ length: vertices }, (_, at) => `1 ${at}\n`).join('')}`;
}
