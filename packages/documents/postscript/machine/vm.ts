import type { Item, Page } from '../display-list.ts';
import { type ByteStream, MemoryStream } from '../filters/byte-stream.ts';
import type { StandardFaces } from '../fonts/standard-fonts.ts';
import { forked, type GraphicsState, initialState } from '../graphics/graphics-state.ts';
import type { Matrix } from '../graphics/matrix.ts';
import type { Box } from '../graphics/path.ts';
import {
  type ArrayBody,
  array,
  boolean,
  type DictBody,
  dict,
  entry,
  isExecutable,
  itemsOf,
  keyOf,
  NULL,
  name,
  type PsArray,
  type PsDict,
  type PsGraphicsState,
  type PsObject,
  type PsOperator,
} from './objects.ts';
import { OperandStack } from './operand-stack.ts';
import { MissingFace, PsError, StopSignal, UncaughtPsError } from './program-errors.ts';
import { scanToken } from './scanner.ts';

/** An entry of the execution stack. */
type Frame =
  | { readonly kind: 'procedure'; readonly items: readonly PsObject[]; at: number; readonly end: number }
  | { readonly kind: 'file'; readonly stream: ByteStream }
  /** Runs its next iteration by pushing onto the frames; `false` when it is finished. */
  | { readonly kind: 'loop'; readonly next: () => boolean }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'after'; readonly run: () => void }
  | { readonly kind: 'barrier' };

type SavedState = { readonly state: GraphicsState; readonly isSave: boolean };

export type VmLimits = {
  /** Steps of a whole program. */
  readonly steps: number;
  /** Number of drawn items. */
  readonly items: number;
  /** Bytes of strings, array elements and pixels together. */
  readonly memory: number;
};

/** Device units per point. Programs round to them, so they are too fine to be visible. */
export const DEVICE_UNITS = 10;

/** Memory charged per page, which limits the pages to more than any document has. */
const PAGE_CHARGE = 40_000;
const FRAME_LIMIT = 20_000;
const DICT_LIMIT = 2000;
const CALL_LIMIT = 60;

/** The program exceeded its steps, memory or items; it cannot catch this. */
export class LimitReached extends Error {
  readonly limit: keyof VmLimits;

  constructor(limit: keyof VmLimits) {
    super(`the limit of ${limit} is reached`);
    this.name = 'LimitReached';
    this.limit = limit;
  }
}

/** The PostScript machine: stacks, memory and the drawing so far. Operators work on it. */
export class Vm {
  readonly operands = new OperandStack();
  readonly frames: Frame[] = [];
  readonly systemDict = dict(1000);
  readonly globalDict = dict(100);
  readonly userDict = dict(500);
  readonly internalDict = dict(20);
  readonly errorInfo = dict(20);
  readonly errorDict = dict(40);
  readonly fontDirectory = dict(100);
  dictStack: PsDict[] = [this.systemDict, this.globalDict, this.userDict];
  readonly operators: ((vm: Vm) => void)[] = [];
  readonly graphicsStates = new WeakMap<PsGraphicsState, GraphicsState>();
  /** By category, then by name. */
  readonly resources = new Map<string, PsDict>();

  state: GraphicsState;
  saved: SavedState[] = [];
  /** Saved by `clipsave`. */
  readonly clips: Pick<GraphicsState, 'clip' | 'clipBox'>[] = [];
  saveLevel = 0;
  private readonly journal: Map<ArrayBody | DictBody, PsObject[] | Map<unknown, PsObject>>[] = [];

  readonly pages: Page[] = [];
  items: Item[] = [];
  /** Above 0, drawing has no effect, as in `stringwidth` of a Type 3 font. */
  mute = 0;
  pageBox: Box;
  /** The box of a drawing comes from its comments, whatever the program requests. */
  hasFixedPage = false;
  /** Requests made to the device so far. */
  readonly deviceRequest = dict(20);
  readonly faces: StandardFaces;
  readonly warnings = new Set<'fonts'>();
  /** Set by a glyph procedure. */
  glyphWidth: readonly [number, number] = [0, 0];
  isGlobal = false;
  random = 1;
  isQuit = false;

  private readonly limits: VmLimits;
  private steps = 0;
  private used = 0;
  private drawn = 0;
  private calls = 0;
  private failedHeight = 0;
  private command: PsObject = NULL;

  constructor(faces: StandardFaces, pageBox: Box, limits: VmLimits) {
    this.faces = faces;
    this.pageBox = pageBox;
    this.limits = limits;
    this.state = initialState(this.defaultMatrix());
  }

  /** Initial matrix of every page from user space to device space. */
  defaultMatrix(): Matrix {
    return [DEVICE_UNITS, 0, 0, DEVICE_UNITS, 0, 0];
  }

  /** Charges memory that a program requests. */
  charge(amount: number): void {
    this.used += amount;
    if (this.used > this.limits.memory) throw new LimitReached('memory');
  }

  draw(item: Item): void {
    if (this.mute > 0) return;
    this.drawn += 1;
    if (this.drawn > this.limits.items) throw new LimitReached('items');
    this.items.push(item);
  }

