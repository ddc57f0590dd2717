import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import { eachPolygon } from '@bakkum/model-scene/polygons';
import { type Attribute, type Material, METRES, type Mesh, polygonCount, type Scene } from '@bakkum/model-scene/scene';

const UNIT_NAMES = { mm: 'millimeter', cm: 'centimeter', m: 'meter', in: 'inch', ft: 'foot' } as const;

/** COLLADA 1.4.1. */
export function writeDae({ meshes, materials, unit = 'm', up = 'y' }: Scene): string {
  const solids = meshes.filter(({ corners }) => corners.length > 0);
  const parts = [
    `${XML_DECLARATION}<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">\n`,
    '<asset><created>2000-01-01T00:00:00Z</created><modified>2000-01-01T00:00:00Z</modified>',
    `<unit name="${UNIT_NAMES[unit]}" meter="${METRES[unit]}"/><up_axis>${up.toUpperCase()}_UP</up_axis></asset>\n`,
    `<library_effects>${materials.map(effectOf).join('')}</library_effects>\n`,
    `<library_materials>${materials.map(materialOf).join('')}</library_materials>\n<library_geometries>\n`,
  ];
  solids.forEach((mesh, at) => writeGeometry(parts, mesh, at));
  const nodes = solids.map((mesh, at) => nodeOf(mesh, at));
  parts.push(
    `</library_geometries>\n<library_visual_scenes><visual_scene id="scene">${nodes.join('')}</visual_scene></library_visual_scenes>\n`,
  );
  return `${parts.join('')}<scene><instance_visual_scene url="#scene"/></scene>\n</COLLADA>\n`;
}

const effectOf = ({ colour: [red, green, blue, alpha] }: Material, at: number): string =>
  `<effect id="effect${at}"><profile_COMMON><technique sid="common"><lambert><diffuse><color>${red} ${green} ${blue} ${alpha}</color></diffuse>${
    alpha < 1
      ? `<transparent opaque="A_ONE"><color>1 1 1 1</color></transparent><transparency><float>${alpha}</float></transparency>`
      : ''
  }</lambert></technique></profile_COMMON></effect>`;

const materialOf = ({ name }: Material, at: number): string =>
  `<material id="material${at}" name="${escapeXmlAttribute(name || `material ${at + 1}`)}"><instance_effect url="#effect${at}"/></material>`;

function nodeOf({ name, material }: Mesh, at: number): string {
  const bound =
    material === undefined
      ? ''
      : `<bind_material><technique_common><instance_material symbol="surface" target="#material${material}"/></technique_common></bind_material>`;
  return `<node id="node${at}" name="${escapeXmlAttribute(name || `part ${at + 1}`)}"><instance_geometry url="#mesh${at}">${bound}</instance_geometry></node>`;
}

function sourceOf(id: string, values: Float64Array | Float32Array, names: readonly string[]): string {
  const params = names.map((name) => `<param name="${name}" type="float"/>`).join('');
  const accessor = `<accessor source="#${id}-data" count="${values.length / names.length}" stride="${names.length}">${params}</accessor>`;
  return `<source id="${id}"><float_array id="${id}-data" count="${values.length}">${values.join(' ')}</float_array><technique_common>${accessor}</technique_common></source>\n`;
}

function writeGeometry(parts: string[], mesh: Mesh, at: number): void {
  const { normals, uvs, colours, material } = mesh;
  const id = `mesh${at}`;
  const inputs: readonly { readonly semantic: string; readonly name: string; readonly attribute?: Attribute }[] = [
    { semantic: 'VERTEX', name: 'vertices' },
    ...(normals ? [{ semantic: 'NORMAL', name: 'normals', attribute: normals }] : []),
    ...(uvs ? [{ semantic: 'TEXCOORD', name: 'uvs', attribute: uvs }] : []),
    ...(colours ? [{ semantic: 'COLOR', name: 'colours', attribute: colours }] : []),
  ];
  parts.push(
    `<geometry id="${id}" name="${escapeXmlAttribute(mesh.name || `part ${at + 1}`)}"><mesh>`,
    sourceOf(`${id}-positions`, mesh.positions, ['X', 'Y', 'Z']),
  );
  if (normals) parts.push(sourceOf(`${id}-normals`, normals.values, ['X', 'Y', 'Z']));
  if (uvs) parts.push(sourceOf(`${id}-uvs`, uvs.values, ['S', 'T']));
  if (colours) parts.push(sourceOf(`${id}-colours`, colours.values, ['R', 'G', 'B', 'A']));
  const symbol = material === undefined ? '' : ' material="surface"';
  parts.push(
    `<vertices id="${id}-vertices"><input semantic="POSITION" source="#${id}-positions"/></vertices><polylist count="${polygonCount(mesh)}"${symbol}>`,
  );
  inputs.forEach(({ semantic, name }, offset) => {
    parts.push(`<input semantic="${semantic}" source="#${id}-${name}" offset="${offset}"/>`);
  });
  const sizes: number[] = [];
  eachPolygon(mesh, (_, size) => {
    sizes.push(size);
  });
  const places = Array.from(mesh.corners, (vertex, corner) =>
    inputs.map(({ attribute }) => attribute?.corners?.[corner] ?? vertex).join(' '),
  );
  parts.push(`<vcount>${sizes.join(' ')}</vcount><p>${places.join(' ')}</p></polylist></mesh></geometry>\n`);
}
