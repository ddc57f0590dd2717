import { decodeBase64 } from '@bakkum/bytes/bytes';
import type { Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Attribute, Material, Mesh, Reading } from '@bakkum/model-scene/scene';
import { composed, IDENTITY, type Matrix, multiplied, placed } from '@bakkum/model-scene/transform';

type Json = { readonly [key: string]: unknown };
type Source = {
  readonly json: Json;
  readonly binary: Uint8Array<ArrayBuffer> | undefined;
  readonly buffers: Map<number, Uint8Array<ArrayBuffer>>;
};

/** Reads glTF 2.0 as GLB or as text with embedded data. External files are not available in a browser. */
export function readGltf(file: Uint8Array<ArrayBuffer>): Reading {
  const source = { ...partsOf(file), buffers: new Map<number, Uint8Array<ArrayBuffer>>() };
  const { json } = source;
  assertReadable(json);
  const materials = listOf(json, 'materials').map((material) => materialOf(source, material));
  const meshes = placedMeshes(source);
  if (meshes.length === 0) throw new ConversionError('empty', 'glTF without meshes');
  const moves = listOf(json, 'animations').length > 0 || listOf(json, 'skins').length > 0;
  const warnings: Warning[] = moves ? [{ code: 'motion-dropped' }] : [];
  return { scene: { meshes, materials, unit: 'm', up: 'y' }, warnings };
}

const MAGIC = 0x46_54_6c_67;
const BINARY_CHUNK = 0x00_4e_49_42;

function partsOf(file: Uint8Array<ArrayBuffer>): { json: Json; binary: Uint8Array<ArrayBuffer> | undefined } {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  if (file.length < 20 || view.getUint32(0, true) !== MAGIC) return { json: parsed(file), binary: undefined };
  if (view.getUint32(4, true) !== 2) throw new ConversionError('unsupported-feature', 'GLB of another version than 2');
  const length = view.getUint32(12, true);
  const next = 20 + length;
  if (next > file.length) throw new ConversionError('corrupt', 'GLB is cut off');
  const hasBinary = next + 8 <= file.length && view.getUint32(next + 4, true) === BINARY_CHUNK;
  const binary = hasBinary ? file.subarray(next + 8, next + 8 + view.getUint32(next, true)) : undefined;
  return { json: parsed(file.subarray(20, next)), binary };
}

function parsed(text: Uint8Array): Json {
  try {
    return objectOf(JSON.parse(new TextDecoder().decode(text)));
  } catch (cause) {
    throw new ConversionError('corrupt', 'no JSON', { cause });
  }
}

const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  ...['KHR_materials_unlit', 'KHR_materials_pbrSpecularGlossiness', 'KHR_texture_transform', 'KHR_mesh_quantization'],
  ...[
    'KHR_materials_ior',
    'KHR_materials_specular',
    'KHR_materials_transmission',
    'KHR_materials_clearcoat',
    'KHR_lights_punctual',
    'VRM',
  ],
]);

function assertReadable(json: Json): void {
  const { version } = objectOf(json['asset']);
  if (typeof version !== 'string' || !version.startsWith('2'))
    throw new ConversionError('unsupported-feature', 'glTF of another version than 2');
  const required = arrayOf(json['extensionsRequired']).filter((name) => !KNOWN_EXTENSIONS.has(String(name)));
  if (required.length > 0) throw new ConversionError('unsupported-feature', `needs ${required.join(', ')}`);
}

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numbersOf = (value: unknown): readonly number[] | undefined => (Array.isArray(value) ? value.map(Number) : undefined);

/** @throws ConversionError `corrupt` instead of taking a damaged list for a missing one */
function listOf(json: Json, key: string): readonly Json[] {
  const value = json[key];
  if (value !== undefined && !Array.isArray(value)) throw new ConversionError('corrupt', `${key} is no list`);
  return arrayOf(value).map(objectOf);
}

function placedMeshes(source: Source): readonly Mesh[] {
  const nodes = listOf(source.json, 'nodes');
  const scenes = listOf(source.json, 'scenes');
  const start = scenes[Number(source.json['scene'] ?? 0)];
  const roots = start ? arrayOf(start['nodes']).map(Number) : rootsOf(nodes);
  const found: Mesh[] = [];
  const visited = new Set<number>();
  let isTree = true;
  const visit = (index: number, above: Matrix): void => {
    const node = nodes[index];
    if (!node) return;
    if (visited.has(index)) {
      isTree = false;
      return;
    }
    visited.add(index);
    const matrix = multiplied(above, matrixOf(node));
    if (node['mesh'] !== undefined) for (const mesh of meshesOf(source, Number(node['mesh']))) found.push(placed(mesh, matrix));
    for (const child of arrayOf(node['children'])) visit(Number(child), matrix);
  };
  for (const root of roots) visit(root, IDENTITY);
  if (found.length === 0 && !isTree) throw new ConversionError('corrupt', 'nodes in a circle');
  return found;
}

