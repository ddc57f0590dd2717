import { Directory, Fd, File, type Inode, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';

/** Output of the program: its file, the extracted images by path, and resources it could not fetch. */
export type Run = {
  readonly output: Uint8Array<ArrayBuffer>;
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly notes: readonly string[];
};

export type Program = {
  /** Errors: `Refusal` for an unacceptable document; any other error leaves the program unusable. */
  convert(settings: Readonly<Record<string, unknown>>, input: Uint8Array<ArrayBuffer>, template?: string): Run;
  /** Bytes of allocated memory, which never shrinks. */
  size(): number;
};

/** The program's error message about an unreadable document. */
export class Refusal extends Error {}

/** Title of a web page that has none. */
export const INPUT = 'document';
export const OUTPUT = 'output';
export const TEMPLATE = 'template';
/** Folder of extracted images; its name precedes each of them in the output. */
export const PICTURES = 'pictures-of-this-document';

/** Arguments for a reactor module built by GHC. */
const ARGUMENTS = ['pandoc.wasm', '+RTS', '-H64m', '-RTS'];

type Exports = {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  __wasm_call_ctors(): void;
  hs_init_with_rtsopts(count: number, values: number): void;
  convert(settings: number, bytes: number): void;
};

/** Starts the program with a single folder that holds only the document, and without network access. */
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

/** Discards output: standard output and errors are redirected to files, and anything else is of no use. */
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

/** Extracts the types of pandoc's warnings, such as `CouldNotFetchResource` and `SkippedContent`. */
function notesIn(text: string): readonly string[] {
  if (text === '') return [];
  const notes: unknown = JSON.parse(text);
  if (!Array.isArray(notes)) return [];
  return notes.flatMap((note: unknown) =>
    typeof note === 'object' && note !== null && 'type' in note && typeof note.type === 'string' ? [note.type] : [],
  );
}
