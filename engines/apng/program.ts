// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./upng.d.ts" />
export { default as UPNG } from 'upng-js';
