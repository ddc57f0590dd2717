import { ConversionError } from '@bakkum/conversion/errors';
import { FONT_ALIASES, FONT_FOLDER, FONTCONFIG_FOLDER } from './fonts.ts';
import { packedFiles } from './packed-files.ts';
import { PROFILE } from './profile.ts';

/** LibreOfficeKit's C interface as exported by the program. Pointers are numbers, 0 is none; strings end with a zero byte. */
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
  /** Specific to the package: queues the program's messages about a document. */
  _lok_documentRegisterCallback(document: number): void;
  _lok_documentUnregisterCallback(document: number): void;
  /** Flushes messages, which otherwise wait for a timer that runs only between calls. */
  _lok_flushCallbacks(document: number): void;
  _lok_clearCallbackQueue(): void;
  /** Returns the type of the next message, -1 if there is none, and copies its text up to `bytes` with a zero byte. */
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

/** Options of `start` in the prepared script; see prepare-script.mjs. */
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
  /** URL of the prepared script. */
  readonly script: string;
  readonly program: WebAssembly.Module;
  /** The prepared files; see prepare-files.mjs. Must stay allocated, because the program reads from these bytes. */
  readonly files: Uint8Array<ArrayBuffer>;
  /** By file name. */
  readonly fonts: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
};

/** The started program: its interface, memory and file system. Ending it frees its threads and memory. */
export type OfficeProgram = Started & { readonly memory: WebAssembly.Memory };

/** Pages of 64 KiB: the initial size the program was linked with, and the maximum for 32-bit addresses. */
const INITIAL_PAGES = 16_384;
const MAXIMUM_PAGES = 65_536;

const FOLDERS = [
  '/tmp/in',
  '/tmp/out',
  '/instdir/user/temp/embeddedfonts/fromdocs',
  '/instdir/user/temp/embeddedfonts/fromsystem',
];

/** Starts the program without opening anything. Its `main` must not run: it would deadlock with the interface over a lock. */
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

/** The script is our own but loaded by URL, so its one export is checked here. */
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
