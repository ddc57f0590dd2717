import { ENCODING_NAMES, encodingNames } from '../fonts/encodings.ts';
import type { StandardFaces } from '../fonts/standard-fonts.ts';
import type { Box } from '../graphics/path.ts';
import { ARITHMETIC_OPERATORS } from '../operators/arithmetic.ts';
import { CID_OPERATORS, defineCidInit } from '../operators/cid-fonts.ts';
import { COLOUR_OPERATORS } from '../operators/colour.ts';
import { COMPOSITE_OPERATORS } from '../operators/composite-objects.ts';
import { CONTROL_OPERATORS } from '../operators/control.ts';
import { FILE_OPERATORS } from '../operators/files.ts';
import { FONT_OPERATORS } from '../operators/fonts.ts';
import { STATE_OPERATORS } from '../operators/graphics-state.ts';
import { IMAGE_OPERATORS } from '../operators/images.ts';
import { MACHINE_OPERATORS } from '../operators/machine.ts';
import type { Operators } from '../operators/operators.ts';
import { PAINT_OPERATORS } from '../operators/painting.ts';
import { PATH_OPERATORS } from '../operators/paths.ts';
import { STACK_OPERATORS } from '../operators/stack.ts';
import { TEXT_OPERATORS } from '../operators/text.ts';
import { TYPE_OPERATORS } from '../operators/types.ts';
import { array, boolean, dict, integer, NULL, name, type PsObject, string, stringOf } from './objects.ts';
import { PS_ERRORS } from './program-errors.ts';
import { Vm, type VmLimits } from './vm.ts';

const ALL: readonly Operators[] = [
  STACK_OPERATORS,
  ARITHMETIC_OPERATORS,
  COMPOSITE_OPERATORS,
  CONTROL_OPERATORS,
  TYPE_OPERATORS,
  FILE_OPERATORS,
  STATE_OPERATORS,
  PATH_OPERATORS,
  PAINT_OPERATORS,
  COLOUR_OPERATORS,
  IMAGE_OPERATORS,
  FONT_OPERATORS,
  TEXT_OPERATORS,
  MACHINE_OPERATORS,
  CID_OPERATORS,
];

/** A machine in its initial state. */
export function createVm(faces: StandardFaces, pageBox: Box, limits: VmLimits): Vm {
  const vm = new Vm(faces, pageBox, limits);
  for (const operators of ALL) {
    for (const [key, run] of Object.entries(operators)) {
      const index = vm.operators.push(run) - 1;
      define(vm, key, { kind: 'operator', name: key, index });
    }
  }
  defineValues(vm);
  defineErrors(vm);
  defineCidInit(vm);
  return vm;
}

function define(vm: Vm, key: string, value: PsObject): void {
  vm.systemDict.body.entries.set(key, value);
}

function defineValues(vm: Vm): void {
  const values: Readonly<Record<string, PsObject>> = {
    true: boolean(true),
    false: boolean(false),
    null: NULL,
    version: stringOf('3010'),
    product: stringOf('PostScript'),
    revision: integer(1),
    serialnumber: integer(0),
    languagelevel: integer(3),
    '=string': string(new Uint8Array(128)),
    systemdict: vm.systemDict,
    globaldict: vm.globalDict,
    shareddict: vm.globalDict,
    userdict: vm.userDict,
    statusdict: statusDict(),
    serverdict: dict(5),
    $error: vm.errorInfo,
    errordict: vm.errorDict,
    FontDirectory: vm.fontDirectory,
    SharedFontDirectory: vm.fontDirectory,
    GlobalFontDirectory: vm.fontDirectory,
  };
  for (const [key, value] of Object.entries(values)) define(vm, key, value);
  const encodings = dict(4);
  for (const encoding of ENCODING_NAMES) {
    const names = array(encodingNames(encoding).map((glyph) => name(glyph)));
    encodings.body.entries.set(encoding, names);
    if (encoding === 'StandardEncoding' || encoding === 'ISOLatin1Encoding') define(vm, encoding, names);
  }
  vm.resources.set('Encoding', encodings);
}

/** Operators that old programs use to query a printer. */
function statusDict(): PsObject {
  const made = dict(20);
  const four = array([integer(4)], true);
  const entries: Readonly<Record<string, PsObject>> = {
    processcolors: four,
    product: stringOf('PostScript'),
    revision: integer(1),
  };
  for (const [key, value] of Object.entries(entries)) made.body.entries.set(key, value);
  return made;
}

function defineErrors(vm: Vm): void {
  const stop = vm.systemDict.body.entries.get('stop') ?? NULL;
  for (const error of PS_ERRORS) vm.errorDict.body.entries.set(error, stop);
  vm.errorDict.body.entries.set('handleerror', vm.systemDict.body.entries.get('handleerror') ?? NULL);
  vm.errorInfo.body.entries.set('newerror', boolean(false));
  vm.errorInfo.body.entries.set('errorinfo', NULL);
}
