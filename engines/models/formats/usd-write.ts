import { type Attribute, type Material, METRES, type Mesh, polygonCount, type Scene } from '@bakkum/model-scene/scene';
import { strToU8, zipSync } from 'fflate';

/** Writes Universal Scene Description as text. */
export function writeUsd({ meshes, materials, unit = 'm', up = 'y' }: Scene): string {
  const parts = [
    `#usda 1.0\n(\n    defaultPrim = "Model"\n    metersPerUnit = ${METRES[unit]}\n    upAxis = "${up.toUpperCase()}"\n)\n\ndef Xform "Model"\n{\n`,
  ];
  if (materials.length > 0) parts.push(`    def Scope "Materials"\n    {\n${materials.map(materialOf).join('')}    }\n`);
  meshes.forEach((mesh, at) => writeMesh(parts, mesh, at));
  return `${parts.join('')}}\n`;
}

export const pictureName = (at: number, { picture }: Material): string =>
  `textures/${at}.${picture?.mediaType === 'image/png' ? 'png' : 'jpg'}`;

function materialOf(material: Material, at: number): string {
  const [red, green, blue, alpha] = material.colour;
  const path = `/Model/Materials/material${at}`;
  const colour = material.picture
    ? `color3f inputs:diffuseColor.connect = <${path}/texture.outputs:rgb>`
    : `color3f inputs:diffuseColor = (${red}, ${green}, ${blue})`;
  return [
    `def Material "material${at}"\n{\n    token outputs:surface.connect = <${path}/surface.outputs:surface>\n`,
    `    def Shader "surface"\n    {\n        uniform token info:id = "UsdPreviewSurface"\n        ${colour}\n        float inputs:opacity = ${alpha}\n`,
    `        float inputs:metallic = ${material.metallic ?? 0}\n        float inputs:roughness = ${material.roughness ?? 0.8}\n        token outputs:surface\n    }\n`,
    ...(material.picture ? [textureOf(material, at, path)] : []),
    '}\n',
  ]
    .join('')
    .replaceAll(/^(?=.)/gm, '        ');
}

const textureOf = (material: Material, at: number, path: string): string =>
  `    def Shader "texture"\n    {\n        uniform token info:id = "UsdUVTexture"\n        asset inputs:file = @${pictureName(at, material)}@\n        float2 inputs:st.connect = <${path}/coordinates.outputs:result>\n        token inputs:wrapS = "repeat"\n        token inputs:wrapT = "repeat"\n        float3 outputs:rgb\n    }\n    def Shader "coordinates"\n    {\n        uniform token info:id = "UsdPrimvarReader_float2"\n        string inputs:varname = "st"\n        float2 outputs:result\n    }\n`;

function tuples(values: Float64Array | Float32Array, size: number, kept = size): string {
  const parts: string[] = [];
  for (let at = 0; at < values.length; at += size) parts.push(`(${values.subarray(at, at + kept).join(', ')})`);
  return `[${parts.join(', ')}]`;
}

function writeMesh(parts: string[], mesh: Mesh, at: number): void {
  const isCloud = mesh.corners.length === 0;
  const bound = mesh.material === undefined ? '' : ' (\n        prepend apiSchemas = ["MaterialBindingAPI"]\n    )';
  parts.push(`    def ${isCloud ? 'Points' : 'Mesh'} "part${at + 1}"${bound}\n    {\n`);
  parts.push(`        point3f[] points = ${tuples(mesh.positions, 3)}\n`);
  if (!isCloud) {
    const sizes = mesh.sizes ?? new Uint32Array(polygonCount(mesh)).fill(3);
    parts.push(
      `        int[] faceVertexCounts = [${sizes.join(', ')}]\n        int[] faceVertexIndices = [${mesh.corners.join(', ')}]\n`,
    );
    parts.push('        uniform token subdivisionScheme = "none"\n        uniform bool doubleSided = 1\n');
  }
  writeAttribute(parts, 'normal3f[] normals', mesh.normals, 3);
  writeAttribute(parts, 'texCoord2f[] primvars:st', mesh.uvs, 2);
  writeAttribute(parts, 'color3f[] primvars:displayColor', mesh.colours, 3);
  if (mesh.material !== undefined) parts.push(`        rel material:binding = </Model/Materials/material${mesh.material}>\n`);
  parts.push('    }\n');
}

/** Writes corner values unindexed, because few readers support indexed normals. */
function writeAttribute(parts: string[], declaration: string, attribute: Attribute | undefined, kept: number): void {
  if (!attribute) return;
  const { values, size, corners } = attribute;
  const written = corners ? new Float32Array(corners.length * size) : values;
  corners?.forEach((place, at) => {
    written.set(values.subarray(place * size, place * size + size), at * size);
  });
  parts.push(
    `        ${declaration} = ${tuples(written, size, kept)} (\n            interpolation = "${corners ? 'faceVarying' : 'vertex'}"\n        )\n`,
  );
}

const ALIGNMENT = 64;
const LOCAL_HEADER = 30;
const EXTRA_HEADER = 4;
/** Extra field reserved for padding by the format. */
const EXTRA_ID = 0x1986;

/** Writes a zip of stored files aligned to 64 bytes, the scene first. */
export function writeUsdz(scene: Scene): Uint8Array<ArrayBuffer> {
  const pictures = scene.materials.flatMap((material, at) =>
    material.picture ? [{ name: pictureName(at, material), bytes: material.picture.bytes }] : [],
  );
  const members = [{ name: 'model.usda', bytes: strToU8(writeUsd(scene)) }, ...pictures];
  let at = 0;
  const entries = members.map(({ name, bytes }) => {
    const start = at + LOCAL_HEADER + name.length + EXTRA_HEADER;
    const padding = (ALIGNMENT - (start % ALIGNMENT)) % ALIGNMENT;
    at = start + padding + bytes.length;
    return [name, [bytes, { level: 0, mtime: '1980-01-01T00:00:00', extra: { [EXTRA_ID]: new Uint8Array(padding) } }]] as const;
  });
  return new Uint8Array(zipSync(Object.fromEntries(entries.map(([name, [bytes, options]]) => [name, [bytes, options]]))));
}
