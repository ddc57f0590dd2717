import { ascii85Stream, hexDigit, hexStream } from '../filters/ascii.ts';
import { type ByteStream, drain, MemoryStream, PiecesStream } from '../filters/byte-stream.ts';
import { eexecStream } from '../filters/eexec.ts';
import { faxStream } from '../filters/fax-stream.ts';
import { inflateStream } from '../filters/inflate-stream.ts';
import { JpegStream } from '../filters/jpeg-stream.ts';
import { lzwStream, predictedStream, runLengthStream, subFileStream } from '../filters/packed.ts';
import { entry, isProcedure, itemsOf, numberIn, type PsDict, type PsFile, type PsObject, string } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import { scanToken, wordsOf } from '../machine/scanner.ts';
import type { Vm } from '../machine/vm.ts';
import type { Operators } from './operators.ts';

function fileOperand({ operands }: Vm): PsFile {
  const object = operands.pop();
  if (object.kind === 'file') return object;
  throw new PsError('typecheck', `a file is expected, not ${object.kind}`);
}

/** A readable source: a file, a string, or a procedure that returns strings. */
export function streamOf(vm: Vm, object: PsObject): ByteStream {
  if (object.kind === 'file') return object.stream;
  if (object.kind === 'string') return new MemoryStream(object.bytes);
  if (!isProcedure(object)) throw new PsError('typecheck');
  return new PiecesStream(() => {
    vm.call(object);
    return vm.operands.string().bytes;
  });
}

function filter(vm: Vm): void {
  const { operands } = vm;
  const kind = wordsOf(operands.pop()) ?? '';
  let parameters = operands.pop();
  const make = FILTERS[kind];
  if (!make) throw new PsError(kind.endsWith('Encode') ? 'invalidfileaccess' : 'undefined', kind);
  if (kind === 'SubFileDecode') {
    operands.push(subFile(vm, parameters));
    return;
  }
  // Optional parameters come after the source.
  const options = parameters.kind === 'dict' ? parameters : undefined;
  if (options) parameters = operands.pop();
  const stream = make(streamOf(vm, parameters), options);
  operands.push({ kind: 'file', stream, executable: false });
}

function subFile(vm: Vm, last: PsObject): PsFile {
  const { operands } = vm;
  let [count, marker] = [0, new Uint8Array()];
  if (last.kind === 'dict') {
    count = numberIn(entry(last, 'EODCount')) ?? 0;
    const end = entry(last, 'EODString');
    if (end?.kind === 'string') marker = end.bytes.slice();
  } else {
    if (last.kind !== 'string') throw new PsError('typecheck');
    marker = last.bytes.slice();
    count = operands.integer();
  }
  let source = operands.pop();
  if (source.kind === 'dict') source = operands.pop();
  return { kind: 'file', stream: subFileStream(streamOf(vm, source), count, marker), executable: false };
}

type MakeFilter = (source: ByteStream, options: PsDict | undefined) => ByteStream;

function predicted(stream: ByteStream, options: PsDict | undefined): ByteStream {
  const value = (key: string, otherwise: number): number => (options ? (numberIn(entry(options, key)) ?? otherwise) : otherwise);
  return predictedStream(stream, {
    predictor: value('Predictor', 1),
    colours: value('Colors', 1),
    bits: value('BitsPerComponent', 8),
    columns: value('Columns', 1),
  });
}

/** Reads everything at once, for repeated reading; its parameters may name filters. */
function reusable(source: ByteStream, options: PsDict | undefined): ByteStream {
  const named = options && entry(options, 'Filter');
  const kinds = named?.kind === 'array' ? itemsOf(named) : named ? [named] : [];
  let stream = source;
  for (const kind of kinds) stream = FILTERS[wordsOf(kind) ?? '']?.(stream, undefined) ?? stream;
  return new MemoryStream(drain(stream, MAX_REUSABLE));
}

const MAX_REUSABLE = 256 * 1024 * 1024;

function fax(source: ByteStream, options: PsDict | undefined): ByteStream {
  const number = (key: string, otherwise: number): number => (options && numberIn(entry(options, key))) ?? otherwise;
  const isTrue = (key: string): boolean => {
    const value = options && entry(options, key);
    return value?.kind === 'boolean' && value.value;
  };
  return faxStream(source, {
    k: number('K', 0),
    columns: number('Columns', 1728),
    rows: number('Rows', 0),
    byteAlign: isTrue('EncodedByteAlign'),
    blackIsOne: isTrue('BlackIs1'),
  });
}

const FILTERS: Readonly<Record<string, MakeFilter>> = {
  ASCIIHexDecode: hexStream,
  ASCII85Decode: ascii85Stream,
  RunLengthDecode: runLengthStream,
  LZWDecode: (source, options) => {
    const early = options ? numberIn(entry(options, 'EarlyChange')) !== 0 : true;
    return predicted(lzwStream(source, early), options);
  },
  FlateDecode: (source, options) => predicted(inflateStream(source), options),
  CCITTFaxDecode: fax,
  DCTDecode: (source) => new JpegStream(source),
  SubFileDecode: (source) => source,
  NullEncode: (source) => source,
  ReusableStreamDecode: (source, options) => reusable(source, options),
};

