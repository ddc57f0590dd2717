import type { ColourSpace } from '../colour/colour-space.ts';
import type { Clip, Gradient, Rgb, Tiling } from '../display-list.ts';
import { NULL, type PsDict, type PsObject } from '../machine/objects.ts';
import { IDENTITY, type Matrix } from './matrix.ts';
import { type Box, PathBuilder } from './path.ts';

/** The paint of a pattern; `undefined` colours of an uncoloured pattern come from the state. */
export type PatternPaint = Gradient | Tiling;

/** State set by the operators of PLRM 4.2. Device space is in points. */
export type GraphicsState = {
  ctm: Matrix;
  path: PathBuilder;
  clip: Clip | undefined;
  /** Everything outside this box is clipped. */
  clipBox: Box | undefined;
  space: ColourSpace;
  /** As given by the program. */
  components: readonly number[];
  colour: Rgb;
  pattern: PatternPaint | undefined;
  /** The pattern's dictionary, for `currentcolor`. */
  patternObject: PsObject;
  lineWidth: number;
  lineCap: number;
  lineJoin: number;
  miterLimit: number;
  dash: readonly number[];
  dashOffset: number;
  flatness: number;
  strokeAdjust: boolean;
  overprint: boolean;
  smoothness: number;
  font: PsDict | undefined;
  transfer: PsObject;
  /** 256 values from 0 to 1 of a transfer function, unless it is the identity. */
  transferTable: Float32Array | undefined;
  blackGeneration: PsObject;
  undercolourRemoval: PsObject;
  screen: readonly [PsObject, PsObject, PsObject];
};

export function initialState(ctm: Matrix = IDENTITY): GraphicsState {
  return {
    ctm,
    path: new PathBuilder(),
    clip: undefined,
    clipBox: undefined,
    space: { kind: 'gray' },
    components: [0],
    colour: [0, 0, 0],
    pattern: undefined,
    patternObject: NULL,
    lineWidth: 1,
    lineCap: 0,
    lineJoin: 0,
    miterLimit: 10,
    dash: [],
    dashOffset: 0,
    flatness: 1,
    strokeAdjust: false,
    overprint: false,
    smoothness: 0.02,
    font: undefined,
    transfer: NULL,
    transferTable: undefined,
    blackGeneration: NULL,
    undercolourRemoval: NULL,
    screen: [NULL, NULL, NULL],
  };
}

export function forked(state: GraphicsState): GraphicsState {
  return { ...state, path: state.path.fork() };
}
