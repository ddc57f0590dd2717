import { ConversionError } from '@bakkum/conversion/errors';
import type { Reading } from '@bakkum/model-scene/scene';
import { finished, type MeshBuilder, meshBuilder } from '../mesh-builder.ts';
import { numberOf, textOf, wordsOf } from '../text-lines.ts';

const SECTIONS = /^(POINTS|POLYGONS|CELLS|CELL_TYPES)$/;
/** Cell types of an unstructured grid: triangle, polygon, quad. Volumes are skipped. */
const FLAT_CELLS: ReadonlySet<number> = new Set([5, 7, 9]);

/** Reads a VTK legacy text file: polygons, and the flat cells of grids. */
export function readVtk(file: Uint8Array): Reading {
  const lines = textOf(file).split('\n');
  if (lines[2]?.trim() !== 'ASCII') throw new ConversionError('unsupported-feature', 'VTK in bytes');
  const words = wordsOf(lines.slice(3).join(' ').trim());
  const builder = meshBuilder();
  let types: readonly number[] | undefined;
  let cells: readonly (readonly number[])[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const count = SECTIONS.test(word) ? numberOf(words[at + 1]) : 0;
    if (word === 'DATASET') assertSurfaces(words[at + 1]);
    if (word === 'POINTS') for (const value of numbersAfter(words, at + 3, count * 3)) builder.positions.push(value);
    if (word === 'POLYGONS' || word === 'CELLS') cells = listsAfter(words, at + 3, count);
    if (word === 'CELL_TYPES') types = numbersAfter(words, at + 2, count);
  }
  addCells(builder, cells, types);
  if (builder.positions.length === 0) throw new ConversionError('corrupt', 'no point');
  return { scene: { meshes: [finished(builder)], materials: [] }, warnings: [] };
}

function assertSurfaces(kind: string | undefined): void {
  if (kind !== 'POLYDATA' && kind !== 'UNSTRUCTURED_GRID')
    throw new ConversionError('unsupported-feature', `VTK data of kind ${kind ?? ''}`);
}

function addCells(builder: MeshBuilder, cells: readonly (readonly number[])[], types: readonly number[] | undefined): void {
  cells.forEach((corners, cell) => {
    if (corners.length < 3 || (types && !FLAT_CELLS.has(types[cell] ?? 0))) return;
    builder.sizes.push(corners.length);
    builder.corners.push(...corners);
  });
}

const numbersAfter = (words: readonly string[], from: number, count: number): number[] => {
  const numbers: number[] = [];
  for (let at = from; at < from + count; at += 1) numbers.push(numberOf(words[at]));
  return numbers;
};

function listsAfter(words: readonly string[], from: number, count: number): readonly (readonly number[])[] {
  let at = from;
  return Array.from({ length: count }, () => {
    const size = numberOf(words[at]);
    const list = numbersAfter(words, at + 1, size);
    at += size + 1;
    return list;
  });
}
