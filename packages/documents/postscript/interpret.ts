import { ConversionError } from '@bakkum/conversion/errors';
import { createPause } from '@bakkum/raster/pause';
import type { Page } from './display-list.ts';
import { MemoryStream } from './filters/byte-stream.ts';
import type { StandardFaces } from './fonts/standard-fonts.ts';
import type { Box } from './graphics/path.ts';
import { createVm } from './machine/create-vm.ts';
import { readComments } from './machine/document-comments.ts';
import { ILLUSTRATOR_PROLOGUE, lacksIllustrator } from './machine/illustrator-prologue.ts';
import { stringOf } from './machine/objects.ts';
import { UncaughtPsError } from './machine/program-errors.ts';
import { LimitReached, type VmLimits } from './machine/vm.ts';

export type Interpretation = {
  readonly pages: readonly Page[];
  readonly title: string;
  /** The program names fonts that it does not embed. */
  readonly namesFonts: boolean;
  /** The program failed after drawing something, or the file is truncated. */
  readonly isCut: boolean;
};

export type InterpretOptions = {
  /** A single drawing of the size given in its comments; otherwise a document. */
  readonly isDrawing: boolean;
  readonly faces: StandardFaces;
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
  readonly limits?: VmLimits;
};

/** An endless loop reaches the step limit within seconds; real files stay far below all three limits. */
export const LIMITS: VmLimits = { steps: 120_000_000, items: 1_000_000, memory: 800_000_000 };

const SLICE = 20_000;
const LETTER: Box = [0, 0, 612, 792];

/**
 * Runs a program and returns its drawing.
 * @throws ConversionError `corrupt`, `unsupported-feature`, `timeout`, `too-large`; MissingFace
 */
export async function interpret(program: Uint8Array, options: InterpretOptions): Promise<Interpretation> {
  const comments = readComments(program);
  const box = boxOf(comments, options.isDrawing);
  const vm = createVm(options.faces, box, options.limits ?? LIMITS);
  vm.hasFixedPage = options.isDrawing && comments.box !== undefined;
  const stream = new MemoryStream(program);
  vm.pushFrame({ kind: 'file', stream });
  if (lacksIllustrator(program)) vm.pushFrame({ kind: 'file', stream: new MemoryStream(stringOf(ILLUSTRATOR_PROLOGUE).bytes) });
  const pause = createPause(options.signal);
  let isCut: boolean;
  try {
    while (!vm.run(0, SLICE)) {
      await pause();
      options.onProgress?.(stream.position() / program.length);
    }
    isCut = vm.pages.length === 0 && lacksItsEnd(program);
  } catch (thrown) {
    isCut = endedBy(thrown, vm.hasDrawn() || vm.pages.length > 0);
  }
  if (vm.items.length > 0 && (vm.pages.length === 0 || options.isDrawing || isCut)) vm.endPage();
  const pages = options.isDrawing ? vm.pages.slice(0, 1) : vm.pages;
  if (pages.length === 0) throw new ConversionError('unsupported-feature', 'the program draws nothing');
  return { pages, title: comments.title, namesFonts: vm.warnings.has('fonts'), isCut };
}

/** Maximum distance of the end comment from the end of the file. */
const TAIL = 8192;

/** Files that follow the structuring conventions end with one of these comments (Document Structuring Conventions 3.0, 4.5). */
function lacksItsEnd(program: Uint8Array): boolean {
  const words = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
  return words(program.subarray(0, 11)) === '%!PS-Adobe-' && !/%%(EOF|Trailer)/.test(words(program.subarray(-TAIL)));
}

/** Error codes for uncaught PostScript errors. */
const CODES: Readonly<Record<string, 'corrupt' | 'too-large'>> = {
  syntaxerror: 'corrupt',
  ioerror: 'corrupt',
  limitcheck: 'too-large',
  VMerror: 'too-large',
  stackoverflow: 'too-large',
  dictstackoverflow: 'too-large',
  execstackoverflow: 'too-large',
};

/**
 * @returns true if the drawing so far is worth showing
 */
function endedBy(thrown: unknown, hasDrawn: boolean): true {
  if (thrown instanceof LimitReached) {
    throw new ConversionError(thrown.limit === 'steps' ? 'timeout' : 'too-large', thrown.message, { cause: thrown });
  }
  if (!(thrown instanceof UncaughtPsError)) throw thrown;
  if (hasDrawn) return true;
  throw new ConversionError(CODES[thrown.error] ?? 'unsupported-feature', thrown.message, { cause: thrown });
}

function boxOf({ box, paper, isLandscape }: ReturnType<typeof readComments>, isDrawing: boolean): Box {
  if (isDrawing) return box ?? LETTER;
  if (paper)
    return isLandscape && paper[0] < paper[1] && box && box[2] > paper[0] ? [0, 0, paper[1], paper[0]] : [0, 0, ...paper];
  // Without a paper size, the size of the drawing, but at least letter size.
  return box ? [0, 0, Math.max(LETTER[2], box[2]), Math.max(LETTER[3], box[3])] : LETTER;
}