function currentFile(vm: Vm): void {
  const stream = vm.currentFile() ?? new MemoryStream(new Uint8Array());
  vm.operands.push({ kind: 'file', stream, executable: false });
}

function readByte(vm: Vm): void {
  const byte = fileOperand(vm).stream.read();
  if (byte >= 0) vm.operands.pushInteger(byte);
  vm.operands.pushBoolean(byte >= 0);
}

/** Fills a string; `true` if there were enough bytes. */
function fill(vm: Vm, next: (stream: ByteStream) => number): void {
  const { bytes } = vm.operands.string();
  const { stream } = fileOperand(vm);
  let length = 0;
  for (; length < bytes.length; length += 1) {
    const byte = next(stream);
    if (byte < 0) break;
    bytes[length] = byte;
  }
  vm.operands.push(string(bytes.subarray(0, length)));
  vm.operands.pushBoolean(length === bytes.length);
}

function nextHexByte(stream: ByteStream): number {
  let value = -1;
  for (;;) {
    const byte = stream.read();
    if (byte < 0) return -1;
    const digit = hexDigit(byte);
    if (digit < 0) continue;
    if (value >= 0) return value * 16 + digit;
    value = digit;
  }
}

function readLine(vm: Vm): void {
  const { bytes } = vm.operands.string();
  const { stream } = fileOperand(vm);
  let length = 0;
  let byte = stream.read();
  for (; byte >= 0 && byte !== 10 && byte !== 13; byte = stream.read()) {
    if (length >= bytes.length) throw new PsError('rangecheck');
    bytes[length] = byte;
    length += 1;
  }
  if (byte === 13 && stream.peek() === 10) stream.read();
  vm.operands.push(string(bytes.subarray(0, length)));
  vm.operands.pushBoolean(byte >= 0);
}

function token(vm: Vm): void {
  const object = vm.operands.pop();
  if (object.kind === 'file') {
    const found = scanToken(object.stream, vm.lookupNow);
    if (found) vm.operands.push(found);
    vm.operands.pushBoolean(found !== undefined);
    return;
  }
  if (object.kind !== 'string') throw new PsError('typecheck');
  const stream = new MemoryStream(object.bytes);
  const found = scanToken(stream, vm.lookupNow);
  if (found) {
    // A byte that was read ahead but not used belongs to the rest.
    const used = stream.position() - stream.heldBytes();
    vm.operands.push(string(object.bytes.subarray(used)));
    vm.operands.push(found);
  }
  vm.operands.pushBoolean(found !== undefined);
}

/** Strings run as with `(text) run`; a file is executed and closed at its end. */
function eexec(vm: Vm): void {
  const stream = eexecStream(streamOf(vm, vm.operands.pop()));
  vm.beginDict(vm.systemDict);
  const depth = vm.dictStack.length;
  vm.pushFrame({
    kind: 'after',
    run: () => {
      if (vm.dictStack.length >= depth) vm.dictStack.length = depth - 1;
    },
  });
  vm.pushFrame({ kind: 'file', stream });
}

function closeFile(vm: Vm): void {
  const { stream } = fileOperand(vm);
  stream.close();
}

/** The program itself is the only file. */
function noFiles(): never {
  throw new PsError('invalidfileaccess');
}

function openFile({ operands }: Vm): void {
  const name = operands.peek(1);
  const isStandard = name.kind === 'string' && /^%(stdin|stdout|stderr|lineedit|statementedit)/.test(wordsOf(name) ?? '');
  if (!isStandard) noFiles();
  operands.popMany(2);
  operands.push({ kind: 'file', stream: new MemoryStream(new Uint8Array()), executable: false });
}

function setPosition(vm: Vm): void {
  const at = vm.operands.integer();
  const { stream } = fileOperand(vm);
  if (!(stream instanceof MemoryStream)) throw new PsError('ioerror');
  stream.seek(at);
}

function getPosition(vm: Vm): void {
  const { stream } = fileOperand(vm);
  if (!(stream instanceof MemoryStream)) throw new PsError('ioerror');
  vm.operands.pushInteger(stream.position());
}

export const FILE_OPERATORS: Operators = {
  currentfile: currentFile,
  filter,
  read: readByte,
  readstring: (vm) => fill(vm, (stream) => stream.read()),
  readhexstring: (vm) => fill(vm, nextHexByte),
  readline: readLine,
  token,
  eexec,
  closefile: closeFile,
  flushfile: (vm) => {
    const { stream } = fileOperand(vm);
    while (stream.read() >= 0);
  },
  resetfile: (vm) => void fileOperand(vm),
  bytesavailable: (vm) => {
    fileOperand(vm);
    vm.operands.pushInteger(-1);
  },
  status: (vm) => {
    const object = vm.operands.pop();
    vm.operands.pushBoolean(object.kind === 'file' && object.stream.isOpen());
  },
  fileposition: getPosition,
  setfileposition: setPosition,
  write: (vm) => void vm.operands.popMany(2),
  writestring: (vm) => void vm.operands.popMany(2),
  writehexstring: (vm) => void vm.operands.popMany(2),
  file: openFile,
  run: noFiles,
  deletefile: noFiles,
  renamefile: noFiles,
  filenameforall: noFiles,
  echo: ({ operands }) => void operands.boolean(),
  prompt: () => undefined,
};
