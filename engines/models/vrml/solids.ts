import type { Mesh } from '@bakkum/model-scene/scene';
import { finished, meshBuilder } from '../mesh-builder.ts';
import { numbersOf, type WorldNode } from './node.ts';

const SEGMENTS = 32;
const RINGS = 16;

/** Builds a box, sphere, cylinder or cone, with the standard's default sizes. */
export function solidOf({ type, fields }: WorldNode): Mesh | undefined {
  const [radius = 1] = numbersOf(fields['radius']);
  const [height = 2] = numbersOf(fields['height']);
  switch (type) {
    case 'Box':
      return boxOf(numbersOf(fields['size'] ?? '2 2 2').map((size) => size / 2));
    case 'Sphere':
      return latheOf(Array.from({ length: RINGS + 1 }, (_, ring) => ringOf(radius, (Math.PI * ring) / RINGS)));
    case 'Cylinder':
      return latheOf([
        [0, height / 2],
        [radius, height / 2],
        [radius, -height / 2],
        [0, -height / 2],
      ]);
    case 'Cone': {
      const [bottom = 1] = numbersOf(fields['bottomRadius']);
      return latheOf([
        [0, height / 2],
        [bottom, -height / 2],
        [0, -height / 2],
      ]);
    }
    default:
      return undefined;
  }
}

const ringOf = (radius: number, angle: number): readonly [number, number] => [radius * Math.sin(angle), radius * Math.cos(angle)];

const BOX_FACES = [4, 5, 7, 6, 1, 0, 2, 3, 2, 6, 7, 3, 0, 1, 5, 4, 5, 1, 3, 7, 0, 4, 6, 2];

function boxOf([x = 1, y = 1, z = 1]: readonly number[]): Mesh {
  const builder = meshBuilder();
  for (let corner = 0; corner < 8; corner += 1)
    builder.positions.push(corner & 1 ? x : -x, corner & 2 ? y : -y, corner & 4 ? z : -z);
  builder.corners.push(...BOX_FACES);
  builder.sizes.push(4, 4, 4, 4, 4, 4);
  return finished(builder);
}

/** Revolves a profile of (radius, height) pairs, top to bottom, around the y axis. A zero radius is a single point. */
function latheOf(line: readonly (readonly [number, number])[]): Mesh {
  const builder = meshBuilder();
  const rows = line.map(([radius, height]) => {
    const first = builder.positions.length / 3;
    const count = radius < 1e-9 ? 1 : SEGMENTS;
    for (let step = 0; step < count; step += 1) {
      const angle = (2 * Math.PI * step) / SEGMENTS;
      builder.positions.push(radius * Math.sin(angle), height, radius * Math.cos(angle));
    }
    return (step: number): number => first + (count === 1 ? 0 : step % SEGMENTS);
  });
  rows.slice(1).forEach((lower, at) => {
    const upper = rows[at] ?? lower;
    for (let step = 0; step < SEGMENTS; step += 1) {
      const corners = [...new Set([upper(step), lower(step), lower(step + 1), upper(step + 1)])];
      builder.corners.push(...corners);
      builder.sizes.push(corners.length);
    }
  });
  return finished(builder);
}
