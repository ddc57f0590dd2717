import { ConversionError } from '@bakkum/conversion/errors';
import { elementsOf, type XmlElement } from '@bakkum/markup/xml';
import type { Material, Mesh, Reading } from '@bakkum/model-scene/scene';
import { composed, flipPolygons, IDENTITY, type Matrix, multiplied, placed, quaternion } from '@bakkum/model-scene/transform';
import { rootOf } from '../markup.ts';
import { finished, meshBuilder } from '../mesh-builder.ts';
import { textOf } from '../text-lines.ts';
import { childOfType, numbersOf, type WorldNode } from './node.ts';
import { parseVrml } from './parse.ts';
import { solidOf } from './solids.ts';

/** Reads VRML 2.0 in metres, y up. */
export const readWrl = (file: Uint8Array): Reading => sceneOf(parseVrml(textOf(file)));

/** Reads X3D in XML. */
export function readX3d(file: Uint8Array): Reading {
  const root = rootOf(file, 'x3d');
  const defined = new Map<string, WorldNode>();
  const nodeOf = (element: XmlElement): WorldNode => {
    const { DEF, USE, ...fields } = element.attributes;
    const known = USE === undefined ? undefined : defined.get(USE);
    if (known) return known;
    const node = { type: element.name, fields: DEF ? { DEF, ...fields } : fields, children: elementsOf(element).map(nodeOf) };
    if (DEF) defined.set(DEF, node);
    return node;
  };
  return sceneOf([nodeOf(root)]);
}

type Collected = { readonly meshes: Mesh[]; readonly materials: Material[]; readonly places: Map<WorldNode, number> };

function sceneOf(nodes: readonly WorldNode[]): Reading {
  const collected: Collected = { meshes: [], materials: [], places: new Map() };
  for (const node of nodes) visit(node, IDENTITY, collected, '');
  if (collected.meshes.length === 0) throw new ConversionError('unsupported-feature', 'no shape that can be read');
  const { meshes, materials } = collected;
  return { scene: { meshes, materials, unit: 'm', up: 'y' }, warnings: [] };
}

function visit(node: WorldNode, above: Matrix, collected: Collected, name: string): void {
  if (node.type === 'Shape') return addShape(node, above, collected, node.fields['DEF'] ?? name);
  const matrix = node.type === 'Transform' || node.type === 'MatrixTransform' ? multiplied(above, matrixOf(node)) : above;
  const children = node.type === 'Switch' || node.type === 'LOD' ? node.children.slice(0, 1) : node.children;
  for (const child of children) visit(child, matrix, collected, node.fields['DEF'] ?? name);
}

function matrixOf({ fields }: WorldNode): Matrix {
  const given = (name: string, otherwise: readonly number[]): readonly number[] =>
    fields[name] === undefined ? otherwise : numbersOf(fields[name]);
  const move = (vector: readonly number[], sign = 1): Matrix =>
    composed(
      vector.map((value) => value * sign),
      [0, 0, 0, 1],
      [1, 1, 1],
    );
  const turn = (angles: readonly number[]): Matrix => composed([0, 0, 0], quaternion(angles), [1, 1, 1]);
  const centre = given('center', [0, 0, 0]);
  const [x = 0, y = 0, z = 1, angle = 0] = given('scaleOrientation', [0, 0, 1, 0]);
  return [
    move(given('translation', [0, 0, 0])),
    move(centre),
    turn(given('rotation', [0, 0, 1, 0])),
    turn([x, y, z, angle]),
    composed([0, 0, 0], [0, 0, 0, 1], given('scale', [1, 1, 1])),
    turn([x, y, z, -angle]),
    move(centre, -1),
  ].reduce(multiplied);
}

function addShape(shape: WorldNode, matrix: Matrix, collected: Collected, name: string): void {
  const appearance = childOfType(shape, 'Appearance');
  const mesh = shape.children.map(meshOf).find((made) => made !== undefined);
  if (!mesh) return;
  const material = materialOf(childOfType(appearance, 'Material'), collected);
  collected.meshes.push(placed({ ...mesh, ...(name ? { name } : {}), ...(material === undefined ? {} : { material }) }, matrix));
}

