import { forked } from '../graphics/graphics-state.ts';
import { concat } from '../graphics/matrix.ts';
import { clipTo } from '../graphics/painting.ts';
import { PathBuilder, rectangle, transformed } from '../graphics/path.ts';
import {
  boolean,
  entry,
  integer,
  isProcedure,
  NULL,
  name,
  numberIn,
  numbersIn,
  type PsDict,
  type PsObject,
  stringOf,
} from '../machine/objects.ts';
import { matrixIn } from '../machine/operand-stack.ts';
import { PsError } from '../machine/program-errors.ts';
import { wordsOf } from '../machine/scanner.ts';
import type { Vm } from '../machine/vm.ts';
import { initGraphics } from './graphics-state.ts';
import type { Operators } from './operators.ts';
import { countToMark } from './stack.ts';

function save(vm: Vm): void {
  const level = vm.save();
  vm.operands.push({ kind: 'save', level, graphicsDepth: vm.saved.length });
}

function restore(vm: Vm): void {
  const object = vm.operands.pop();
  if (object.kind !== 'save') throw new PsError('typecheck');
  vm.restore(object.level);
}

/** Applies only the page size of a device request. */
export function setPageDevice(vm: Vm): void {
  const request = vm.operands.dict();
  const size = numbersIn(entry(request, 'PageSize'));
  if (size?.length === 2) setPageSize(vm, size[0] ?? 0, size[1] ?? 0);
  for (const [key, value] of request.body.entries) {
    if (typeof key === 'string') vm.define(vm.deviceRequest, key, value);
  }
  initGraphics(vm);
}

function setPageSize(vm: Vm, width: number, height: number): void {
  if (!(width > 0 && height > 0 && width < 200_000 && height < 200_000)) throw new PsError('rangecheck', 'a page size');
  if (!vm.hasFixedPage) vm.pageBox = [0, 0, width, height];
}

function currentPageDevice(vm: Vm): void {
  const made = vm.newDict(20);
  for (const [key, value] of vm.deviceRequest.body.entries) if (typeof key === 'string') vm.define(made, key, value);
  const [left, bottom, right, top] = vm.pageBox;
  vm.define(made, 'PageSize', vm.newArray([integer(Math.round(right - left)), integer(Math.round(top - bottom))]));
  vm.define(made, 'HWResolution', vm.newArray([integer(720), integer(720)]));
  vm.operands.push(made);
}

function category(vm: Vm, key: string): PsDict {
  const known = vm.resources.get(key);
  if (known) return known;
  const made = vm.newDict(20);
  vm.resources.set(key, made);
  return made;
}

/** Categories whose resources are only names. */
const IMPLICIT: Readonly<Record<string, readonly string[]>> = {
  Filter: [
    'ASCII85Decode',
    'ASCIIHexDecode',
    'RunLengthDecode',
    'LZWDecode',
    'FlateDecode',
    'DCTDecode',
    'CCITTFaxDecode',
    'SubFileDecode',
  ],
  ColorSpaceFamily: [
    'DeviceGray',
    'DeviceRGB',
    'DeviceCMYK',
    'Indexed',
    'Separation',
    'DeviceN',
    'Pattern',
    'CIEBasedABC',
    'CIEBasedA',
  ],
  FontType: ['0', '1', '3', '42'],
  PatternType: ['1', '2'],
  FormType: ['1'],
  ImageType: ['1', '3', '4'],
  FMapType: ['2', '3', '4', '5', '6', '7', '8'],
  HalftoneType: ['1', '2', '3', '4', '5'],
};

/** Categories are resources too; one defined by a program behaves like `Generic`. */
const CATEGORIES: ReadonlySet<string> = new Set([
  ...[
    'Font',
    'Encoding',
    'Form',
    'Pattern',
    'ProcSet',
    'ColorSpace',
    'Halftone',
    'ColorRendering',
    'IdiomSet',
    'InkParams',
    'TrapParams',
  ],
  ...[
    'OutputDevice',
    'ControlLanguage',
    'Localization',
    'PDL',
    'HWOptions',
    'CIDFont',
    'CMap',
    'CIDMap',
    'FontSet',
    'Category',
    'Generic',
  ],
  ...[
    'Filter',
    'ColorSpaceFamily',
    'Emulator',
    'IODevice',
    'ColorRenderingType',
    'FMapType',
    'FontType',
    'FormType',
    'HalftoneType',
  ],
  ...['ImageType', 'PatternType', 'FunctionType', 'ShadingType', 'TrappingType'],
]);