function rootsOf(nodes: readonly Json[]): readonly number[] {
  const children = new Set(nodes.flatMap((node) => arrayOf(node['children']).map(Number)));
  return nodes.map((_, index) => index).filter((index) => !children.has(index));
}

function matrixOf(node: Json): Matrix {
  const matrix = numbersOf(node['matrix']);
  if (matrix?.length === 16) return matrix;
  return composed(
    numbersOf(node['translation']) ?? [0, 0, 0],
    numbersOf(node['rotation']) ?? [0, 0, 0, 1],
    numbersOf(node['scale']) ?? [1, 1, 1],
  );
}

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

function meshesOf(source: Source, index: number): readonly Mesh[] {
  const mesh = listOf(source.json, 'meshes')[index];
  if (!mesh) throw new ConversionError('corrupt', `no mesh ${index}`);
  const name = typeof mesh['name'] === 'string' ? { name: mesh['name'] } : {};
  return listOf(mesh, 'primitives').flatMap((primitive) => {
    const made = primitiveOf(source, primitive);
    return made ? [{ ...name, ...made }] : [];
  });
}

function primitiveOf(source: Source, primitive: Json): Mesh | undefined {
  const mode = Number(primitive['mode'] ?? TRIANGLES);
  if (mode !== 0 && mode < TRIANGLES) return undefined; // lines
  const attributes = objectOf(primitive['attributes']);
  const of = (name: string) => (attributes[name] === undefined ? undefined : accessorOf(source, Number(attributes[name])));
  const positions = of('POSITION');
  if (!positions) return undefined;
  const count = positions.values.length / 3;
  const given = primitive['indices'] === undefined ? undefined : accessorOf(source, Number(primitive['indices'])).values;
  const order = given ?? Float64Array.from({ length: count }, (_, at) => at);
  if (order.some((vertex) => vertex >= count)) throw new ConversionError('corrupt', 'an index beyond the vertices');
  const corners = mode === 0 ? new Uint32Array() : triangles(order, mode);
  return {
    positions: positions.values,
    corners,
    ...surfaceOf(of, count),
    ...(primitive['material'] === undefined ? {} : { material: Number(primitive['material']) }),
  };
}

function surfaceOf(of: (name: string) => Accessor | undefined, count: number): Pick<Mesh, 'normals' | 'uvs' | 'colours'> {
  const normals = attributeOf(of('NORMAL'), 3);
  const uvs = attributeOf(of('TEXCOORD_0'), 2);
  const colours = coloursOf(of('COLOR_0'));
  return {
    ...(normals?.values.length === count * 3 ? { normals } : {}),
    ...(uvs?.values.length === count * 2 ? { uvs: flipped(uvs) } : {}),
    ...(colours?.values.length === count * 4 ? { colours } : {}),
  };
}

function triangles(order: Float64Array, mode: number): Uint32Array {
  if (mode !== STRIP && mode !== FAN) return Uint32Array.from(order.subarray(0, order.length - (order.length % 3)));
  const corners: number[] = [];
  for (let at = 0; at + 2 < order.length; at += 1) {
    const [a = 0, b = 0, c = 0] = mode === FAN ? [order[0], order[at + 1], order[at + 2]] : order.subarray(at, at + 3);
    corners.push(...(mode === STRIP && at % 2 === 1 ? [b, a, c] : [a, b, c]));
  }
  return Uint32Array.from(corners);
}

type Accessor = { readonly values: Float64Array; readonly size: number };

const COMPONENTS: Readonly<
  Record<number, { readonly bytes: number; readonly full: number; readonly read: (view: DataView, at: number) => number }>
> = {
  5120: { bytes: 1, full: 127, read: (view, at) => view.getInt8(at) },
  5121: { bytes: 1, full: 255, read: (view, at) => view.getUint8(at) },
  5122: { bytes: 2, full: 32_767, read: (view, at) => view.getInt16(at, true) },
  5123: { bytes: 2, full: 65_535, read: (view, at) => view.getUint16(at, true) },
  5125: { bytes: 4, full: 4_294_967_295, read: (view, at) => view.getUint32(at, true) },
  5126: { bytes: 4, full: 1, read: (view, at) => view.getFloat32(at, true) },
};
const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

