import { ConversionError } from '@bakkum/conversion/errors';
import { eachPolygon } from '@bakkum/model-scene/polygons';
import { polygonCount, type Reading, type Scene, vertexCount } from '@bakkum/model-scene/scene';
import { finished, type MeshBuilder, meshBuilder } from '../mesh-builder.ts';
import { linesOf, numberOf, textOf, wordsOf } from '../text-lines.ts';

/** Reads OFF with vertex colours (COFF); face colours are skipped. */
export function readOff(file: Uint8Array): Reading {
  const rows = rowsOf(textOf(file));
  const next = (): readonly string[] => rows.next().value ?? [];
  const [keyword = '', ...same] = next();
  const kind = /^(?:ST)?(C)?(N)?OFF$/.exec(keyword);
  if (!kind || same[0] === 'BINARY') throw new ConversionError('unsupported-feature', `OFF of kind ${keyword}`);
  const counts = same.length >= 2 ? same : next();
  const builder = meshBuilder();
  const colourPlace = kind[1] ? (kind[2] ? 6 : 3) : undefined;
  for (let left = numberOf(counts[0]); left > 0; left -= 1) addVertex(builder, next().map(numberOf), colourPlace);
  for (let left = numberOf(counts[1]); left > 0; left -= 1) addFace(builder, next().map(numberOf));
  return { scene: { meshes: [finished(builder)], materials: [] }, warnings: [] };
}

function addVertex(builder: MeshBuilder, numbers: readonly number[], colourPlace: number | undefined): void {
  if (numbers.length < 3) throw new ConversionError('corrupt', 'a vertex is missing');
  builder.positions.push(...numbers.slice(0, 3));
  if (colourPlace !== undefined) addColour(builder.colours, numbers.slice(colourPlace));
}

function addFace(builder: MeshBuilder, [size = Number.NaN, ...rest]: readonly number[]): void {
  if (!(size <= rest.length)) throw new ConversionError('corrupt', 'a face is missing');
  if (size < 3) return;
  builder.sizes.push(size);
  builder.corners.push(...rest.slice(0, size));
}

/** Reads integers up to 255, or fractions of one. */
function addColour(colours: number[], given: readonly number[]): void {
  const isWhole = given.slice(0, 3).some((value) => value > 1);
  const [red = 0, green = 0, blue = 0, alpha = isWhole ? 255 : 1] = given;
  colours.push(...[red, green, blue, alpha].map((value) => (isWhole ? value / 255 : value)));
}

function* rowsOf(text: string): Generator<readonly string[], undefined, void> {
  for (const line of linesOf(text)) {
    const words = wordsOf(line.replace(/#.*/, '').trim());
    if (words.length > 0) yield words;
  }
  return undefined;
}

export function writeOff({ meshes }: Scene): string {
  const sum = (count: (mesh: Scene['meshes'][number]) => number): number => meshes.reduce((all, mesh) => all + count(mesh), 0);
  const isColoured = meshes.length > 0 && meshes.every(({ colours }) => colours && !colours.corners);
  const parts = [`${isColoured ? 'COFF' : 'OFF'}\n${sum(vertexCount)} ${sum(polygonCount)} 0\n`];
  for (const { positions, colours } of meshes)
    for (let at = 0; at < positions.length; at += 3) {
      const colour = isColoured && colours ? colours.values.subarray((at / 3) * 4, (at / 3) * 4 + 4) : [];
      const shades = Array.from(colour, (value) => ` ${Math.round(value * 255)}`).join('');
      parts.push(`${positions.subarray(at, at + 3).join(' ')}${shades}\n`);
    }
  let before = 0;
  for (const mesh of meshes) {
    eachPolygon(mesh, (first, size) => {
      parts.push(`${size} ${Array.from(mesh.corners.subarray(first, first + size), (corner) => corner + before).join(' ')}\n`);
    });
    before += vertexCount(mesh);
  }
  return parts.join('');
}