function categoryObject(vm: Vm, text: string): PsObject | undefined {
  if (!CATEGORIES.has(text)) return undefined;
  const made = vm.newDict(10);
  vm.define(made, 'Category', name(text));
  vm.define(made, 'InstanceType', name('dicttype'));
  for (const operator of ['DefineResource', 'UndefineResource', 'FindResource', 'ResourceStatus', 'ResourceForAll']) {
    vm.define(made, operator, vm.newArray([], true));
  }
  return made;
}

function resourceOf(vm: Vm, key: PsObject, kind: string): PsObject | undefined {
  if (kind === 'Category') {
    const wanted = wordsOf(key) ?? '';
    return category(vm, kind).body.entries.get(wanted) ?? categoryObject(vm, wanted);
  }
  const text = wordsOf(key) ?? String(numberIn(key) ?? '');
  const found = category(vm, kind).body.entries.get(text) ?? (kind === 'Font' ? entry(vm.fontDirectory, text) : undefined);
  return found ?? (IMPLICIT[kind]?.includes(text) ? key : undefined);
}

function findResource(vm: Vm): void {
  const kind = wordsOf(vm.operands.pop()) ?? '';
  const key = vm.operands.pop();
  if (kind === 'Font') {
    vm.operands.push(key);
    vm.execute(name('findfont', true));
    return;
  }
  const found = resourceOf(vm, key, kind);
  if (!found) throw new PsError('undefinedresource', `${kind} ${wordsOf(key) ?? ''}`);
  vm.operands.push(found);
}

function defineResource(vm: Vm): void {
  const kind = wordsOf(vm.operands.pop()) ?? '';
  const instance = vm.operands.pop();
  const key = vm.operands.pop();
  if (kind === 'Font') {
    vm.operands.push(key);
    vm.operands.push(instance);
    vm.execute(name('definefont', true));
    return;
  }
  vm.put(category(vm, kind), key, instance);
  vm.operands.push(instance);
}

function undefineResource(vm: Vm): void {
  const kind = wordsOf(vm.operands.pop()) ?? '';
  category(vm, kind).body.entries.delete(wordsOf(vm.operands.pop()) ?? '');
}

function resourceStatus(vm: Vm): void {
  const kind = wordsOf(vm.operands.pop()) ?? '';
  const found = resourceOf(vm, vm.operands.pop(), kind);
  if (found) {
    vm.operands.pushInteger(0);
    vm.operands.pushInteger(0);
  }
  vm.operands.pushBoolean(found !== undefined);
}

function resourceForAll(vm: Vm): void {
  const kind = wordsOf(vm.operands.pop()) ?? '';
  const scratch = vm.operands.string();
  const procedure = vm.operands.procedure();
  vm.operands.pop();
  for (const key of [...category(vm, kind).body.entries.keys()]) {
    if (typeof key !== 'string' || key.length > scratch.bytes.length) continue;
    vm.operands.push(stringOf(key));
    vm.call(procedure);
  }
}

/** Draws a form under its matrix, clipped to its box (PLRM 4.7). */
function executeForm(vm: Vm): void {
  const form = vm.operands.dict();
  const [matrix, paint] = [entry(form, 'Matrix'), entry(form, 'PaintProc')];
  const [left, bottom, right, top] = numbersIn(entry(form, 'BBox')) ?? [];
  if (matrix?.kind !== 'array' || !isProcedure(paint)) throw new PsError('typecheck');
  const before = forked(vm.state);
  vm.state.ctm = concat(matrixIn(matrix), vm.state.ctm);
  if (left !== undefined && bottom !== undefined && right !== undefined && top !== undefined) {
    clipTo(vm, transformed(rectangle([left, bottom, right, top]), vm.state.ctm), 'nonzero');
  }
  vm.state.path = new PathBuilder();
  vm.operands.push(form);
  vm.call(paint);
  vm.state = before;
}

const ignored =
  (count: number) =>
  ({ operands }: Vm): void =>
    void operands.popMany(count);

