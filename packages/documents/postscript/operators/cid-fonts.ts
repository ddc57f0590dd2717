import { type CharacterMap, IDENTITY_MAP, registerMap } from '../fonts/character-map.ts';
import { dict, integer, MARK, type PsDict, type PsObject, real } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import { wordsOf } from '../machine/scanner.ts';
import type { Vm } from '../machine/vm.ts';
import type { Operators } from './operators.ts';
import { countToMark } from './stack.ts';

/** The entries are between `begin…range` and `end…range`. */
function beginEntries(vm: Vm): void {
  vm.operands.integer();
  vm.operands.push(MARK);
}

function popEntries(vm: Vm): readonly PsObject[] {
  const entries = vm.operands.popMany(countToMark(vm));
  vm.operands.pop();
  return entries;
}

function currentMap(vm: Vm): CharacterMap {
  return registerMap(vm.currentDict().body);
}

function valueOf(object: PsObject | undefined): number {
  if (object?.kind === 'integer') return object.value;
  if (object?.kind !== 'string') throw new PsError('typecheck');
  let value = 0;
  for (const byte of object.bytes) value = value * 256 + byte;
  return value;
}

function endCodeSpace(vm: Vm): void {
  const entries = popEntries(vm);
  const { spaces } = currentMap(vm);
  for (let at = 0; at + 1 < entries.length; at += 2) {
    const low = entries[at];
    if (low?.kind !== 'string') throw new PsError('typecheck');
    spaces.push({ size: low.bytes.length, low: valueOf(low), high: valueOf(entries[at + 1]) });
  }
}

/** Maps codes to characters; `step` tells whether entries have an end as well as a start. */
function endCharacters(step: 2 | 3): (vm: Vm) => void {
  return (vm) => {
    const entries = popEntries(vm);
    const { ranges } = currentMap(vm);
    for (let at = 0; at + step <= entries.length; at += step) {
      const low = valueOf(entries[at]);
      ranges.push({ low, high: step === 3 ? valueOf(entries[at + 1]) : low, first: valueOf(entries[at + step - 1]) });
    }
  };
}

function useMap(vm: Vm): void {
  const other = findMap(vm, vm.operands.pop());
  const map = currentMap(vm);
  map.spaces.push(...other.spaces);
  map.ranges.push(...other.ranges);
}

function findMap(vm: Vm, object: PsObject): CharacterMap {
  if (object.kind === 'dict') return registerMap(object.body);
  const known = vm.resources.get('CMap')?.body.entries.get(wordsOf(object) ?? '');
  return known?.kind === 'dict' ? registerMap(known.body) : IDENTITY_MAP;
}

/** A font whose characters are selected by a character map (PLRM 5.11.4). */
function composeFont(vm: Vm): void {
  const parts = vm.operands.array();
  const map = vm.operands.pop();
  const key = vm.operands.pop();
  const fonts = parts.body.items.slice(parts.start, parts.start + parts.length).map((part) => partOf(vm, part));
  const made = vm.newDict(10);
  const cmap = map.kind === 'dict' ? map : (vm.resources.get('CMap')?.body.entries.get(wordsOf(map) ?? '') ?? vm.newDict(1));
  const entries: Readonly<Record<string, PsObject>> = {
    FontType: integer(0),
    FMapType: integer(9),
    FontName: key,
    FontMatrix: vm.newArray([1, 0, 0, 1, 0, 0].map((value) => real(value))),
    FDepVector: vm.newArray(fonts),
    Encoding: vm.newArray(fonts.map((_, index) => integer(index))),
    CMap: cmap,
    FID: { kind: 'fontid', id: vm.nextFontId() },
  };
  for (const [entryKey, value] of Object.entries(entries)) vm.define(made, entryKey, value);
  vm.put(vm.fontDirectory, key, made);
  vm.operands.push(made);
}

function partOf(vm: Vm, part: PsObject): PsDict {
  if (part.kind === 'dict') return part;
  const text = wordsOf(part) ?? '';
  const found = vm.resources.get('CIDFont')?.body.entries.get(text) ?? vm.fontDirectory.body.entries.get(text);
  if (found?.kind !== 'dict') throw new PsError('undefinedresource', text);
  return found;
}

const CID_INIT: Operators = {
  begincmap: (vm) => void registerMap(vm.currentDict().body),
  endcmap: () => undefined,
  usecmap: useMap,
  usefont: ({ operands }) => void operands.pop(),
  begincodespacerange: beginEntries,
  endcodespacerange: endCodeSpace,
  begincidrange: beginEntries,
  endcidrange: endCharacters(3),
  begincidchar: beginEntries,
  endcidchar: endCharacters(2),
  beginnotdefrange: beginEntries,
  endnotdefrange: (vm) => void popEntries(vm),
  beginnotdefchar: beginEntries,
  endnotdefchar: (vm) => void popEntries(vm),
  beginbfrange: beginEntries,
  endbfrange: (vm) => void popEntries(vm),
  beginbfchar: beginEntries,
  endbfchar: (vm) => void popEntries(vm),
};

/** Resource for building CID fonts; its operators are found only after `begin`. */
export function defineCidInit(vm: Vm): void {
  const made = dict(30);
  for (const [key, run] of Object.entries(CID_INIT)) {
    made.body.entries.set(key, { kind: 'operator', name: key, index: vm.operators.push(run) - 1 });
  }
  const sets = vm.resources.get('ProcSet') ?? dict(10);
  sets.body.entries.set('CIDInit', made);
  vm.resources.set('ProcSet', sets);
}

export const CID_OPERATORS: Operators = { composefont: composeFont };
