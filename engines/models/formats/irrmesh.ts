import { ConversionError } from '@bakkum/conversion/errors';
import { descendantsOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';
import type { Material, Mesh, Reading } from '@bakkum/model-scene/scene';
import { rootOf } from '../markup.ts';
import { finished, type MeshBuilder, meshBuilder } from '../mesh-builder.ts';

/** Numbers per vertex by type: position, normal, colour, texture; then a second texture, or two tangents. */
const WIDTHS: Readonly<Record<string, number>> = { standard: 9, '2tcoords': 11, tangents: 15 };

/** Reads static meshes of the Irrlicht engine. Its z axis is reversed, which also inverts the vertex order. */
export function readIrrMesh(file: Uint8Array): Reading {
  const buffers = elementsOf(rootOf(inUtf8(file), 'mesh')).filter(({ name }) => name === 'buffer');
  if (buffers.length === 0) throw new ConversionError('unsupported-feature', 'a mesh without buffers');
  const materials = buffers.map(materialOf);
  const isTextured = buffers.some((buffer) =>
    [...descendantsOf(buffer, 'texture')].some(({ attributes }) => attributes['value']),
  );
  const meshes = buffers.map((buffer, material): Mesh => meshOf(buffer, { ...meshBuilder(), material }));
  return { scene: { meshes, materials, up: 'y' }, warnings: isTextured ? [{ code: 'materials-dropped' }] : [] };
}

/** Decodes UTF-16, which the engine writes. */
function inUtf8(file: Uint8Array): Uint8Array {
  const isWide = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff);
  if (!isWide) return file;
  return new TextEncoder().encode(new TextDecoder(file[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(file));
}

/** Alpha, red, green, blue. */
function shadeOf(hex: string): readonly [number, number, number, number] {
  const [alpha = 1, red = 1, green = 1, blue = 1] = [0, 2, 4, 6].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [red, green, blue, alpha];
}

function materialOf(buffer: XmlElement): Material {
  const colour = [...descendantsOf(buffer, 'color')].find(({ attributes }) => attributes['name'] === 'Diffuse');
  return { colour: shadeOf(colour?.attributes['value'] ?? 'ffcccccc') };
}

const wordsIn = (element: XmlElement | undefined): readonly string[] =>
  (element?.children ?? [])
    .filter((child) => typeof child === 'string')
    .join(' ')
    .split(/\s+/)
    .filter((word) => word !== '');

function meshOf(buffer: XmlElement, builder: MeshBuilder): Mesh {
  const children = elementsOf(buffer);
  const vertices = children.find(({ name }) => name === 'vertices');
  const indices = children.find(({ name }) => name === 'indices');
  const width = WIDTHS[vertices?.attributes['type'] ?? 'standard'];
  const words = wordsIn(vertices);
  const count = Number(vertices?.attributes['vertexCount']);
  if (!width || words.length !== count * width)
    throw new ConversionError('corrupt', `${words.length} numbers for ${count} vertices`);
  for (let at = 0; at < words.length; at += width) addVertex(builder, words.slice(at, at + 9));
  const corners = wordsIn(indices).map(Number);
  if (corners.length !== Number(indices?.attributes['indexCount']) || corners.length % 3 !== 0)
    throw new ConversionError('corrupt', `${corners.length} corners`);
  for (let at = 0; at < corners.length; at += 3) {
    builder.corners.push(...corners.slice(at, at + 3).reverse());
    builder.sizes.push(3);
  }
  return finished(builder);
}

function addVertex({ positions, normals, uvs, colours }: MeshBuilder, words: readonly string[]): void {
  const [x = 0, y = 0, z = 0, nx = 0, ny = 0, nz = 0] = words.slice(0, 6).map(Number);
  positions.push(x, y, -z);
  normals.push(nx, ny, -nz);
  colours.push(...shadeOf(words[6] ?? 'ffffffff'));
  // The texture's v axis points down.
  uvs.push(Number(words[7]), 1 - Number(words[8]));
}
