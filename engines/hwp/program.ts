import { type Bytes, startsWith } from '@bakkum/bytes/bytes';
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { latinFaces, normalizedPackage, packageExchangesColours } from '@bakkum/document-hwpx/normalize';
import type { PageLink } from '@bakkum/document-pages/navigation';
import type { TextArea } from '@bakkum/document-pages/structure';
import { HwpDocument, initSync } from '@rhwp/core';
import { similarFaces } from './latin-metrics.ts';
import { latinFacesIn, withDrawnLetters } from './letters.ts';
import { linksIn } from './links.ts';
import { protectionOf } from './protection.ts';
import { createTags } from './tags.ts';

/** An opened document; `close` frees its memory. */
export type OpenDocument = {
  readonly pageCount: number;
  /** Renders a page as SVG with positioned characters and embedded images. */
  drawPage(index: number): string;
  /** Where the text of a page belongs in the structure of the document, as far as the program finds it. */
  areas(page: number): readonly TextArea[];
  /** The links of its pages, as far as the program finds them. */
  links(): readonly PageLink[];
  save(format: 'hwp' | 'hwpx'): Bytes;
  close(): void;
};

let started: Promise<void> | undefined;

function start(context: EngineContext): Promise<void> {
  started ??= context.wasm('program').then((module) => {
    initSync({ module });
  });
  return started.catch((failure: unknown) => {
    started = undefined;
    throw failure;
  });
}

/** Each trap leaks a part of the program's stack. After this many an unexpected error makes the worker restart. */
const MAX_TRAPS = 8;
let traps = 0;

/** Whether pages are drawn, or the document is saved in another format. */
type Purpose = 'drawing' | 'saving';

/** Errors: `encrypted`, `wrong-password`, `copy-protected` (rights management), `corrupt`. */
export async function openDocument(
  bytes: Bytes,
  password: string,
  purpose: Purpose,
  context: EngineContext,
): Promise<OpenDocument> {
  const protection = protectionOf(bytes);
  if (protection === 'rights') throw new ConversionError('copy-protected', 'rights management');
  if (protection === 'password' && password === '') throw new ConversionError('encrypted', 'a password is needed');
  await start(context);
  context.signal.throwIfAborted();
  const document =
    protection === 'password' ? await unlocked(bytes, password, purpose) : opened(await normalized(bytes, purpose));
  const tags = createTags(document);
  return {
    pageCount: foreseen(() => document.pageCount(), 'corrupt'),
    drawPage: (index) => foreseen(() => document.renderPageSvg(index), 'corrupt'),
    areas: (page) => orNone(() => tags.areasOf(page)),
    links: () => orNone(() => linksIn(document)),
    save: (format) =>
      new Uint8Array(foreseen(() => (format === 'hwp' ? document.exportHwp() : document.exportHwpx()), 'corrupt')),
    close: () => document.free(),
  };
}

/** An error here must not lose the pages, which are useful without links and structure. */
function orNone<Item>(run: () => readonly Item[]): readonly Item[] {
  try {
    return foreseen(run, 'corrupt');
  } catch (failure) {
    if (failure instanceof ConversionError) return [];
    throw failure;
  }
}

const opened = (bytes: Bytes): HwpDocument => foreseen(() => new HwpDocument(bytes), 'corrupt');

/** Corrects what the program would read differently. It draws relative sizes as 100 %, but keeps them when it saves. */
async function normalized(bytes: Bytes, purpose: Purpose): Promise<Bytes> {
  if (purpose === 'saving') return normalizedPackage(bytes);
  return startsWith(bytes, 'PK') ? drawnPackage(bytes) : withDrawnLetters(bytes, await otherFaces(latinFacesIn(bytes)));
}

/** None if the program fails to measure them, because the pages are useful with other widths of letters. */
async function otherFaces(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  try {
    return await similarFaces(names);
  } catch (failure) {
    countTraps(failure);
    return new Map();
  }
}

async function drawnPackage(bytes: Bytes, exchangesColours?: boolean): Promise<Bytes> {
  const faces = await otherFaces(latinFaces(bytes));
  return normalizedPackage(bytes, {
    simplifies: true,
    faces,
    ...(exchangesColours !== undefined && { exchangesColours }),
  });
}

/** Encrypted parts can only be corrected in the package that the program saves. */
async function unlocked(bytes: Bytes, password: string, purpose: Purpose): Promise<HwpDocument> {
  const document = foreseen(() => HwpDocument.openWithPassword(bytes, password), 'wrong-password');
  const saved = new Uint8Array(foreseen(() => document.exportHwpx(), 'corrupt'));
  const exchangesColours = packageExchangesColours(bytes);
  const corrected =
    purpose === 'drawing' ? await drawnPackage(saved, exchangesColours) : normalizedPackage(saved, { exchangesColours });
  if (corrected === saved) return document;
  document.free();
  return opened(corrected);
}

/** Converts exceptions of the program, which throws strings and traps on some damaged files. */
function foreseen<Result>(run: () => Result, code: 'corrupt' | 'wrong-password'): Result {
  try {
    return run();
  } catch (failure) {
    countTraps(failure);
    throw new ConversionError(code, failure instanceof Error ? failure.message : String(failure), { cause: failure });
  }
}

/** @throws the failure after too many traps */
function countTraps(failure: unknown): void {
  if (!(failure instanceof WebAssembly.RuntimeError)) return;
  traps += 1;
  if (traps > MAX_TRAPS) throw failure;
}
