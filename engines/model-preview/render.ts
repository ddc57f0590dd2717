import { ConversionError } from '@bakkum/conversion/errors';
import {
  type Bounds,
  boundsOf,
  cross,
  dot,
  minus,
  type Unified,
  unified,
  unitVector,
  type Vector,
} from '@bakkum/model-scene/polygons';
import type { Rgba, Scene } from '@bakkum/model-scene/scene';
import { type Canvas, canvasOf, drawPoint, drawTriangle, halved, type Spot } from './canvas.ts';
import { cornersOf, type View, viewOf } from './view.ts';

/** The colour of white plaster. */
const PLAIN: Rgba = [0.78, 0.79, 0.81, 1];
/** Margin around the model as a fraction of the image. */
const MARGIN = 0.06;
/** Main light from the viewer's upper left, a weaker one from the right, and ambient light. */
const LIGHTS: readonly { readonly from: Vector; readonly strength: number }[] = [
  { from: unitVector([-0.4, 0.6, 0.8]), strength: 0.62 },
  { from: unitVector([0.8, -0.1, 0.5]), strength: 0.22 },
];
const AMBIENT = 0.3;

export type Drawn = { readonly size: number; readonly data: Uint8ClampedArray<ArrayBuffer> };

/**
 * Renders a square image of the model. `pause` is called between meshes.
 * @throws ConversionError `unsupported-feature` if the scene is empty
 */
export async function drawScene(
  scene: Scene,
  viewName: string,
  size: number,
  pause: (done: number) => Promise<void>,
): Promise<Drawn> {
  const bounds = boundsOf(scene);
  if (!bounds) throw new ConversionError('unsupported-feature', 'nothing to draw');
  const canvas = canvasOf(size * 2);
  const view = viewOf(viewName, scene.up);
  const project = projection(bounds, view, canvas.size);
  for (const [index, mesh] of scene.meshes.entries()) {
    const colour = scene.materials[mesh.material ?? -1]?.colour ?? PLAIN;
    const flat = unified(mesh);
    if (flat.triangles.length > 0) drawMesh(canvas, flat, view, project, colour);
    else drawCloud(canvas, flat, project, colour);
    await pause((index + 1) / scene.meshes.length);
  }
  return { size, data: halved(canvas) };
}

type Project = (vertex: Vector) => { readonly x: number; readonly y: number; readonly depth: number };

/** Parallel projection in which the model's bounding box fills the image. */
function projection(bounds: Bounds, view: View, size: number): Project {
  const corners = cornersOf(bounds);
  const range = (axis: Vector): readonly [number, number] => {
    const values = corners.map((corner) => dot(corner, axis));
    return [Math.min(...values), Math.max(...values)];
  };
  const [left, right] = range(view.right);
  const [bottom, top] = range(view.up);
  const extent = Math.max(right - left, top - bottom) || 1;
  const zoom = (size * (1 - 2 * MARGIN)) / extent;
  return (vertex) => ({
    x: size / 2 + (dot(vertex, view.right) - (left + right) / 2) * zoom,
    y: size / 2 - (dot(vertex, view.up) - (bottom + top) / 2) * zoom,
    depth: dot(vertex, view.towards),
  });
}

const vectorAt = (values: Float32Array | Float64Array, place: number): Vector => [
  values[place * 3] ?? 0,
  values[place * 3 + 1] ?? 0,
  values[place * 3 + 2] ?? 0,
];

function drawMesh(
  canvas: Canvas,
  { positions, triangles, normals, colours }: Unified,
  view: View,
  project: Project,
  colour: Rgba,
): void {
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [triangles[at] ?? 0, triangles[at + 1] ?? 0, triangles[at + 2] ?? 0] as const;
    const places = corners.map((corner) => vectorAt(positions, corner));
    const [a = PLACE, b = PLACE, c = PLACE] = places;
    const facing = unitVector(cross(minus(b, a), minus(c, a)));
    const spots = corners.map((corner, step): Spot => {
      const normal = normals ? vectorAt(normals, corner) : facing;
      return {
        ...project(places[step] ?? PLACE),
        shade: lit(colours ? colourAt(colours, corner, colour) : colour, normal, view),
      };
    });
    const [first, second, last] = spots;
    if (first && second && last) drawTriangle(canvas, first, second, last);
  }
}

const PLACE: Vector = [0, 0, 0];

/** A vertex colour is combined with that of the material. */
function colourAt(colours: Float32Array, vertex: number, [red, green, blue, alpha]: Rgba): Rgba {
  const isPlain = red === PLAIN[0] && green === PLAIN[1] && blue === PLAIN[2];
  const [r = 0, g = 0, b = 0] = colours.subarray(vertex * 4, vertex * 4 + 4);
  return isPlain ? [r, g, b, alpha] : [r * red, g * green, b * blue, alpha];
}

/** Lights both sides equally, because files often have inverted faces. */
function lit([red, green, blue, alpha]: Rgba, normal: Vector, view: View): Rgba {
  const [x, y, z] = [dot(normal, view.right), dot(normal, view.up), dot(normal, view.towards)];
  const seen: Vector = z < 0 ? [-x, -y, -z] : [x, y, z];
  const light = LIGHTS.reduce((sum, { from, strength }) => sum + strength * Math.max(0, dot(seen, from)), AMBIENT);
  return [red * light, green * light, blue * light, alpha];
}

function drawCloud(canvas: Canvas, { positions, colours }: Unified, project: Project, colour: Rgba): void {
  const count = positions.length / 3;
  const radius = Math.max(1, Math.min(6, canvas.size / 60 / Math.log2(count + 2)));
  for (let point = 0; point < count; point += 1)
    drawPoint(
      canvas,
      { ...project(vectorAt(positions, point)), shade: colours ? colourAt(colours, point, colour) : colour },
      radius,
    );
}