/** Cache sizes and similar values, which programs read and then set to half or double. */
const PARAMETERS: Readonly<Record<string, number>> = {
  MaxFontItem: 12_500,
  MinFontCompress: 1250,
  MaxUPathItem: 5000,
  MaxFormItem: 100_000,
  MaxPatternItem: 20_000,
  MaxScreenItem: 48_000,
  MaxOpStack: 100_000,
  MaxDictStack: 2000,
  MaxExecStack: 10_000,
  MaxLocalVM: 2_000_000_000,
  MaxSourceList: 1000,
  MaxFontCache: 1_000_000,
  MaxUPathCache: 300_000,
  MaxFormCache: 300_000,
  MaxPatternCache: 300_000,
  MaxScreenCache: 300_000,
  MaxDisplayList: 300_000,
  MaxOutlineCache: 65_000,
  VMReclaim: 0,
  VMThreshold: 1_000_000,
  BuildTime: 0,
  CurFontCache: 0,
};

function parameters(vm: Vm): void {
  const made = vm.newDict(30);
  for (const [key, value] of Object.entries(PARAMETERS)) vm.define(made, key, integer(value));
  vm.operands.push(made);
}

function paper(width: number, height: number): (vm: Vm) => void {
  return (vm) => {
    setPageSize(vm, width, height);
    initGraphics(vm);
  };
}

/** Milliseconds of a clock that stands still, so that a program always draws the same. */
const clock = (vm: Vm): void => vm.operands.pushInteger(0);

export const MACHINE_OPERATORS: Operators = {
  save,
  restore,
  vmstatus: ({ operands }) => {
    for (const value of [0, 100_000, 100_000_000]) operands.pushInteger(value);
  },
  setglobal: (vm) => {
    vm.isGlobal = vm.operands.boolean();
  },
  currentglobal: (vm) => vm.operands.pushBoolean(vm.isGlobal),
  gcheck: ({ operands }) => {
    operands.pop();
    operands.push(boolean(true));
  },
  setshared: ignored(1),
  currentshared: (vm) => vm.operands.pushBoolean(false),
  vmreclaim: ignored(1),
  setvmthreshold: ignored(1),
  setobjectformat: ignored(1),
  currentobjectformat: (vm) => vm.operands.pushInteger(0),
  setsystemparams: ignored(1),
  currentsystemparams: parameters,
  setuserparams: ignored(1),
  currentuserparams: parameters,
  setdevparams: ignored(2),
  currentdevparams: (vm) => {
    vm.operands.pop();
    parameters(vm);
  },
  setpagedevice: setPageDevice,
  currentpagedevice: currentPageDevice,
  setpage: ignored(3),
  nulldevice: (vm) => {
    vm.state.clipBox = [0, 0, 0, 0];
    vm.state.clip = { path: rectangle([0, 0, 0, 0]), rule: 'nonzero', parent: undefined };
  },
  findresource: findResource,
  defineresource: defineResource,
  undefineresource: undefineResource,
  resourcestatus: resourceStatus,
  resourceforall: resourceForAll,
  findencoding: (vm) => {
    const key = vm.operands.pop();
    vm.operands.push(resourceOf(vm, key, 'Encoding') ?? NULL);
  },
  execform: executeForm,
  usertime: clock,
  realtime: clock,
  internaldict: (vm) => {
    vm.operands.integer();
    vm.operands.push(vm.internalDict);
  },
  setdistillerparams: ignored(1),
  currentdistillerparams: (vm) => {
    const made = vm.newDict(1);
    // From 5000 on, programs would pass metadata to `pdfmark`, which would have to be read.
    vm.define(made, 'CoreDistVersion', integer(4000));
    vm.operands.push(made);
  },
  pdfmark: (vm) => void vm.operands.popMany(countToMark(vm) + 1),
  letter: paper(612, 792),
  lettersmall: paper(612, 792),
  legal: paper(612, 1008),
  note: () => undefined,
  ledger: paper(1224, 792),
  tabloid: paper(792, 1224),
  a3: paper(842, 1191),
  a4: paper(595, 842),
  a4small: paper(595, 842),
  a5: paper(420, 595),
  b5: paper(516, 729),
  setcachelimit: ignored(1),
  setcacheparams: (vm) => void vm.operands.popMany(countToMark(vm) + 1),
  currentcacheparams: (vm) => {
    vm.operands.push({ kind: 'mark' });
    for (let count = 0; count < 3; count += 1) vm.operands.pushInteger(0);
  },
  cachestatus: (vm) => {
    for (let count = 0; count < 7; count += 1) vm.operands.pushInteger(0);
  },
};
