import type { Capability } from './capabilities.ts';
import type { Fidelity } from './fidelity.ts';
import type { InstalledPrograms } from './installed-programs.ts';
import type { OptionsSchema, OptionValues } from './options.ts';
import type { OutputFile } from './output-file.ts';

/** A format's id, a row of the tables in `formats/`. This package knows none of them by name. */
export type FormatId = string;

/**
 * Something between two steps that never leaves the worker: decoded pixels, for example. Its format is a row marked
 * as interchange, so it is never offered to a person. `release` gives back what garbage collection cannot.
 */
export type Interchange = { readonly interchange: FormatId; release(): void };

export type Content = Blob | Interchange;

export type Conversion = {
  readonly from: readonly FormatId[];
  readonly to: readonly FormatId[];
  readonly fidelity: Fidelity;
  /** Relative running cost, 1 = native speed of the browser's own codecs. Breaks ties between equally faithful plans. */
  readonly cost: number;
  readonly options?: OptionsSchema;
  /** Capabilities this conversion needs beyond those of the whole engine. */
  readonly requires?: readonly Capability[];
  /** Also from a format into itself, where both lists have it: to cut, shrink or repair a file. */
  readonly sameFormat?: boolean;
  /** Several inputs may become one output (pictures into one PDF). */
  readonly combines?: boolean;
};

/** The light half of an engine: data only, safe to load on a page that converts nothing yet. */
export type EngineManifest = {
  readonly id: string;
  /** `core`: formats people use every day, tested with every change. `long-tail`: the rest, tested in the full tier. */
  readonly tier: 'core' | 'long-tail';
  /** SPDX expression of the third-party code it runs; our own glue is Apache-2.0. */
  readonly license: string;
  /** The third-party program, for the notices page: name, version, homepage. Absent when the engine is ours alone. */
  readonly program?: { readonly name: string; readonly version: string; readonly homepage: string };
  /** Compressed bytes fetched before its first conversion. */
  readonly downloadBytes: number;
  readonly requires: readonly Capability[];
  /** Peak memory of one conversion: a fixed part plus a multiple of the input's bytes. */
  readonly memory: { readonly baseBytes: number; readonly perInputByte: number };
  /** Files it needs beside its code, by name: `package/path` as npm spells it, or `./path` inside its folder. */
  readonly assets: Readonly<Record<string, string>>;
  /** Those of `assets` that only some conversions ask for: they do not count as its download and are fetched when asked for. */
  readonly onDemand?: readonly string[];
  readonly conversions: readonly Conversion[];
};

