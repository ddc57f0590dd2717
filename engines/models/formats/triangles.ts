import { ConversionError } from '@bakkum/conversion/errors';
import type { Reading } from '@bakkum/model-scene/scene';
import { finished, type MeshBuilder, meshBuilder } from '../mesh-builder.ts';
import { linesOf, numberOf, textOf, wordsOf } from '../text-lines.ts';

/** Reads lines of three corners; a line with one word names the next object. Equal positions are merged to one vertex. */
export function readTriangles(file: Uint8Array): Reading {
  const builders: MeshBuilder[] = [];
  const places = new Map<string, number>();
  for (const line of linesOf(textOf(file))) {
    const words = wordsOf(line);
    if (words.length === 0) continue;
    if (words.length < 9) {
      builders.push({ ...meshBuilder(), name: line });
      places.clear();
      continue;
    }
    const into = builders.at(-1) ?? meshBuilder();
    if (builders.length === 0) builders.push(into);
    // A line may start with a colour and end with the name of a texture.
    const numbers = words.slice(0, words.length < 12 ? 9 : 12).map(numberOf);
    addTriangle(into, places, numbers.slice(-9));
  }
  const meshes = builders.filter(({ corners }) => corners.length > 0).map(finished);
  if (meshes.length === 0) throw new ConversionError('corrupt', 'no triangles');
  return { scene: { meshes, materials: [] }, warnings: [] };
}

function addTriangle({ positions, corners, sizes }: MeshBuilder, places: Map<string, number>, numbers: readonly number[]): void {
  for (let corner = 0; corner < 3; corner += 1) {
    const place = numbers.slice(corner * 3, corner * 3 + 3);
    const key = place.join();
    const vertex = places.get(key) ?? positions.length / 3;
    if (!places.has(key)) {
      places.set(key, vertex);
      positions.push(...place);
    }
    corners.push(vertex);
  }
  sizes.push(3);
}
