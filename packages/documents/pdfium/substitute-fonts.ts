import { viewOf } from '@bakkum/bytes/bytes';
import type { EngineContext } from '@bakkum/conversion/engine';

/** Substitutes for East Asian fonts that a file names but does not embed. */
const FACES = ['gothic', 'gothicBold', 'myeongjo', 'myeongjoBold', 'japanese', 'chinese'] as const;
type Face = (typeof FACES)[number];

/** FX_CHARSET_* (fpdf_sysfontinfo.h). */
const SHIFT_JIS = 128;
const HANGUL = 129;
const CHINESE: ReadonlySet<number> = new Set([134, 136]);
/** FXFONT_FF_ROMAN in the pitch-and-family field. */
const SERIF = 1 << 4;
const BOLD = 600;

/** Provided by Emscripten: makes JavaScript functions callable from WebAssembly. */
export type Callbacks = { addFunction(callback: (...numbers: readonly number[]) => number | void, signature: string): number };

type Memory = { view(): DataView; bytes(at: number, count: number): Uint8Array; allocate(count: number): number };

/** The fonts PDFium may use, and those it requested before they were loaded. */
export type SubstituteFonts = {
  /** Loads fonts requested since the last call. True if any was added, so pages drawn without it must be drawn again. */
  load(context: EngineContext): Promise<boolean>;
};

/**
 * Registers a font provider with PDFium (FPDF_SYSFONTINFO, version 1). PDFium calls it synchronously while reading a page, so the
 * first request gets nothing, and the page is read again once the font is loaded.
 */
export function offerSubstituteFonts(memory: Memory, callbacks: Callbacks, install: (info: number) => void): SubstituteFonts {
  const loaded = new Map<Face, Uint8Array>();
  const asked = new Set<Face>();
  const mapFont = (_: number, weight: number, __: number, charset: number, pitch: number, name: number): number => {
    const face = faceFor(charset, weight, pitch, latin1(memory, name));
    if (!face) return 0;
    asked.add(face);
    return loaded.has(face) ? FACES.indexOf(face) + 1 : 0;
  };
  const getData = (_: number, handle: number, table: number, buffer: number, size: number): number => {
    const face = FACES[handle - 1];
    const data = face && partOf(loaded.get(face), table >>> 0);
    if (!data) return 0;
    if (buffer !== 0 && size >= data.length) memory.bytes(buffer >>> 0, data.length).set(data);
    return data.length;
  };
  const charsetOf = (_: number, handle: number): number => (handle < 5 ? HANGUL : handle === 5 ? SHIFT_JIS : 134);
  // A separate function for each entry: Emscripten ties a function to its first signature.
  const functions: readonly (readonly [(...numbers: readonly number[]) => number | void, string])[] = [
    [() => undefined, 'vi'],
    [() => undefined, 'vii'],
    [(...numbers) => mapFont(...sixOf(numbers)), 'iiiiiiii'],
    [() => 0, 'iii'],
    [(a = 0, b = 0, c = 0, d = 0, e = 0) => getData(a, b, c, d, e), 'iiiiii'],
    [() => 0, 'iiiii'],
    [(a = 0, b = 0) => charsetOf(a, b), 'iii'],
    [() => undefined, 'vii'],
  ];
  const info = memory.allocate(4 * (functions.length + 1));
  memory.view().setInt32(info, 1, true);
  for (const [index, [callback, signature]] of functions.entries())
    memory.view().setUint32(info + 4 * (index + 1), callbacks.addFunction(callback, signature), true);
  install(info);
  return {
    async load(context) {
      const missing = [...asked].filter((face) => !loaded.has(face));
      const files = await Promise.all(missing.map((face) => context.bytes(face)));
      for (const [index, face] of missing.entries()) loaded.set(face, files[index] ?? new Uint8Array());
      return missing.length > 0;
    },
  };
}

type Six = [number, number, number, number, number, number];
const sixOf = ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): Six => [a, b, c, d, e, f];

function faceFor(charset: number, weight: number, pitch: number, name: string): Face | undefined {
  if (charset === SHIFT_JIS) return 'japanese';
  if (CHINESE.has(charset)) return 'chinese';
  if (charset !== HANGUL) return undefined;
  const isSerif = (pitch & SERIF) !== 0 || /myeong|batang|ming|gungsuh/i.test(name);
  const isBold = weight >= BOLD;
  if (isSerif) return isBold ? 'myeongjoBold' : 'myeongjo';
  return isBold ? 'gothicBold' : 'gothic';
}

function latin1(memory: Memory, at: number): string {
  if (at === 0) return '';
  const bytes = memory.bytes(at >>> 0, 64);
  const end = bytes.indexOf(0);
  return String.fromCharCode(...bytes.subarray(0, end < 0 ? 64 : end));
}

/** The whole file for table 0, otherwise one table by its tag (OpenType, table directory). */
function partOf(file: Uint8Array | undefined, table: number): Uint8Array | undefined {
  if (!file || table === 0) return file;
  const view = viewOf(file);
  const tables = view.getUint16(4);
  for (let index = 0, at = 12; index < tables; index++, at += 16)
    if (view.getUint32(at) === table)
      return file.subarray(view.getUint32(at + 8), view.getUint32(at + 8) + view.getUint32(at + 12));
  return undefined;
}