  /** Turns the drawing so far into a page. */
  endPage(): void {
    if (this.mute > 0) return;
    this.copyPage();
    this.items = [];
  }

  copyPage(): void {
    this.pages.push({ box: this.pageBox, items: [...this.items] });
    this.charge(PAGE_CHARGE);
  }

  /** The page in device units. */
  deviceBox(): Box {
    const [left, bottom, right, top] = this.pageBox;
    return [left * DEVICE_UNITS, bottom * DEVICE_UNITS, right * DEVICE_UNITS, top * DEVICE_UNITS];
  }

  private fontIds = 0;

  nextFontId(): number {
    this.fontIds += 1;
    return this.fontIds;
  }

  /** A predefined encoding. */
  encoding(text: string): PsObject {
    return entry(this.systemDict, text) ?? this.resources.get('Encoding')?.body.entries.get(text) ?? NULL;
  }

  hasDrawn(): boolean {
    return this.drawn > 0;
  }

  newArray(items: PsObject[], executable = false, packed = false): PsArray {
    this.charge(items.length * 8 + 32);
    return array(items, executable, packed, this.saveLevel);
  }

  newDict(capacity = 0): PsDict {
    this.charge(200);
    return dict(capacity, this.saveLevel);
  }

  put(target: PsDict, key: PsObject, value: PsObject): void {
    const { body } = target;
    this.remember(body);
    const known = keyOf(key);
    if (!body.entries.has(known)) {
      this.charge(64);
      if (typeof known === 'object') body.composites.set(known, key);
    }
    body.entries.set(known, value);
  }

  define(target: PsDict, key: string, value: PsObject): void {
    this.put(target, name(key), value);
  }

  /** Saves the content of an array or dictionary from before the last `save` when it is first changed. */
  remember(body: ArrayBody | DictBody): void {
    if (body.level >= this.saveLevel) return;
    const kept = this.journal.at(-1);
    if (kept && !kept.has(body)) {
      kept.set(body, 'items' in body ? [...body.items] : new Map(body.entries));
      this.charge(('items' in body ? body.items.length : body.entries.size) * 16);
    }
    body.level = this.saveLevel;
  }

  save(): number {
    this.saveLevel += 1;
    this.journal.push(new Map());
    this.saved.push({ state: forked(this.state), isSave: true });
    return this.saveLevel;
  }

  restore(level: number): void {
    if (level > this.saveLevel || level < 1) throw new PsError('invalidrestore');
    while (this.saveLevel >= level) {
      for (const [body, kept] of this.journal.pop() ?? []) {
        if ('items' in body && Array.isArray(kept)) body.items = kept;
        else if ('entries' in body && kept instanceof Map) body.entries = kept as DictBody['entries'];
        body.level = this.saveLevel - 1;
      }
      this.restoreSavedState();
      this.saveLevel -= 1;
    }
  }

  private restoreSavedState(): void {
    for (let last = this.saved.pop(); last; last = this.saved.pop()) {
      if (!last.isSave) continue;
      this.state = last.state;
      return;
    }
  }

