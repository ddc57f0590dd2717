import { callbackFrom } from './callback.ts';
import { type Heap, heapOf } from './heap.ts';
import type { OfficeProgram } from './program.ts';

/** LibreOfficeKit with plain values. Documents are pointers; 0 is none. */
export type Kit = {
  load(url: string, options: string): number;
  /** Loads a document, and supplies the password at the first request. */
  loadAnswering(url: string, options: string, password: string): { readonly document: number; readonly asked: number };
  documentType(document: number): number;
  partNames(document: number): readonly string[];
  selectPart(document: number, part: number): void;
  save(document: number, url: string, format: string, options: string): boolean;
  /** Names of typefaces the document uses that are missing and have no metric-compatible replacement. */
  missingFonts(document: number): readonly string[];
  close(document: number): void;
  lastError(): string;
};

export function kitOf(program: OfficeProgram): Kit {
  const { module } = program;
  const heap = heapOf(program);
  const office = officeIn(program, heap);
  const load = (url: string, options: string): number =>
    heap.withTexts([url, options], (at = 0, given = 0) => module._lok_documentLoadWithOptions(office.pointer, at, given));

  return {
    load,
    loadAnswering(url, options, password) {
      const listening = office.answerWith(url, password);
      try {
        return { document: load(url, options), asked: listening.asked() };
      } finally {
        listening.end();
      }
    },
    documentType: (document) => module._lok_documentGetDocumentType(document),
    partNames: (document) =>
      Array.from({ length: module._lok_documentGetParts(document) }, (_, part) =>
        heap.textAt(module._lok_documentGetPartName(document, part)),
      ),
    selectPart: (document, part) => module._lok_documentSetPart(document, part),
    save: (document, url, format, options) =>
      heap.withTexts([url, format, options], (at = 0, name = 0, given = 0) =>
        module._lok_documentSaveAs(document, at, name, given),
      ) !== 0,
    missingFonts: (document) => missingFontsOf(program, heap, document),
    close: (document) => module._lok_documentDestroy(document),
    lastError: () => office.lastError(),
  };
}

/** LOK_CALLBACK_FONTS_MISSING (LibreOfficeKitEnums.h): its text is `{ "fontsmissing": [ "Papyrus" ] }`. */
const FONTS_MISSING = 57;
/** The message comes first; later messages in the queue concern rendering. */
const RECENT_MESSAGES = 16;
const TEXT_BYTES = 4096;

function missingFontsOf({ module }: OfficeProgram, heap: Heap, document: number): readonly string[] {
  const text = module._malloc(TEXT_BYTES + 4);
  module._lok_documentRegisterCallback(document);
  try {
    module._lok_flushCallbacks(document);
    for (let message = 0; message < RECENT_MESSAGES; message += 1) {
      const kind = module._lok_pollCallback(text, TEXT_BYTES, text + TEXT_BYTES);
      if (kind === FONTS_MISSING) return namesIn(heap.textAt(text));
      if (kind === -1) break;
    }
    return [];
  } finally {
    module._lok_documentUnregisterCallback(document);
    module._lok_clearCallbackQueue();
    module._free(text);
  }
}

/**
 * Parses the names. A long list is truncated within a name, which is skipped. Of a name and its translation the first counts; a
 * list may start without a name.
 */
export function namesIn(message: string): readonly string[] {
  const [, list = ''] = message.split(':', 2);
  const names = [...list.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name.split(';').find((part) => part.trim() !== ''));
  // `+mn-lt` refers to a font of the theme ([ECMA-376] 20.1.4.1.16), which the program resolves.
  return [...new Set(names.flatMap((name) => name?.trim() ?? []))].filter((name) => !name.startsWith('+'));
}

/** Slots of the function table the office pointer refers to (LibreOfficeKit.h, struct _LibreOfficeKitClass). */
const CLASS = { destroy: 1, getError: 3, registerCallback: 6, setOptionalFeatures: 8, setDocumentPassword: 9 } as const;

/** LibreOfficeKitEnums.h: LOK_FEATURE_DOCUMENT_PASSWORD and …_PASSWORD_TO_MODIFY, and the callbacks that request them. */
const PASSWORD_FEATURES = 3n;
const PASSWORD_CALLBACKS: ReadonlySet<number> = new Set([20, 21]);

type OfficePointer = {
  readonly pointer: number;
  lastError(): string;
  /** Registers a callback until `end` is called. Other threads cannot call it, so keep the registration as short as possible. */
  answerWith(url: string, password: string): { asked(): number; end(): void };
};

function officeIn(program: OfficeProgram, heap: Heap): OfficePointer {
  const { module } = program;
  const pointer = heap.withTexts(['/instdir/program'], (folder = 0) => module._libreofficekit_hook(folder));
  if (pointer === 0) throw new Error('the office did not start');
  const tableIndexOf = (place: number): number => heap.wordAt(heap.wordAt(pointer) + place * 4);
  const call = (place: number, ...values: readonly (number | bigint)[]): number => {
    const called: unknown = module.wasmTable.get(tableIndexOf(place));
    if (typeof called !== 'function') throw new Error(`the office has no function ${place}`);
    return Number(called(pointer, ...values));
  };
  return {
    pointer,
    lastError: () => heap.textAt(call(CLASS.getError)),
    answerWith(url, password) {
      let asked = 0;
      const end = (): void => void call(CLASS.registerCallback, 0, 0);
      const answer = (type: number): void => {
        if (!PASSWORD_CALLBACKS.has(type)) return;
        asked += 1;
        const known = asked === 1 && password !== '';
        // Uses the URL the document was opened with; the one in the callback may be shorter and would never match.
        heap.withTexts([url, password], (at = 0, text = 0) => call(CLASS.setDocumentPassword, at, known ? text : 0));
      };
      // The table cannot grow, but the office is never destroyed, so the slot of that function is free.
      const place = tableIndexOf(CLASS.destroy);
      module.wasmTable.set(place, callbackFrom(answer));
      call(CLASS.setOptionalFeatures, PASSWORD_FEATURES);
      call(CLASS.registerCallback, place, 0);
      return { asked: () => asked, end };
    },
  };
}
