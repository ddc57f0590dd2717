import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import { eachPolygon } from '@bakkum/model-scene/polygons';
import type { Attribute, Material, Mesh, Scene } from '@bakkum/model-scene/scene';

type Fields = Readonly<Record<string, readonly [kind: 'list' | 'value' | 'name', value: string]>>;

/** Syntax of a node scene: X3D as XML, VRML as blocks. */
type Dialect = {
  readonly open: string;
  readonly close: string;
  readonly node: (type: string, slot: string, fields: Fields, children: readonly string[]) => string;
};

const X3D: Dialect = {
  open: `${XML_DECLARATION}<X3D profile="Interchange" version="3.0"><Scene>\n`,
  close: '</Scene></X3D>\n',
  node(type, _slot, fields, children) {
    const attributes = Object.entries(fields).map(([name, [, value]]) => ` ${name}="${escapeXmlAttribute(value)}"`);
    return `<${type}${attributes.join('')}${children.length > 0 ? `>${children.join('')}</${type}>` : '/>'}`;
  },
};

const VRML: Dialect = {
  open: '#VRML V2.0 utf8\n',
  close: '',
  node(type, slot, fields, children) {
    const { DEF, ...others } = fields;
    const lines = Object.entries(others).map(
      ([name, [kind, value]]) =>
        `${name} ${kind === 'list' ? `[ ${value} ]` : value.toUpperCase() === value ? value : value.toUpperCase()}\n`,
    );
    return `${slot ? `${slot} ` : ''}${DEF ? `DEF ${DEF[1]} ` : ''}${type} {\n${lines.join('')}${children.join('')}}\n`;
  },
};

export const writeX3d = (scene: Scene): string => write(scene, X3D);
export const writeWrl = (scene: Scene): string => write(scene, VRML);

function write({ meshes, materials }: Scene, dialect: Dialect): string {
  const parts = [dialect.open];
  meshes.forEach((mesh, at) => {
    const material = materials[mesh.material ?? -1];
    const geometry = mesh.corners.length > 0 ? facesOf(mesh, dialect) : pointsOf(mesh, dialect);
    const name = mesh.name
      ? { DEF: ['name', `${mesh.name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')}_${at}`] as const }
      : {};
    parts.push(
      dialect.node('Shape', '', name, [...(material ? [appearanceOf(material, dialect)] : [plain(dialect)]), geometry]),
      '\n',
    );
  });
  return parts.join('') + dialect.close;
}

const plain = ({ node }: Dialect): string => node('Appearance', 'appearance', {}, [node('Material', 'material', {}, [])]);

function appearanceOf({ colour: [red, green, blue, alpha] }: Material, { node }: Dialect): string {
  const fields: Fields = {
    diffuseColor: ['value', `${red} ${green} ${blue}`],
    ...(alpha < 1 ? { transparency: ['value', `${1 - alpha}`] as const } : {}),
  };
  return node('Appearance', 'appearance', {}, [node('Material', 'material', fields, [])]);
}

const coordinate = ({ positions }: Mesh, { node }: Dialect): string =>
  node('Coordinate', 'coord', { point: ['list', spaced(positions, 3)] }, []);

/** Adds a comma after each group. */
function spaced(values: Float64Array | Float32Array, size: number): string {
  const parts: string[] = [];
  for (let at = 0; at < values.length; at += size) parts.push(values.subarray(at, at + size).join(' '));
  return parts.join(', ');
}

function colourNode(colours: Attribute | undefined, { node }: Dialect): readonly string[] {
  if (!colours) return [];
  const opaque = colours.values.filter((_, at) => at % 4 !== 3);
  return [node('Color', 'color', { color: ['list', spaced(opaque, 3)] }, [])];
}

const pointsOf = (mesh: Mesh, dialect: Dialect): string =>
  dialect.node('PointSet', 'geometry', {}, [coordinate(mesh, dialect), ...colourNode(mesh.colours, dialect)]);

function facesOf(mesh: Mesh, dialect: Dialect): string {
  const { normals, uvs, colours } = mesh;
  const index = (attribute: Attribute | undefined): string | undefined =>
    attribute?.corners ? listOf(mesh, attribute.corners) : undefined;
  const given = { normalIndex: index(normals), texCoordIndex: index(uvs), colorIndex: index(colours) };
  const lists = Object.entries(given).flatMap(([name, list]) =>
    list === undefined ? [] : [[name, ['list', list] as const] as const],
  );
  return dialect.node(
    'IndexedFaceSet',
    'geometry',
    { solid: ['value', 'false'], coordIndex: ['list', listOf(mesh, mesh.corners)], ...Object.fromEntries(lists) },
    [
      coordinate(mesh, dialect),
      ...(normals ? [dialect.node('Normal', 'normal', { vector: ['list', spaced(normals.values, 3)] }, [])] : []),
      ...(uvs ? [dialect.node('TextureCoordinate', 'texCoord', { point: ['list', spaced(uvs.values, 2)] }, [])] : []),
      ...colourNode(colours, dialect),
    ],
  );
}

function listOf(mesh: Mesh, places: Uint32Array): string {
  const parts: string[] = [];
  eachPolygon(mesh, (first, size) => {
    parts.push(places.subarray(first, first + size).join(' '));
  });
  return parts.length > 0 ? `${parts.join(' -1 ')} -1` : '';
}
