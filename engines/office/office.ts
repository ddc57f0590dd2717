import { ConversionError } from '@bakkum/conversion/errors';
import { isOutOfMemory } from '@bakkum/conversion/platform-errors';
import { DOCUMENT_KINDS, type DocumentKind } from '@bakkum/document-office/kinds';
import { type Kit, kitOf } from './kit.ts';
import type { OfficeProgram } from './program.ts';

/** An open document. Close it before opening the next. */
export type OfficeDocument = {
  readonly kind: DocumentKind;
  /** Names of sheets or slides. */
  parts(): readonly string[];
  selectPart(index: number): void;
  /** Typefaces of the document that are replaced by others with different widths. */
  missingFonts(): readonly string[];
  /**
   * @param extension selects the export filter
   * @param options in the syntax of that filter
   */
  save(extension: string, options: string): Uint8Array<ArrayBuffer>;
  close(): void;
};

export type Opening = {
  readonly bytes: Uint8Array;
  /** Includes the extension, which selects the import filter. The sheet of a table is named after it. */
  readonly name: string;
  /** In the syntax of the import filter. */
  readonly options: string;
  /** Empty if unknown. */
  readonly password: string;
  /** Whether the program supports the cipher of this format. It asks for the password in any case. */
  readonly opensEncrypted: boolean;
  /** The file declares that it is encrypted. */
  readonly isLocked: boolean;
};

export type Office = {
  open(opening: Opening): OfficeDocument;
  /** Ends its threads; the instance cannot be used again. */
  end(): void;
};

const IN = '/tmp/in';
const OUT = '/tmp/out';

/**
 * Wraps a running instance. Every call blocks this thread until it is done. After a failure the instance may be broken: end it
 * and start another.
 */
export function officeOf(program: OfficeProgram): Office {
  const kit = guarded('start', () => kitOf(program));
  return {
    open: (opening) => openDocument(program, kit, opening),
    end: () => program.endThreads(),
  };
}

function openDocument(program: OfficeProgram, kit: Kit, opening: Opening): OfficeDocument {
  const { files } = program;
  const { bytes, name } = opening;
  const path = `${IN}/${name}`;
  guarded('write input', () => files.writeFile(path, bytes));
  const document = load(kit, `file://${path}`, opening);
  return {
    kind: DOCUMENT_KINDS[kit.documentType(document)] ?? 'text',
    parts: () => guarded('list parts', () => kit.partNames(document)),
    selectPart: (index) => guarded('select part', () => kit.selectPart(document, index)),
    missingFonts: () => guarded('list fonts', () => kit.missingFonts(document)),
    save(extension, saveOptions) {
      const target = `${OUT}/document.${extension}`;
      const saved = guarded('save', () => kit.save(document, `file://${target}`, extension, saveOptions));
      if (!saved) throw new ConversionError('internal', `not saved as ${extension}: ${kit.lastError()}`);
      const result = new Uint8Array(files.readFile(target));
      for (const made of files.readdir(OUT)) if (made !== '.' && made !== '..') files.unlink(`${OUT}/${made}`);
      return result;
    },
    close() {
      guarded('close', () => kit.close(document));
      files.unlink(path);
    },
  };
}

/** Loads a document. If that fails, tries again with a callback, which is required for password requests. */
function load(kit: Kit, url: string, { options, password, opensEncrypted, isLocked }: Opening): number {
  const document = guarded('open', () => kit.load(url, options));
  if (document !== 0) return document;
  const error = kit.lastError();
  const answer = kit.loadAnswering(url, options, password);
  if (answer.document !== 0) return answer.document;
  if ((answer.asked > 0 || isLocked) && password === '')
    throw new ConversionError('encrypted', 'the document asks for a password');
  if (answer.asked > 0 && !opensEncrypted) throw new ConversionError('unsupported-feature', 'no cipher for this format');
  if (answer.asked > 0) throw new ConversionError('wrong-password', 'the document asks again');
  throw new ConversionError('corrupt', `the document does not open: ${error}`);
}

/** Converts traps, which occur where the native program would crash. */
function guarded<Result>(what: string, call: () => Result): Result {
  try {
    return call();
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    const code = cause instanceof RangeError || isOutOfMemory(cause) ? 'out-of-memory' : 'corrupt';
    throw new ConversionError(code, `${what}: ${message}`, { cause });
  }
}
