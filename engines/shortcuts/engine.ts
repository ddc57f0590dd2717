import { innerName } from '@bakkum/archive-tree/singles';
import { type ConvertRequest, type ConvertResult, type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { jsonLine } from '@bakkum/data-tree/json-line';
import { outlineOf } from '@bakkum/data-tree/outline';
import { DATA, dataTree, lossNotes } from '@bakkum/data-tree/tree';
import { isList, isTable, type Notes, type Value, wordsOf } from '@bakkum/data-tree/value';
import { writeRows } from '@bakkum/delimited-text/rows';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { addressOf, readSection, readWebloc, WRITERS } from './links.ts';
import { readRegistryFile, registryRecords } from './registry-file.ts';
import { readShellLink } from './shell-link.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** Converts shortcuts to pages and programs, and Windows registry files. Nothing is followed or started. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const notes = lossNotes();
    const value = read(await readInput(request.inputs[0], MAX_BYTES), request.from, notes);
    context.onProgress(0.5);
    const content = written(value, request, notes);
    return { outputs: [{ content }], warnings: notes.warnings() };
  },
};

function read(bytes: Uint8Array<ArrayBuffer>, from: string, notes: Notes): Value {
  switch (from) {
    case 'lnk':
      return readShellLink(bytes);
    case 'reg':
      return readRegistryFile(decodeText(bytes));
    case 'webloc':
      return readWebloc(bytes, notes);
    default:
      return readSection(decodeText(bytes), from === 'url' ? 'InternetShortcut' : 'Desktop Entry');
  }
}

function written(value: Value, { to, from, inputs }: ConvertRequest, notes: Notes): ConvertResult['outputs'][0]['content'] {
  if (to === DATA) return dataTree(value);
  const type = MEDIA_TYPES[to] ?? 'text/plain';
  if (to === 'csv') return new Blob([registryTable(value, notes)], { type });
  const isLink = from !== 'lnk' && from !== 'reg';
  if (!isLink) return new Blob([outlineOf(value)], { type });
  const address = isTable(value) ? addressOf(value) : undefined;
  const write = WRITERS[to];
  if (address === undefined || !write) throw new ConversionError('unsupported-feature', 'leads to no page');
  const name = isTable(value) ? value.get('Name') : undefined;
  const given = inputs[0] instanceof Blob ? innerName(inputs[0]) : '';
  return new Blob([write(address, typeof name === 'string' ? name : given === 'data' ? address : given, notes)], { type });
}

function registryTable(value: Value, notes: Notes): string {
  if (!isTable(value)) throw new TypeError('expected keys');
  const cell = (each: Value): string => (isList(each) || isTable(each) ? jsonLine(each, notes) : wordsOf(each));
  const rows = registryRecords(value).map((record) => [...record.values()].map(cell));
  return writeRows([['key', 'name', 'value'], ...rows]);
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  url: 'application/x-mswinurl',
  webloc: 'application/x-webloc',
  desktop: 'application/x-desktop',
  html: 'text/html',
  csv: 'text/csv',
};
