import { Directory, Fd, File, type Inode, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';

/** What the program left: its file, the pictures it took out of the document by their path, and what it could not fetch. */
export type Run = {
  readonly output: Uint8Array<ArrayBuffer>;
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly notes: readonly string[];
};

export type Program = {
  /** Errors: `Refusal` for a document it does not take; anything else leaves the program unusable. */
  convert(settings: Readonly<Record<string, unknown>>, input: Uint8Array<ArrayBuffer>, template?: string): Run;
  /** Bytes of memory it has taken, and never gives back. */
  size(): number;
};

/** What the program says of a document it cannot read, as it says it. */
export class Refusal extends Error {}

/** Without a title of its own, a web page is called by this. */
export const INPUT = 'document';
export const OUTPUT = 'output';
export const TEMPLATE = 'template';
/** Where pictures are put; its name stands in the output before each of them. */
export const PICTURES = 'pictures-of-this-document';

/** As the program is built: a reactor of the Glasgow Haskell Compiler. */
const ARGUMENTS = ['pandoc.wasm', '+RTS', '-H64m', '-RTS'];

type Exports = {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  __wasm_call_ctors(): void;
  hs_init_with_rtsopts(count: number, values: number): void;
  convert(settings: number, bytes: number): void;
};

/** It sees one folder, which holds the document and nothing else, and no network: its system has neither. */
export async function startProgram(module: WebAssembly.Module): Promise<Program> {
  const folder = new Map<string, Inode>();
  const silent = () => new SilentFd();
  const files = [new OpenFile(new File(new Uint8Array())), silent(), silent(), new PreopenDirectory('/', folder)];
  const system = new WASI([...ARGUMENTS], [], files, { debug: false });
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system.wasiImport });
  const { exports } = instance as unknown as { exports: Exports };
  system.initialize({ exports });
  exports.__wasm_call_ctors();
  startRuntime(exports);
  return {
    size: () => exports.memory.buffer.byteLength,
    convert(settings, input, template = '') {
      folder.clear();
      folder.set(TEMPLATE, new File(new TextEncoder().encode(template)));
      for (const [name, bytes] of [[INPUT, input], [OUTPUT], ['stdin'], ['stdout'], ['stderr'], ['warnings']] as const)
        folder.set(name, new File(bytes ?? new Uint8Array()));
      const text = place(exports, new TextEncoder().encode(JSON.stringify(settings)));
      exports.convert(text.pointer, text.bytes);
      return runOf(folder);
    },
  };
}

/** Standard output and errors go to files; what is still said here is of no use to anyone. */
class SilentFd extends Fd {
  override fd_write(data: Uint8Array): { ret: number; nwritten: number } {
    return { ret: 0, nwritten: data.byteLength };
  }
}

function place({ malloc, memory }: Exports, content: Uint8Array): { pointer: number; bytes: number } {
  const pointer = malloc(content.length);
  new Uint8Array(memory.buffer).set(content, pointer);
  return { pointer, bytes: content.length };
}

function startRuntime(exports: Exports): void {
  const words = ARGUMENTS.map((word) => place(exports, new TextEncoder().encode(`${word}\0`)).pointer);
  const list = place(exports, new Uint8Array(Uint32Array.from([...words, 0]).buffer)).pointer;
  const pair = place(exports, new Uint8Array(Uint32Array.from([words.length, list]).buffer)).pointer;
  exports.hs_init_with_rtsopts(pair, pair + 4);
}

function runOf(folder: ReadonlyMap<string, Inode>): Run {
  const output = bytesIn(folder.get(OUTPUT));
  const refusal = textIn(folder.get('stderr'));
  if (refusal.includes('ERROR')) throw new Refusal(refusal.slice(0, 500));
  const found = folder.get(PICTURES);
  const pictures = new Map(found instanceof Directory ? filesIn(found, PICTURES) : []);
  return { output, pictures, notes: notesIn(textIn(folder.get('warnings'))) };
}

function* filesIn(folder: Directory, path: string): Generator<[string, Uint8Array<ArrayBuffer>]> {
  for (const [name, entry] of folder.contents) {
    if (entry instanceof Directory) yield* filesIn(entry, `${path}/${name}`);
    else yield [`${path}/${name}`, bytesIn(entry)];
  }
}

function bytesIn(file: Inode | undefined): Uint8Array<ArrayBuffer> {
  return file instanceof File ? new Uint8Array(file.data) : new Uint8Array();
}

const textIn = (file: Inode | undefined): string => new TextDecoder().decode(bytesIn(file));

/** The kinds of the program's own warnings: `CouldNotFetchResource`, `SkippedContent`. */
function notesIn(text: string): readonly string[] {
  if (text === '') return [];
  const notes: unknown = JSON.parse(text);
  if (!Array.isArray(notes)) return [];
  return notes.flatMap((note: unknown) =>
    typeof note === 'object' && note !== null && 'type' in note && typeof note.type === 'string' ? [note.type] : [],
  );
}
