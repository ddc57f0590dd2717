import type { Capability } from './capabilities.ts';
import { ConversionError } from './errors.ts';
import type { Fidelity, Losses } from './fidelity.ts';
import type { InstalledPrograms } from './installed-programs.ts';
import type { OptionsSchema, OptionValues } from './options.ts';
import type { OutputFile } from './output-file.ts';
import type { PageLayouts } from './pages/page-layout.ts';

/** A format's id: a row of the tables in `formats/`. This package knows no format by name. */
export type FormatId = string;

/**
 * A value passed between two steps that never leaves the worker, such as decoded pixels. Its format is marked as interchange, so
 * it is never offered to people. `release` frees what garbage collection cannot.
 */
export type Interchange = { readonly interchange: FormatId; release(): void };

export type Content = Blob | Interchange;

/**
 * `comparison` describes the differences of its inputs. `signature` signs the first input with the certificate and key in the second.
 */
export type Operation = 'comparison' | 'signature';

export type Conversion = {
  readonly from: readonly FormatId[];
  readonly to: readonly FormatId[];
  readonly fidelity: Fidelity;
  /** Axes on which this conversion differs from its level. */
  readonly losses?: Losses;
  /** Relative running cost; 1 is the speed of the browser's own codecs. Breaks ties between equally faithful plans. */
  readonly cost: number;
  readonly options?: OptionsSchema;
  /** Capabilities this conversion needs in addition to those of the engine. */
  readonly requires?: readonly Capability[];
  /** Also converts a format into itself if both lists contain it: to cut, compress or repair a file. */
  readonly sameFormat?: boolean;
  /** Several inputs can become one output (images into one PDF). */
  readonly combines?: boolean;
  /** Not a conversion to another format: takes exactly two inputs, and is planned only by its name. */
  readonly operation?: Operation;
  /** Never chained with other conversions, because the result contains parts of the file instead of the file in another format. */
  readonly standalone?: boolean;
};

/** The light half of an engine: data only, so that a page can load it without the engine. */
export type EngineManifest = {
  readonly id: string;
  /** `core`: everyday formats, tested with every change. `long-tail`: the rest, tested in the full tier. */
  readonly tier: 'core' | 'long-tail';
  /** SPDX expression of the third-party code it runs; our own code is Apache-2.0. */
  readonly license: string;
  /** The third-party program, for the notices page: name, version, homepage. Absent for engines written entirely by us. */
  readonly program?: { readonly name: string; readonly version: string; readonly homepage: string };
  /** Compressed bytes to download before the first conversion. */
  readonly downloadBytes: number;
  readonly requires: readonly Capability[];
  /** Peak memory of one conversion: a fixed part plus a multiple of the input size. */
  readonly memory: { readonly baseBytes: number; readonly perInputByte: number };
  /** Files it needs in addition to its code, by name: `package/path` as npm spells it, or `./path` inside its folder. */
  readonly assets: Readonly<Record<string, string>>;
  /** Assets that only some conversions need: they are not part of `downloadBytes` and are fetched on first use. */
  readonly onDemand?: readonly string[];
  readonly conversions: readonly Conversion[];
};