function accessorOf(source: Source, index: number): Accessor {
  const accessor = listOf(source.json, 'accessors')[index] ?? {};
  const component = COMPONENTS[Number(accessor['componentType'])];
  const size = SIZES[String(accessor['type'])];
  const count = Number(accessor['count']);
  if (!component || !size || !(count >= 0)) throw new ConversionError('corrupt', `no accessor ${index}`);
  if (accessor['sparse'] !== undefined) throw new ConversionError('unsupported-feature', 'sparse accessor');
  const values = new Float64Array(count * size);
  if (accessor['bufferView'] === undefined || count === 0) return { values, size };
  const { bytes, stride } = viewOf(source, Number(accessor['bufferView']));
  const step = stride || component.bytes * size;
  const start = Number(accessor['byteOffset'] ?? 0);
  if (start + (count - 1) * step + component.bytes * size > bytes.length)
    throw new ConversionError('corrupt', 'an accessor beyond its data');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const divisor = accessor['normalized'] === true ? component.full : 1;
  for (let place = 0; place < values.length; place += 1) {
    const at = start + Math.floor(place / size) * step + (place % size) * component.bytes;
    values[place] = component.read(view, at) / divisor;
  }
  return { values, size };
}

function viewOf(source: Source, index: number): { readonly bytes: Uint8Array<ArrayBuffer>; readonly stride: number } {
  const view = listOf(source.json, 'bufferViews')[index];
  if (!view) throw new ConversionError('corrupt', `no buffer view ${index}`);
  const buffer = bufferOf(source, Number(view['buffer']));
  const start = Number(view['byteOffset'] ?? 0);
  return { bytes: buffer.subarray(start, start + Number(view['byteLength'])), stride: Number(view['byteStride'] ?? 0) };
}

function bufferOf(source: Source, index: number): Uint8Array<ArrayBuffer> {
  const known = source.buffers.get(index);
  if (known) return known;
  const uri = listOf(source.json, 'buffers')[index]?.['uri'];
  if (uri !== undefined && typeof uri !== 'string') throw new ConversionError('corrupt', 'an address that is no text');
  const bytes = uri === undefined ? source.binary : dataOf(uri);
  if (!bytes) throw new ConversionError('parts-elsewhere', 'data in another file');
  source.buffers.set(index, bytes);
  return bytes;
}

function dataOf(uri: unknown): Uint8Array<ArrayBuffer> | undefined {
  const [, base64] = /^data:[^,]*;base64,([\s\S]*)$/.exec(typeof uri === 'string' ? uri : '') ?? [];
  return base64 === undefined ? undefined : decodeBase64(base64);
}

function attributeOf(accessor: Accessor | undefined, size: 2 | 3): Attribute | undefined {
  return accessor?.size === size ? { values: Float32Array.from(accessor.values), size } : undefined;
}

/** glTF counts texture rows from the top. */
const flipped = (uvs: Attribute): Attribute => ({
  ...uvs,
  values: uvs.values.map((value, at) => (at % 2 === 1 ? 1 - value : value)),
});

/** Reads linear colours with three or four components. */
function coloursOf(accessor: Accessor | undefined): Attribute | undefined {
  if (!accessor || accessor.size < 3) return undefined;
  const count = accessor.values.length / accessor.size;
  const values = new Float32Array(count * 4);
  for (let at = 0; at < count; at += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = accessor.values.subarray(at * accessor.size, (at + 1) * accessor.size);
    values.set([toSrgb(red), toSrgb(green), toSrgb(blue), accessor.size === 4 ? alpha : 1], at * 4);
  }
  return { values, size: 4 };
}

/** IEC 61966-2-1, rounded to the accuracy of single precision. */
export function toSrgb(linear: number): number {
  const value = linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, value)) * 1e6) / 1e6;
}

function materialOf(source: Source, material: Json): Material {
  const pbr = objectOf(material['pbrMetallicRoughness']);
  const [red = 1, green = 1, blue = 1, alpha = 1] = numbersOf(pbr['baseColorFactor']) ?? [];
  const picture = pictureOf(source, objectOf(pbr['baseColorTexture'])['index']);
  return {
    ...(typeof material['name'] === 'string' ? { name: material['name'] } : {}),
    colour: [toSrgb(red), toSrgb(green), toSrgb(blue), material['alphaMode'] === 'BLEND' ? alpha : 1],
    metallic: Number(pbr['metallicFactor'] ?? 1),
    roughness: Number(pbr['roughnessFactor'] ?? 1),
    ...(picture ? { picture } : {}),
  };
}

function pictureOf(source: Source, texture: unknown): Material['picture'] {
  if (texture === undefined) return undefined;
  const image = listOf(source.json, 'images')[Number(listOf(source.json, 'textures')[Number(texture)]?.['source'])];
  if (!image) return undefined;
  const bytes = image['bufferView'] === undefined ? dataOf(image['uri']) : viewOf(source, Number(image['bufferView'])).bytes;
  if (!bytes) return undefined;
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return { bytes, mediaType: 'image/png' };
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? { bytes, mediaType: 'image/jpeg' } : undefined;
}