/** Something the person should know about a conversion that worked. Closed, each with a sentence in every language. */
export const WARNING_CODES = [
  'animation-flattened', // only the first frame is in the result
  'pages-dropped',
  'depth-reduced', // 16 bits a channel became 8
  'transparency-flattened', // onto the background colour
  'colours-reduced', // to a palette
  'metadata-dropped',
  'profile-converted', // colours converted to sRGB because the profile cannot travel
  'fonts-substituted',
  'fonts-replaced', // as above, where it is known which
  'resized-to-fit', // the target format has a size limit
  'less-faithful', // the best plan failed, and a lesser one made this
  'damaged-source', // readable only in part
  'frames-dropped',
  'tracks-dropped', // further sound or picture tracks the target has no room for
  'subtitles-dropped',
  'chapters-dropped',
  'attachments-dropped', // fonts and other files inside the source
  'cover-dropped', // the cover picture
  'entries-dropped', // of an archive: their names or links would leave the folder it unpacks to
  'pictures-dropped', // of a document: the target has no place for them, or they lie outside the file
  'includes-missing', // of markup: it includes other files that lie outside it; their names stand in their place
  'scanned-pages', // pages that are pictures of text stay pictures
  'styles-dropped', // of subtitles: colours, slant or places the target has no words for
  'types-changed', // of data: the target has no such type (null, a date, bytes), so it is written as another
  'structure-changed', // of data: nesting, order or names the target cannot hold as they were
  'comments-dropped',
  'characters-replaced', // by question marks: the encoding asked for lacks them
  'cells-cut', // of a table: texts longer than a cell of the target holds
  'no-content', // of a workbook: no sheet has a cell, so the result is empty too
  'outlines-redrawn', // of a font: by curves of another kind, without hints
  'channels-mixed', // surround sound mixed down to stereo
  'unit-unknown', // of a model: the source names no unit, so its numbers were kept
  'materials-dropped', // of a model: colours, materials or pictures on its surfaces
  'motion-dropped', // of a model: animations and skeletons
  'surfaces-faceted', // exact surfaces of CAD became flat polygons
  'private-data-dropped', // of a medical picture: who it shows and who took it
  'size-guessed', // of pixels without a header: from how rows resemble each other
  'preview-only', // nothing but the picture of itself that the file carries could be read
  'slices-dropped', // of a volume: the result is its middle slice
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** `params` fill the sentence: `{ count: 12 }`, `{ width: 256, height: 256 }`. */
export type Warning = { readonly code: WarningCode; readonly params?: Readonly<Record<string, string | number>> };

export type ConvertRequest = {
  /** One input, except for a conversion that `combines`. Never modified. */
  readonly inputs: readonly [Content, ...Content[]];
  /** More inputs of a conversion that `combines`, made while it asks for them. Read both with `eachInput`. */
  readonly following?: { readonly count: number; readonly contents: AsyncIterable<Content> };
  /** Of the inputs. Where that is an interchange, a file among them is of another format that the engine combines into `to`. */
  readonly from: FormatId;
  readonly to: FormatId;
  /** Complete and valid for this conversion's schema. */
  readonly options: OptionValues;
};

export type EngineOutput = {
  readonly content: Content;
  /** Distinguishes several outputs of one input; goes into the file name: `page-3`, `256px`. */
  readonly label?: string;
};

export type ConvertResult = {
  readonly outputs: readonly [EngineOutput, ...EngineOutput[]];
  readonly warnings: readonly Warning[];
};

export type EngineContext = {
  readonly signal: AbortSignal;
  /** Fraction of this step's work, 0 to 1, never going down. Call it only with measured values. */
  onProgress(fraction: number): void;
  /** An asset of the manifest, read whole. */
  bytes(asset: string): Promise<Uint8Array<ArrayBuffer>>;
  /** An asset of the manifest, compiled; streaming where the host can. */
  wasm(asset: string): Promise<WebAssembly.Module>;
  /** Where an asset lies, for a module of code that also starts threads of itself. */
  url(asset: string): string;
  /** A new file for a result that may be too large for memory. Removed by itself if the job fails or is cancelled. */
  openOutput(): Promise<OutputFile>;
  /** Absent in a browser, and where no program was allowed. Engines that need one name its capability. */
  readonly programs?: InstalledPrograms;
};

/**
 * The working half of an engine. Expected failures are thrown as `ConversionError`; anything else is a defect and
 * costs the engine its worker. It runs in a worker, browser or Node: it never sees a page, settings or words for people.
 */
export type Engine = {
  /**
   * Of an engine that takes seconds to start: starts it once, and again after it gave up. Told to a person as a stage of its
   * own, and called `ahead` of any job where one is likely: then what every job needs may be tried as well.
   */
  start?(context: Pick<EngineContext, 'signal' | 'bytes' | 'wasm' | 'url'>, ahead: boolean): Promise<void>;
  convert(request: ConvertRequest, context: EngineContext): Promise<ConvertResult>;
};

/** All inputs of a conversion that `combines`, in order. One is valid until the next is asked for. */
export async function* eachInput({ inputs, following }: ConvertRequest): AsyncGenerator<Content, void, void> {
  yield* inputs;
  if (following) yield* following.contents;
}

/** How many `eachInput` will give, for progress; a file that becomes several pictures counts once. */
export function inputCount({ inputs, following }: ConvertRequest): number {
  return inputs.length + (following?.count ?? 0);
}

/** Guards for engines that take files only. */
export function blobOf(content: Content): Blob {
  if (content instanceof Blob) return content;
  throw new TypeError(`expected a file, got ${content.interchange}`);
}

export async function bytesOf(content: Content): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blobOf(content).arrayBuffer());
}
