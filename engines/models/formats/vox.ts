import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Material, Mesh, Reading, Rgba } from '@bakkum/model-scene/scene';
import { finished, type MeshBuilder, meshBuilder } from '../mesh-builder.ts';

type Voxels = { readonly size: readonly number[]; readonly cells: Uint8Array };

/** Reads MagicaVoxel: the outer faces of each voxel by colour. Several models are placed side by side. */
export function readVox(file: Uint8Array<ArrayBuffer>): Reading {
  const { models, palette } = chunksOf(file);
  if (models.length === 0) throw new ConversionError('corrupt', 'no model');
  let shift = 0;
  const meshes = models.flatMap((model) => {
    const made = meshesOf(model, shift);
    shift += (model.size[0] ?? 0) + 1;
    return made;
  });
  const used = [...new Set(meshes.map(({ material = 0 }) => material))].sort((a, b) => a - b);
  const materials = used.map((index): Material => ({ name: `colour ${index}`, colour: palette(index) }));
  return {
    scene: { meshes: meshes.map((mesh) => ({ ...mesh, material: used.indexOf(mesh.material ?? 0) })), materials, up: 'z' },
    warnings: [],
  };
}

function chunksOf(file: Uint8Array<ArrayBuffer>): { models: Voxels[]; palette: (index: number) => Rgba } {
  const view = viewOf(file);
  const models: Voxels[] = [];
  let colours: Uint8Array | undefined;
  let size: readonly number[] = [];
  for (let at = 20; at + 12 <= file.length; ) {
    const id = new TextDecoder('latin1').decode(file.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    const body = at + 12;
    if (body + length > file.length) throw new ConversionError('corrupt', `chunk ${id} is cut off`);
    if (id === 'SIZE') size = [0, 4, 8].map((place) => view.getUint32(body + place, true));
    if (id === 'XYZI') models.push({ size, cells: file.subarray(body + 4, body + 4 + view.getUint32(body, true) * 4) });
    if (id === 'RGBA') colours = file.subarray(body, body + 1024);
    at = body + length;
  }
  return { models, palette: (index) => colourAt(colours, index) };
}

/** Without a palette, shades of grey: the editor's default colours are not stored in the file. */
function colourAt(colours: Uint8Array | undefined, index: number): Rgba {
  if (!colours) return [index / 255, index / 255, index / 255, 1];
  const [red = 0, green = 0, blue = 0, alpha = 255] = colours.subarray((index - 1) * 4, index * 4);
  return [red / 255, green / 255, blue / 255, alpha / 255];
}

/** Neighbour offset and the four corners of the face towards it, counterclockwise from outside. */
const FACES: readonly { readonly to: readonly number[]; readonly corners: readonly (readonly number[])[] }[] = [
  {
    to: [1, 0, 0],
    corners: [
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
      [1, 0, 1],
    ],
  },
  {
    to: [-1, 0, 0],
    corners: [
      [0, 0, 0],
      [0, 0, 1],
      [0, 1, 1],
      [0, 1, 0],
    ],
  },
  {
    to: [0, 1, 0],
    corners: [
      [0, 1, 0],
      [0, 1, 1],
      [1, 1, 1],
      [1, 1, 0],
    ],
  },
  {
    to: [0, -1, 0],
    corners: [
      [0, 0, 0],
      [1, 0, 0],
      [1, 0, 1],
      [0, 0, 1],
    ],
  },
  {
    to: [0, 0, 1],
    corners: [
      [0, 0, 1],
      [1, 0, 1],
      [1, 1, 1],
      [0, 1, 1],
    ],
  },
  {
    to: [0, 0, -1],
    corners: [
      [0, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
      [1, 0, 0],
    ],
  },
];

type Painted = { readonly builder: MeshBuilder; readonly known: Map<number, number> };

const keyOf = ([x = 0, y = 0, z = 0]: readonly number[]): number => (x + 1) * 66_564 + (y + 1) * 258 + z + 1;
const moved = (place: readonly number[], by: readonly number[]): readonly number[] =>
  place.map((value, axis) => value + (by[axis] ?? 0));

function meshesOf({ cells }: Voxels, shift: number): readonly Mesh[] {
  const voxels = Array.from({ length: cells.length / 4 }, (_, at) => [...cells.subarray(at * 4, at * 4 + 4)]);
  const taken = new Set(voxels.map(keyOf));
  const builders = new Map<number, Painted>();
  for (const [x = 0, y = 0, z = 0, colour = 0] of voxels) {
    const into = builders.get(colour) ?? { builder: { ...meshBuilder(), material: colour }, known: new Map<number, number>() };
    builders.set(colour, into);
    for (const { to, corners } of FACES) {
      if (taken.has(keyOf(moved([x, y, z], to)))) continue;
      for (const corner of corners) addCorner(into, moved([x, y, z], corner), shift);
      into.builder.sizes.push(4);
    }
  }
  return [...builders.values()].map(({ builder }) => finished(builder)).filter(({ corners }) => corners.length > 0);
}

function addCorner({ builder, known }: Painted, place: readonly number[], shift: number): void {
  const [x = 0, y = 0, z = 0] = place;
  const key = keyOf(place);
  const vertex = known.get(key) ?? builder.positions.length / 3;
  if (!known.has(key)) {
    known.set(key, vertex);
    builder.positions.push(x + shift, y, z);
  }
  builder.corners.push(vertex);
}
