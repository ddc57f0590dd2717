import { type Attribute, type Mesh, polygonCount, type Rgba, type Scene, vertexCount } from '@bakkum/model-scene/scene';

const WHITE: Rgba = [1, 1, 1, 1];

/**
 * Merges all meshes for formats that hold one. Vertex attributes stay if every mesh has them; materials become vertex colours;
 * corner attributes are dropped.
 */
export function merged({ meshes, materials }: Scene): Mesh {
  const [only] = meshes;
  const solids = meshes.some(({ corners }) => corners.length > 0) ? meshes.filter(({ corners }) => corners.length > 0) : meshes;
  const isColoured = materials.length > 0 || meshes.some(({ colours }) => colours && !colours.corners);
  const normals = together(
    solids.map((mesh) => mesh.normals),
    3,
  );
  const uvs = together(
    solids.map((mesh) => mesh.uvs),
    2,
  );
  const colours = isColoured
    ? together(
        solids.map((mesh) => colourOf(mesh, materials[mesh.material ?? -1]?.colour)),
        4,
      )
    : undefined;
  const sizes = solids.some((mesh) => mesh.sizes)
    ? joined(solids.map((mesh) => mesh.sizes ?? new Uint32Array(polygonCount(mesh)).fill(3)))
    : undefined;
  let before = 0;
  const corners = joined(
    solids.map((mesh) => {
      const moved = mesh.corners.map((corner) => corner + before);
      before += vertexCount(mesh);
      return moved;
    }),
  );
  const positions = new Float64Array(solids.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  let at = 0;
  for (const mesh of solids) {
    positions.set(mesh.positions, at);
    at += mesh.positions.length;
  }
  return {
    positions,
    corners,
    ...(only?.name && meshes.length === 1 ? { name: only.name } : {}),
    ...(sizes ? { sizes } : {}),
    ...(normals ? { normals } : {}),
    ...(uvs ? { uvs } : {}),
    ...(colours ? { colours } : {}),
  };
}

function colourOf(mesh: Mesh, material: Rgba = WHITE): Attribute {
  if (mesh.colours && !mesh.colours.corners) return mesh.colours;
  const values = new Float32Array(vertexCount(mesh) * 4);
  for (let at = 0; at < values.length; at += 4) values.set(material, at);
  return { values, size: 4 };
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function together(attributes: readonly (Attribute | undefined)[], size: 2 | 3 | 4): Attribute | undefined {
  if (attributes.length === 0 || !attributes.every((each) => each !== undefined && !each.corners)) return undefined;
  const values = new Float32Array(attributes.reduce((sum, each) => sum + (each?.values.length ?? 0), 0));
  let at = 0;
  for (const each of attributes) {
    values.set(each?.values ?? [], at);
    at += each?.values.length ?? 0;
  }
  return { values, size };
}
