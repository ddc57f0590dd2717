// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./gifenc.d.ts" />
export { applyPalette, GIFEncoder, quantize, type Rgb } from 'gifenc/dist/gifenc.esm.js';