/** Notices about a successful conversion. A closed list; each has a sentence in every language. */
export const WARNING_CODES = [
  'animation-flattened', // only the first frame is in the result
  'pages-dropped',
  'depth-reduced', // 16 bits per channel became 8
  'transparency-flattened', // onto the background colour
  'colours-reduced', // to a palette
  'metadata-dropped',
  'profile-converted', // colours converted to sRGB because the profile cannot travel
  'fonts-substituted',
  'fonts-replaced', // as above, with the names of the fonts
  'glyphs-missing', // no font here has some characters, which appear as boxes
  'resized-to-fit', // the target format limits the size
  'less-faithful', // the best plan failed and a less faithful one was used
  'layout-lost', // the route keeps text and structure, not the layout the target could hold
  'only-text-kept',
  'pages-as-images', // text of the source cannot be selected any more
  'damaged-source', // only part of the source is readable
  'frames-dropped',
  'tracks-dropped', // the target has no room for further audio or video tracks
  'subtitles-dropped',
  'chapters-dropped',
  'fields-flattened', // form fields became static
  'fields-not-filled', // no field of this name accepts the value
  'fields-not-flattened', // they have no stored appearance to draw
  'additions-not-placed', // their pages do not exist
  'pages-not-cropped', // nothing would be left of them
  'crop-areas-unused', // their pages do not exist
  'nothing-redacted', // the text to remove was not found
  'texts-not-found', // some of the texts to remove
  'pages-not-searched', // pages without text, in which no text to remove can be found
  'redacted-pages-as-images', // an image or drawing was under a mark
  'archived-pages-as-images', // a page has something that PDF/A does not allow
  'colours-left', // of a document converted to grayscale: colors that could not be replaced
  'images-recompressed', // of a document: fewer pixels, or a lossy encoding
  'size-not-reached', // the result is larger than requested, at the lowest quality
  'already-small', // the result is the unchanged source, because nothing could be saved
  'certificate-expired', // on the day `date`
  'certificate-not-yet-valid', // before the day `date`
  'certificate-not-for-signing', // issued for another use
  'signature-restricted', // an earlier signature may forbid further ones
  'signatures-dropped', // a changed file no longer matches its digital signatures
  'attachments-dropped', // fonts and other files inside the source
  'cover-dropped', // the cover image
  'entries-dropped', // of an archive: their names or links point outside the folder it unpacks to
  'links-dropped', // of an archive: the result cannot hold them
  'pictures-dropped', // of a document: the target cannot hold them, or they are stored outside the file
  'objects-dropped', // of slides: tables, charts and videos
  'includes-missing', // of markup: included files are missing; their names appear instead
  'scanned-pages', // scanned pages stay images
  'text-recognized', // of scanned pages, by OCR
  'nothing-recognized', // no scanned page with legible text
  'words-uncertain', // recognized words that need checking
  'styles-dropped', // of subtitles: colours, italics or positions the target cannot express
  'types-changed', // of data: the target lacks the type (null, date, bytes), so another is used
  'structure-changed', // of data: nesting, order or names that the target cannot represent
  'comments-dropped',
  'characters-replaced', // replaced by question marks: the chosen encoding lacks them
  'cells-cut', // of a table: texts longer than the target's cells allow
  'no-content', // of a workbook: no sheet has a cell, so the result is empty too
  'outlines-redrawn', // of a font: replaced by curves of another kind, without hints
  'variations-dropped', // of a variable font: its default shape is used
  'bitrate-limited', // of audio: the source's channels or sample rate allow only another bit rate than the requested one
  'channels-mixed', // surround sound mixed down to stereo
  'unit-unknown', // of a model: the source has no unit, so its numbers were kept
  'materials-dropped', // of a model: colours, materials or textures
  'motion-dropped', // of a model: animations and skeletons
  'surfaces-faceted', // exact surfaces of CAD became flat polygons
  'private-data-dropped', // of a medical image: patient and operator
  'size-guessed', // of pixels without a header: guessed from the similarity of rows
  'preview-only', // only the embedded preview image could be read
  'slices-dropped', // of a volume: the result is the middle slice
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** `params` fill the sentence: `{ count: 12 }`, `{ width: 256, height: 256 }`. */
export type Warning = { readonly code: WarningCode; readonly params?: Readonly<Record<string, string | number>> };

export type ConvertRequest = {
  /** One input, unless the conversion `combines` or is an operation. Never modified. */
  readonly inputs: readonly [Content, ...Content[]];
  /** Further inputs of a conversion that `combines` or is an operation, produced on demand. Read both with `eachInput`. */
  readonly following?: { readonly count: number; readonly contents: AsyncIterable<Content> };
  /**
   * Format of the inputs. If it is an interchange, inputs that are files have another format that the engine combines into `to`.
   */
  readonly from: FormatId;
  readonly to: FormatId;
  /** Complete and valid for this conversion's schema. */
  readonly options: OptionValues;
};

export type EngineOutput = {
  readonly content: Content;
  /** Distinguishes several outputs of one input and becomes part of the file name: `page-3`, `256px`. */
  readonly label?: string;
};

export type ConvertResult = {
  readonly outputs: readonly [EngineOutput, ...EngineOutput[]];
  readonly warnings: readonly Warning[];
};

export type EngineContext = {
  readonly signal: AbortSignal;
  /** Number of threads among which the conversion may divide its work, its own included. 1 while other files need the processors. */
  readonly lanes: number;
  /** Reports the completed fraction of this step, 0 to 1, never decreasing. Call it only with measured values. */
  onProgress(fraction: number): void;
  /** Reads an asset of the manifest. */
  bytes(asset: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Compiles an asset of the manifest, streaming if the host can. */
  wasm(asset: string): Promise<WebAssembly.Module>;
  /** URL of an asset, for code modules that start threads from themselves. */
  url(asset: string): string;
  /** Opens a file for a result that may be too large for memory. Removed automatically if the job fails or is cancelled. */
  openOutput(): Promise<OutputFile>;
  /**
   * Opens a frame in which the browser lays out web pages. `load` provides typefaces by name. Present where the host has the
   * capability `page-layout`.
   */
  openPageLayouts?(load: (face: string) => Promise<Uint8Array<ArrayBuffer>>): PageLayouts;
  /** Absent in a browser and where no program is allowed. Engines that need one declare its capability. */
  readonly programs?: InstalledPrograms;
};

/**
 * The working half of an engine. Expected failures are thrown as `ConversionError`; any other error is a defect and terminates
 * the engine's worker. It runs in a worker, in a browser or Node, without access to the page, settings or interface texts.
 */
export type Engine = {
  /**
   * For engines that take seconds to start: starts the engine once, and again after it stopped. Shown as a separate stage, and
   * called `ahead` of a likely job; then checks that every job needs can run as well.
   */
  start?(context: Pick<EngineContext, 'signal' | 'bytes' | 'wasm' | 'url'>, ahead: boolean): Promise<void>;
  convert(request: ConvertRequest, context: EngineContext): Promise<ConvertResult>;
};

/** All inputs of a conversion that `combines`, in order. Each is valid until the next is requested. */
export async function* eachInput({ inputs, following }: ConvertRequest): AsyncGenerator<Content, void, void> {
  yield* inputs;
  if (following) yield* following.contents;
}

/** Number of inputs from `eachInput`, for progress; a file that becomes several images counts once. */
export function inputCount({ inputs, following }: ConvertRequest): number {
  return inputs.length + (following?.count ?? 0);
}

/** Returns the content as a blob, for engines that take only files. */
export function blobOf(content: Content): Blob {
  if (content instanceof Blob) return content;
  throw new TypeError(`expected a file, got ${content.interchange}`);
}

/** Reads all bytes of an input. Errors: `empty`, `too-large` above `maxBytes`. */
export async function readInput(content: Content, maxBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = blobOf(content);
  if (size === 0) throw new ConversionError('empty', 'zero bytes');
  if (size > maxBytes) throw new ConversionError('too-large', `${size} bytes`);
  return bytesOf(content);
}

export async function bytesOf(content: Content): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blobOf(content).arrayBuffer());
}