  lookup(text: string): PsObject | undefined {
    for (let at = this.dictStack.length - 1; at >= 0; at -= 1) {
      const value = this.dictStack[at]?.body.entries.get(text);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  readonly lookupNow = (text: string): PsObject | undefined => this.lookup(text);

  currentDict(): PsDict {
    return this.dictStack.at(-1) ?? this.userDict;
  }

  beginDict(object: PsDict): void {
    if (this.dictStack.length >= DICT_LIMIT) throw new PsError('dictstackoverflow');
    this.dictStack.push(object);
  }

  pushFrame(frame: Frame): void {
    if (this.frames.length >= FRAME_LIMIT) throw new PsError('execstackoverflow');
    this.frames.push(frame);
  }

  pushProcedure(procedure: PsArray): void {
    if (procedure.length === 0) return;
    this.pushFrame({ kind: 'procedure', items: itemsOf(procedure), at: 0, end: procedure.length });
  }

  /** Schedules an object: executes it if executable, otherwise pushes it. */
  execute(object: PsObject): void {
    switch (object.kind) {
      case 'name':
        if (object.executable) this.executeName(object.text);
        else this.operands.push(object);
        return;
      case 'operator':
        this.operate(object);
        return;
      case 'array':
        if (object.executable) this.pushProcedure(object);
        else this.operands.push(object);
        return;
      case 'string':
        if (object.executable) this.pushFrame({ kind: 'file', stream: new MemoryStream(object.bytes) });
        else this.operands.push(object);
        return;
      case 'file':
        if (object.executable) this.pushFrame({ kind: 'file', stream: object.stream });
        else this.operands.push(object);
        return;
      default:
        this.operands.push(object);
    }
  }

  private executeName(text: string): void {
    const value = this.lookup(text);
    if (value === undefined) {
      this.command = name(text, true);
      this.failedHeight = this.operands.size;
      throw new PsError('undefined', text);
    }
    this.execute(value);
  }

  private operate(operator: PsOperator): void {
    this.command = operator;
    this.failedHeight = this.operands.size;
    this.operators[operator.index]?.(this);
  }

  /** Handles an object inside a procedure or file, where procedures are data. */
  private meet(object: PsObject): void {
    if (object.kind === 'array' || !isExecutable(object)) this.operands.push(object);
    else this.execute(object);
  }

  /** Runs until `depth` frames are left or `slice` steps are done. @returns whether it is finished */
  run(depth: number, slice: number): boolean {
    const end = this.steps + slice;
    while (this.frames.length > depth && !this.isQuit) {
      if (this.steps >= end) return false;
      try {
        while (this.frames.length > depth && this.steps < end && !this.isQuit) this.step();
      } catch (thrown) {
        this.recover(thrown, depth);
      }
    }
    return true;
  }

  private step(): void {
    this.steps += 1;
    if (this.steps > this.limits.steps) throw new LimitReached('steps');
    const frame = this.frames.at(-1);
    if (!frame) return;
    switch (frame.kind) {
      case 'procedure': {
        const object = frame.items[frame.at] ?? NULL;
        frame.at += 1;
        if (frame.at >= frame.end) this.frames.pop();
        this.meet(object);
        return;
      }
      case 'file': {
        const token = scanToken(frame.stream, this.lookupNow);
        if (token) this.meet(token);
        else this.frames.splice(this.frames.lastIndexOf(frame), 1);
        return;
      }
      case 'loop':
        if (!frame.next()) this.frames.splice(this.frames.lastIndexOf(frame), 1);
        return;
      case 'stopped':
        this.frames.pop();
        this.operands.pushBoolean(false);
        return;
      case 'after':
        this.frames.pop();
        frame.run();
        return;
      case 'barrier':
        this.frames.pop();
    }
  }

  /** Runs a procedure to its end, inside an operator. */
  call(procedure: PsObject): void {
    if (this.calls >= CALL_LIMIT) throw new PsError('execstackoverflow', 'operators inside operators');
    const { command, failedHeight } = this;
    this.calls += 1;
    const depth = this.frames.length;
    this.frames.push({ kind: 'barrier' });
    try {
      this.execute(procedure);
      this.run(depth, Infinity);
    } finally {
      this.calls -= 1;
      this.frames.length = Math.min(this.frames.length, depth);
      this.command = command;
      this.failedHeight = Math.min(failedHeight, this.operands.size);
    }
  }

  private recover(thrown: unknown, depth: number): void {
    if (thrown instanceof StopSignal) {
      this.stop(depth);
      return;
    }
    if (thrown instanceof MissingFace || thrown instanceof LimitReached || thrown instanceof UncaughtPsError) throw thrown;
    const error = asPsError(thrown);
    this.operands.size = Math.min(this.failedHeight, this.operands.items.length);
    const handler = entry(this.errorDict, error.error);
    this.recordError(error.error);
    if (handler && handler.kind !== 'operator') {
      this.operands.push(this.command);
      this.execute(handler);
      return;
    }
    this.stop(depth);
  }

  private recordError(error: string): void {
    const info = this.errorInfo;
    this.define(info, 'newerror', boolean(true));
    this.define(info, 'errorname', name(error));
    this.define(info, 'command', this.command);
  }

  /** The operator `stop`: unwinds like an error. */
  stopNow(): never {
    throw new StopSignal('stop');
  }

  /** Unwinds to the last `stopped`; if that is outside, notifies the operator that called this part. */
  private stop(depth = 0): void {
    for (let frame = this.frames.at(-1); frame && this.frames.length > depth; frame = this.frames.at(-1)) {
      this.frames.pop();
      if (frame.kind === 'barrier') throw new StopSignal('stop');
      if (frame.kind === 'stopped') {
        this.operands.pushBoolean(true);
        return;
      }
    }
    if (depth > 0) throw new StopSignal('stop');
    throw this.uncaught();
  }

  private uncaught(): UncaughtPsError {
    const error = entry(this.errorInfo, 'errorname');
    const command = entry(this.errorInfo, 'command');
    return new UncaughtPsError(error?.kind === 'name' ? error.text : 'stop', describe(command));
  }

  /** Leaves the innermost loop. */
  exit(): void {
    for (let at = this.frames.length - 1; at >= 0; at -= 1) {
      const kind = this.frames[at]?.kind;
      if (kind === 'loop') {
        this.frames.length = at;
        return;
      }
      if (kind === 'barrier' || kind === 'stopped') break;
    }
    throw new PsError('invalidexit');
  }

  /** The file that is being executed. */
  currentFile(): ByteStream | undefined {
    for (let at = this.frames.length - 1; at >= 0; at -= 1) {
      const frame = this.frames[at];
      if (frame?.kind === 'file') return frame.stream;
    }
    return undefined;
  }
}

function asPsError(thrown: unknown): PsError {
  if (thrown instanceof PsError) return thrown;
  // Overflow of the JavaScript stack, or an array that is too long: the program requested too much.
  if (thrown instanceof RangeError) return new PsError('limitcheck', thrown.message);
  throw thrown;
}

function describe(object: PsObject | undefined): string {
  if (object?.kind === 'name') return object.text;
  return object?.kind === 'operator' ? object.name : '?';
}