function materialOf(node: WorldNode | undefined, { materials, places }: Collected): number | undefined {
  if (!node) return undefined;
  const known = places.get(node);
  if (known !== undefined) return known;
  const [red = 0.8, green = 0.8, blue = 0.8] = numbersOf(node.fields['diffuseColor']);
  const [transparency = 0] = numbersOf(node.fields['transparency']);
  places.set(node, materials.length);
  materials.push({ ...(node.fields['DEF'] ? { name: node.fields['DEF'] } : {}), colour: [red, green, blue, 1 - transparency] });
  return materials.length - 1;
}

function meshOf(node: WorldNode): Mesh | undefined {
  switch (node.type) {
    case 'IndexedFaceSet':
      return faceSet(node, polygonsOf(numbersOf(node.fields['coordIndex'])));
    case 'IndexedTriangleSet':
      return faceSet(node, triplesOf(numbersOf(node.fields['index'])));
    case 'TriangleSet':
      return faceSet(
        node,
        triplesOf(
          pointsOf(node)
            .map((_, at) => at)
            .filter((at) => at % 3 === 0)
            .map((at) => at / 3),
        ),
      );
    case 'PointSet':
      return faceSet(node, { corners: [], sizes: [], places: [] });
    default:
      return solidOf(node);
  }
}

const pointsOf = (node: WorldNode): readonly number[] =>
  numbersOf(childOfType(node, 'Coordinate', 'CoordinateDouble')?.fields['point']);

/** `places`: index of each corner in the list, for parallel lists. */
type Polygons = { readonly corners: number[]; readonly sizes: number[]; readonly places: number[] };

/** -1 ends a polygon; it is optional after the last. */
function polygonsOf(list: readonly number[]): Polygons {
  const polygons: Polygons = { corners: [], sizes: [], places: [] };
  let from = 0;
  for (let at = 0; at <= list.length; at += 1) {
    if (at < list.length && (list[at] ?? -1) >= 0) continue;
    if (at - from >= 3) {
      for (let place = from; place < at; place += 1) {
        polygons.corners.push(list[place] ?? 0);
        polygons.places.push(place);
      }
      polygons.sizes.push(at - from);
    }
    from = at + 1;
  }
  return polygons;
}

function triplesOf(list: readonly number[]): Polygons {
  const corners = list.slice(0, list.length - (list.length % 3));
  return { corners, sizes: corners.filter((_, at) => at % 3 === 0).map(() => 3), places: corners.map((_, at) => at) };
}

function faceSet(node: WorldNode, { corners, sizes, places }: Polygons): Mesh {
  const builder = { ...meshBuilder(), positions: [...pointsOf(node)], corners, sizes };
  const attribute = (
    type: string,
    field: string,
    index: string,
    perVertex: string,
  ): { values: readonly number[]; at: number[] } => {
    const values = numbersOf(childOfType(node, type, `${type}RGBA`)?.fields[field]);
    const list = node.fields[index] === undefined ? undefined : numbersOf(node.fields[index]);
    const isPerFace = /^false$/i.test(node.fields[perVertex] ?? '');
    if (isPerFace) return { values, at: sizes.flatMap((size, face) => Array.from({ length: size }, () => list?.[face] ?? face)) };
    return { values, at: list && list.length > 0 ? places.map((place) => list[place] ?? -1) : [] };
  };
  const normals = attribute('Normal', 'vector', 'normalIndex', 'normalPerVertex');
  const uvs = attribute('TextureCoordinate', 'point', 'texCoordIndex', '');
  const colours = attribute('Color', 'color', 'colorIndex', 'colorPerVertex');
  const mesh = finished({
    ...builder,
    normals: [...normals.values],
    normalCorners: normals.at,
    uvs: [...uvs.values],
    uvCorners: uvs.at,
    colours: withAlpha(colours.values, childOfType(node, 'ColorRGBA') !== undefined),
    colourCorners: colours.at,
  });
  return /^false$/i.test(node.fields['ccw'] ?? '') ? flipPolygons(mesh) : mesh;
}

function withAlpha(values: readonly number[], has: boolean): number[] {
  if (has) return [...values];
  const all: number[] = [];
  for (let at = 0; at + 2 < values.length; at += 3) all.push(values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0, 1);
  return all;
}
