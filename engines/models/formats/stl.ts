import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { cross, minus, trianglesOf, unitVector, type Vector, vertexAt } from '@bakkum/model-scene/polygons';
import type { Mesh, Reading, Scene } from '@bakkum/model-scene/scene';
import { finished, meshBuilder } from '../mesh-builder.ts';
import { linesOf, numberOf, textOf, wordsOf } from '../text-lines.ts';

const HEADER_BYTES = 84;
const FACET_BYTES = 50;

/** Reads STL as text or binary. Equal positions are merged to one vertex. */
export function readStl(file: Uint8Array<ArrayBuffer>): Reading {
  const mesh = isBinary(file) ? readBinary(file) : readText(textOf(file));
  if (mesh.corners.length === 0) throw new ConversionError('corrupt', 'no facet');
  return { scene: { meshes: [mesh], materials: [], up: 'z' }, warnings: [] };
}

/** Detects the form by length, because some binary files also begin with `solid`. */
function isBinary(file: Uint8Array): boolean {
  if (file.length < HEADER_BYTES) return false;
  const count = new DataView(file.buffer, file.byteOffset).getUint32(80, true);
  if (file.length === HEADER_BYTES + count * FACET_BYTES) return true;
  const beginning = new TextDecoder('latin1').decode(file.subarray(0, 1024));
  return !(/^\s*solid/.test(beginning) && /facet/.test(beginning));
}

function readBinary(file: Uint8Array<ArrayBuffer>): Mesh {
  const view = viewOf(file);
  const count = view.getUint32(80, true);
  if (HEADER_BYTES + count * FACET_BYTES > file.length)
    throw new ConversionError('corrupt', `${count} facets announced, cut off`);
  const welded = welding();
  for (let facet = 0; facet < count; facet += 1) {
    const first = HEADER_BYTES + facet * FACET_BYTES + 12;
    for (let at = first; at < first + 36; at += 12)
      welded.add(view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true));
  }
  return welded.mesh();
}

function readText(text: string): Mesh {
  const welded = welding();
  let inLoop = 0;
  for (const line of linesOf(text)) {
    const [keyword = '', x, y, z] = wordsOf(line);
    if (/^vertex$/i.test(keyword)) {
      inLoop += 1;
      welded.add(numberOf(x), numberOf(y), numberOf(z));
    } else if (/^endloop$/i.test(keyword)) {
      if (inLoop !== 3) throw new ConversionError('corrupt', `a facet of ${inLoop} corners`);
      inLoop = 0;
    }
  }
  if (inLoop !== 0) throw new ConversionError('corrupt', 'a facet is cut off');
  return welded.mesh();
}

/** Merges equal positions to one vertex. */
export function welding() {
  const builder = meshBuilder();
  const known = new Map<string, number>();
  return {
    add(x: number, y: number, z: number): void {
      const key = `${x} ${y} ${z}`;
      const vertex = known.get(key) ?? builder.positions.length / 3;
      if (vertex === builder.positions.length / 3) {
        known.set(key, vertex);
        builder.positions.push(x, y, z);
      }
      builder.corners.push(vertex);
    },
    mesh: (): Mesh => finished(builder),
  };
}

type Facet = { readonly normal: Vector; readonly corners: readonly [Vector, Vector, Vector] };

export function* facetsOf(scene: Scene): Generator<Facet, void, void> {
  for (const mesh of scene.meshes) {
    const fan = trianglesOf(mesh);
    for (let at = 0; at < fan.length; at += 3) {
      const corner = (step: number) => vertexAt(mesh, mesh.corners[fan[at + step] ?? 0] ?? 0);
      const corners = [corner(0), corner(1), corner(2)] as const;
      yield { corners, normal: unitVector(cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]))) };
    }
  }
}

export function writeStl(scene: Scene, encoding: string): string | Uint8Array<ArrayBuffer> {
  return encoding === 'text' ? writeText(scene) : writeBinary(scene);
}

function writeText(scene: Scene): string {
  const parts = ['solid model\n'];
  for (const { normal, corners } of facetsOf(scene)) {
    parts.push(`facet normal ${normal.join(' ')}\n outer loop\n`);
    for (const corner of corners) parts.push(`  vertex ${corner.join(' ')}\n`);
    parts.push(' endloop\nendfacet\n');
  }
  return `${parts.join('')}endsolid model\n`;
}

function writeBinary(scene: Scene): Uint8Array<ArrayBuffer> {
  const count = scene.meshes.reduce((sum, mesh) => sum + trianglesOf(mesh).length / 3, 0);
  const file = new Uint8Array(HEADER_BYTES + count * FACET_BYTES);
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode('binary STL, Bakkum'));
  view.setUint32(80, count, true);
  let at = HEADER_BYTES;
  for (const { normal, corners } of facetsOf(scene)) {
    [normal, ...corners].flat().forEach((value, place) => {
      view.setFloat32(at + place * 4, value, true);
    });
    at += FACET_BYTES;
  }
  return file;
}
