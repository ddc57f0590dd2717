import { forked } from '../graphics/graphics-state.ts';
import { apply, applyDelta, concat, type Matrix } from '../graphics/matrix.ts';
import { currentPaint, strokePath } from '../graphics/painting.ts';
import { PathBuilder, transformed } from '../graphics/path.ts';
import { entry, integer, isProcedure, name, numberIn, type PsDict, type PsObject } from '../machine/objects.ts';
import { matrixIn } from '../machine/operand-stack.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import type { FontGlyph } from './fonts.ts';
import { glyphName, metricsOf, programOf } from './fonts.ts';

/** A character to show: a code or glyph name in a font that may be part of a composite font. */
export type ShownCharacter = {
  readonly font: PsDict;
  readonly code: number;
  readonly glyph?: string;
  /** The matrix of the enclosing composite font. */
  readonly outer?: Matrix;
};

/** `path`: adds letters to the current path; `none`: only measures. */
export type ShowMode = 'paint' | 'path' | 'none';

function fontMatrix({ font, outer }: ShownCharacter): Matrix {
  const own = entry(font, 'FontMatrix');
  if (own?.kind !== 'array') throw new PsError('invalidfont');
  return outer ? concat(matrixIn(own), outer) : matrixIn(own);
}

/**
 * Draws one character at the current point.
 * @returns its advance, in user space
 */
export function showCharacter(vm: Vm, character: ShownCharacter, mode: ShowMode): readonly [number, number] {
  const type = numberIn(entry(character.font, 'FontType'));
  const matrix = fontMatrix(character);
  if (type === 3) return showByProcedure(vm, character, matrix, mode);
  const program = programOf(vm, character.font);
  const glyph = character.glyph ?? glyphName(character.font, character.code);
  const found = program.glyph(glyph) ?? program.glyph('.notdef');
  const width = metricsOf(character.font, glyph) ?? found?.width ?? [0, 0];
  if (found && mode !== 'none') drawOutline(vm, character.font, found, matrix, mode);
  return applyDelta(matrix, ...width);
}

function drawOutline(vm: Vm, font: PsDict, { glyph }: FontGlyph, matrix: Matrix, mode: ShowMode): void {
  if (glyph.path.verbs.length === 0) return;
  const place = glyphPlace(vm, matrix);
  if (mode === 'path') {
    vm.state.path.append(transformed(glyph.path, place));
    return;
  }
  const isOutlined = numberIn(entry(font, 'PaintType')) === 2;
  if (isOutlined) strokeOutlined(vm, font, transformed(glyph.path, place), matrix);
  else vm.draw({ kind: 'glyph', glyph, matrix: place, paint: currentPaint(vm), clip: vm.state.clip });
}

function strokeOutlined(vm: Vm, font: PsDict, path: Parameters<typeof strokePath>[1], matrix: Matrix): void {
  const { lineWidth } = vm.state;
  const width = numberIn(entry(font, 'StrokeWidth')) ?? 0;
  vm.state.lineWidth = width * Math.hypot(matrix[0], matrix[1]);
  strokePath(vm, path);
  vm.state.lineWidth = lineWidth;
}

/** Maps the font's character space to device space, at the current point. */
function glyphPlace({ state }: Vm, matrix: Matrix): Matrix {
  const point = state.path.current();
  if (!point) throw new PsError('nocurrentpoint');
  const [a, b, c, d, e, f] = concat(matrix, [state.ctm[0], state.ctm[1], state.ctm[2], state.ctm[3], 0, 0]);
  return [a, b, c, d, e + point[0], f + point[1]];
}

/** Glyphs drawn by procedures (Type 3). */
function showByProcedure(vm: Vm, character: ShownCharacter, matrix: Matrix, mode: ShowMode): readonly [number, number] {
  const { font, code } = character;
  const before = vm.state;
  const outerWidth = vm.glyphWidth;
  const point = before.path.current() ?? [0, 0];
  vm.state = forked(before);
  const linear: Matrix = [before.ctm[0], before.ctm[1], before.ctm[2], before.ctm[3], point[0], point[1]];
  vm.state.ctm = concat(matrix, linear);
  vm.state.path = new PathBuilder();
  vm.glyphWidth = [0, 0];
  if (mode === 'none') vm.mute += 1;
  try {
    runProcedure(vm, font, character.glyph ?? glyphName(font, code), code);
    return applyDelta(matrix, ...vm.glyphWidth);
  } finally {
    if (mode === 'none') vm.mute -= 1;
    const drawn = vm.state.path;
    vm.state = before;
    vm.glyphWidth = outerWidth;
    if (mode === 'path') before.path.append(drawn.finished());
  }
}

function runProcedure(vm: Vm, font: PsDict, glyph: string, code: number): void {
  const byGlyph = entry(font, 'BuildGlyph');
  const byCode = entry(font, 'BuildChar');
  const procedure: PsObject | undefined = byGlyph ?? byCode;
  if (!isProcedure(procedure)) throw new PsError('invalidfont');
  vm.operands.push(font);
  vm.operands.push(byGlyph ? name(glyph) : integer(code));
  const level = vm.saved.length;
  vm.call(procedure);
  vm.saved.length = Math.min(vm.saved.length, level);
}

/** Moves the current point. */
export function advance({ state }: Vm, dx: number, dy: number): void {
  const point = state.path.current();
  if (!point) return;
  const [x, y] = applyDelta(state.ctm, dx, dy);
  state.path.move(...apply([1, 0, 0, 1, point[0], point[1]], x, y));
}
