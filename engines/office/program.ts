import { ConversionError } from '@bakkum/conversion/errors';
import { FONT_ALIASES, FONT_FOLDER, FONTCONFIG_FOLDER } from './fonts.ts';
import { packedFiles } from './packed-files.ts';
import { PROFILE } from './profile.ts';

/** LibreOfficeKit's C interface as the program exports it. Pointers are numbers, 0 is none; text ends with a zero byte. */
export type OfficeExports = {
  readonly wasmTable: WebAssembly.Table;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _libreofficekit_hook(folder: number): number;
  _lok_documentLoadWithOptions(office: number, url: number, options: number): number;
  _lok_documentGetDocumentType(document: number): number;
  _lok_documentGetParts(document: number): number;
  _lok_documentGetPartName(document: number, part: number): number;
  _lok_documentSetPart(document: number, part: number): void;
  _lok_documentSaveAs(document: number, url: number, format: number, options: number): number;
  _lok_documentDestroy(document: number): void;
  /** The package's own: what the program tells of a document goes into a queue. */
  _lok_documentRegisterCallback(document: number): void;
  _lok_documentUnregisterCallback(document: number): void;
  /** Messages wait for a timer, which runs only between calls; this has them come now. */
  _lok_flushCallbacks(document: number): void;
  _lok_clearCallbackQueue(): void;
  /** The kind of the next message, -1 when there is none; as much of its text as fits, and a zero byte. */
  _lok_pollCallback(text: number, bytes: number, length: number): number;
};

export type OfficeFiles = {
  mkdirTree(path: string): void;
  readdir(path: string): string[];
  writeFile(path: string, bytes: Uint8Array): void;
  readFile(path: string): Uint8Array;
  unlink(path: string): void;
  createPath(parent: string, path: string, canRead: boolean, canWrite: boolean): void;
  createDataFile(path: string, name: null, bytes: Uint8Array, canRead: boolean, canWrite: boolean, canOwn: boolean): void;
};

type Started = { readonly module: OfficeExports; readonly files: OfficeFiles; endThreads(): void };

/** What `start` of the prepared script is given; see prepare-script.mjs. */
type StartOptions = {
  readonly noInitialRun: true;
  readonly wasmMemory: WebAssembly.Memory;
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
  readonly onRuntimeInitialized: () => void;
  readonly onAbort: (reason: unknown) => void;
  readonly print: (text: string) => void;
  readonly printErr: (text: string) => void;
};

export type OfficeParts = {
  /** Address of the prepared script. */
  readonly script: string;
  readonly program: WebAssembly.Module;
  /** The prepared files; see prepare-files.mjs. Kept: the program reads from these bytes. */
  readonly files: Uint8Array<ArrayBuffer>;
  /** By file name. */
  readonly fonts: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
};

/** The program, started: its interface, its memory, its file system. Ending it gives back its threads and its memory. */
export type OfficeProgram = Started & { readonly memory: WebAssembly.Memory };

/** 64 KiB each: what the program was linked with, and what 32-bit addresses can reach. */
const INITIAL_PAGES = 16_384;
const MAXIMUM_PAGES = 65_536;

const FOLDERS = [
  '/tmp/in',
  '/tmp/out',
  '/instdir/user/temp/embeddedfonts/fromdocs',
  '/instdir/user/temp/embeddedfonts/fromsystem',
];

/**
 * Starts the program up to its interface; nothing is opened yet. Its `main` must not run: it would wait for a lock that
 * the interface holds, and the other way round.
 */
export async function startProgram(parts: OfficeParts): Promise<OfficeProgram> {
  const start = startOf(await import(/* @vite-ignore */ parts.script));
  const memory = reserveMemory();
  const ready = Promise.withResolvers<void>();
  const { module, files, endThreads } = start({
    noInitialRun: true,
    wasmMemory: memory,
    instantiateWasm(imports, done) {
      const begin = async (): Promise<void> => done(await WebAssembly.instantiate(parts.program, imports), parts.program);
      begin().catch((refusal: unknown) => ready.reject(refusal));
      return {};
    },
    onRuntimeInitialized: ready.resolve,
    onAbort: (reason) => ready.reject(new ConversionError('engine-unavailable', `the program gave up: ${String(reason)}`)),
    print: () => undefined,
    printErr: () => undefined,
  });
  await ready.promise;
  for (const folder of FOLDERS) files.mkdirTree(folder);
  unpack(parts.files, files);
  for (const [name, bytes] of Object.entries(parts.fonts)) files.writeFile(`${FONT_FOLDER}/${name}`, bytes);
  files.writeFile(`${FONTCONFIG_FOLDER}/36-hangul.conf`, new TextEncoder().encode(FONT_ALIASES));
  files.writeFile('/instdir/user/registrymodifications.xcu', new TextEncoder().encode(PROFILE));
  return { module, files, endThreads, memory };
}

/** The script is ours, but reached by its address: its one export is checked here. */
function startOf(script: unknown): (options: StartOptions) => Started {
  if (typeof script !== 'object' || script === null || !('start' in script) || typeof script.start !== 'function')
    throw new ConversionError('engine-unavailable', 'the start script exports no start');
  return script.start as (options: StartOptions) => Started;
}

function reserveMemory(): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES, shared: true });
  } catch (cause) {
    throw new ConversionError('out-of-memory', 'a gibibyte could not be reserved', { cause });
  }
}

function unpack(packed: Uint8Array<ArrayBuffer>, files: OfficeFiles): void {
  for (const [path, content] of packedFiles(packed)) {
    files.createPath('/', path.slice(0, path.lastIndexOf('/')), true, true);
    files.createDataFile(path, null, content, true, true, true);
  }
}
