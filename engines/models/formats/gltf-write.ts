import { concat, encodeBase64 } from '@bakkum/bytes/bytes';
import { type Unified, unified } from '@bakkum/model-scene/polygons';
import type { Material, Mesh, Scene } from '@bakkum/model-scene/scene';

type Json = Record<string, unknown>;
type Draft = { readonly views: Json[]; readonly accessors: Json[]; readonly pieces: Uint8Array<ArrayBuffer>[]; length: number };

const FLOAT = 5126;
const UNSIGNED = 5125;
const VERTICES = 34_962;
const INDICES = 34_963;

/** Writes glTF 2.0 in metres, y up: data is embedded in text, or appended in GLB. */
export function writeGltf(scene: Scene, isBinary: boolean): string | Uint8Array<ArrayBuffer> {
  const draft: Draft = { views: [], accessors: [], pieces: [], length: 0 };
  const meshes = scene.meshes.map((mesh) => meshOf(mesh, draft, scene.materials.length));
  const pictures = scene.materials.flatMap(({ picture }) => picture ?? []);
  const images = pictures.map(({ bytes, mediaType }) => ({ mimeType: mediaType, bufferView: viewOf(bytes, draft) }));
  const json: Json = {
    asset: { version: '2.0', generator: 'Bakkum' },
    scene: 0,
    scenes: [{ nodes: meshes.map((_, index) => index) }],
    nodes: scene.meshes.map(({ name }, mesh) => ({ mesh, ...(name ? { name } : {}) })),
    meshes,
    ...(scene.materials.length > 0 ? { materials: scene.materials.map((each) => materialOf(each, pictures)) } : {}),
    ...(images.length > 0 ? { images, textures: images.map((_, source) => ({ source })) } : {}),
    accessors: draft.accessors,
    bufferViews: draft.views,
  };
  const data = concat(draft.pieces);
  if (isBinary) return binary({ ...json, buffers: [{ byteLength: data.length }] }, data);
  const uri = `data:application/octet-stream;base64,${encodeBase64(data)}`;
  return JSON.stringify({ ...json, buffers: [{ byteLength: data.length, uri }] });
}

function meshOf(mesh: Mesh, draft: Draft, materials: number): Json {
  const flat = unified(mesh);
  const primitive = {
    attributes: attributesOf(flat, draft),
    ...(flat.triangles.length > 0 ? { indices: accessorOf(flat.triangles, 'SCALAR', draft) } : { mode: 0 }),
    ...(mesh.material !== undefined && mesh.material < materials ? { material: mesh.material } : {}),
  };
  return { primitives: [primitive], ...(mesh.name ? { name: mesh.name } : {}) };
}

function attributesOf({ positions, normals, uvs, colours }: Unified, draft: Draft): Json {
  return {
    POSITION: accessorOf(Float32Array.from(positions), 'VEC3', draft),
    ...(normals ? { NORMAL: accessorOf(ofLengthOne(normals), 'VEC3', draft) } : {}),
    ...(uvs
      ? {
          TEXCOORD_0: accessorOf(
            uvs.map((value, at) => (at % 2 === 1 ? 1 - value : value)),
            'VEC2',
            draft,
          ),
        }
      : {}),
    ...(colours
      ? {
          COLOR_0: accessorOf(
            colours.map((value, at) => (at % 4 === 3 ? value : toLinear(value))),
            'VEC4',
            draft,
          ),
        }
      : {}),
  };
}

/** Normalizes vectors, which the format requires and files do not guarantee. */
function ofLengthOne(normals: Float32Array): Float32Array {
  const result = new Float32Array(normals.length);
  for (let at = 0; at < normals.length; at += 3) {
    const [x = 0, y = 0, z = 0] = normals.subarray(at, at + 3);
    const length = Math.hypot(x, y, z);
    result.set(length > 0 ? [x / length, y / length, z / length] : [0, 1, 0], at);
  }
  return result;
}

function accessorOf(values: Float32Array | Uint32Array, type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', draft: Draft): number {
  const size = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[type];
  const isIndex = values instanceof Uint32Array;
  const bytes = new Uint8Array(Uint8Array.from(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)));
  const bufferView = viewOf(bytes, draft, isIndex ? INDICES : VERTICES);
  const bounds = type === 'VEC3' ? boundsOf(values) : {};
  draft.accessors.push({ bufferView, componentType: isIndex ? UNSIGNED : FLOAT, count: values.length / size, type, ...bounds });
  return draft.accessors.length - 1;
}

function boundsOf(values: Float32Array | Uint32Array): Json {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  values.forEach((value, at) => {
    min[at % 3] = Math.min(min[at % 3] ?? 0, value);
    max[at % 3] = Math.max(max[at % 3] ?? 0, value);
  });
  return values.length > 0 ? { min, max } : {};
}

function viewOf(bytes: Uint8Array<ArrayBuffer>, draft: Draft, target?: number): number {
  draft.views.push({ buffer: 0, byteOffset: draft.length, byteLength: bytes.length, ...(target ? { target } : {}) });
  const padding = (4 - (bytes.length % 4)) % 4;
  draft.pieces.push(bytes, new Uint8Array(padding));
  draft.length += bytes.length + padding;
  return draft.views.length - 1;
}

/** IEC 61966-2-1. */
export function toLinear(shade: number): number {
  return shade <= 0.040_45 ? shade / 12.92 : ((shade + 0.055) / 1.055) ** 2.4;
}

function materialOf(
  { name, colour, metallic = 0, roughness = 0.8, picture }: Material,
  pictures: readonly Material['picture'][],
): Json {
  const [red, green, blue, alpha] = colour;
  return {
    ...(name ? { name } : {}),
    pbrMetallicRoughness: {
      baseColorFactor: [toLinear(red), toLinear(green), toLinear(blue), alpha],
      metallicFactor: metallic,
      roughnessFactor: roughness,
      ...(picture ? { baseColorTexture: { index: pictures.indexOf(picture) } } : {}),
    },
    doubleSided: true,
    ...(alpha < 1 ? { alphaMode: 'BLEND' } : {}),
  };
}

function binary(json: Json, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const room = text.length + ((4 - (text.length % 4)) % 4);
  const hasData = data.length > 0;
  const file = new Uint8Array(20 + room + (hasData ? 8 + data.length : 0));
  const view = new DataView(file.buffer);
  [0x46_54_6c_67, 2, file.length, room, 0x4e_4f_53_4a].forEach((value, at) => {
    view.setUint32(at * 4, value, true);
  });
  file.fill(0x20, 20, 20 + room);
  file.set(text, 20);
  if (!hasData) return file;
  view.setUint32(20 + room, data.length, true);
  view.setUint32(24 + room, 0x00_4e_49_42, true);
  file.set(data, 28 + room);
  return file;
}
