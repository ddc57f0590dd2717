import {
  bytesOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError, type ConversionErrorCode } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { openDocument } from '@bakkum/document-pdfium/document';
import { drawPages } from '@bakkum/document-pdfium/drawing';
import { pdfiumOf, withoutTraps } from '@bakkum/document-pdfium/program';
import { resolutionOf } from '@bakkum/document-pdfium/resolution';
import { type FaceName, facesInOrder } from '@bakkum/document-typefaces/catalogue';
import { loadFaces } from '@bakkum/document-typefaces/coverage';
import { missingGlyphs } from '@bakkum/document-typefaces/missing-glyphs';
import { importsAll, includesFiles, withoutAbsentFiles, withPlaceholder } from '@bakkum/document-typesetting/absent-files';
import { pageRequestOf } from '@bakkum/document-typesetting/page-options';
import { TYPST_DOCUMENT, typstDocumentOf } from '@bakkum/document-typesetting/typst-document';
import { RASTER, type Raster } from '@bakkum/raster/raster';
import { assertFilters, drawingOf } from './drawing.ts';
import { ABSENT_PICTURES, faceOfFamily, facesOfDrawing, familiesNamedIn, pageRules, typefaceRules } from './look.ts';
import { type Program, type Setting, type Sources, startProgram } from './program.ts';

/** One program per worker, replaced after a failure or when a large document has grown its memory. */
let running: Promise<Program> | undefined;
const MAX_KEPT_BYTES = 384 * 1024 * 1024;
/** Layout takes 350 bytes of memory and 60 µs per character, so longer markup does not fit in memory. */
const MAX_MARKUP = 8_000_000;

/** Lays out markup in pages with Typst. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const document = await documentOf(request, context.signal);
    if (document.markup.trim() === '') throw new ConversionError('empty', 'white space only');
    if (document.markup.length > MAX_MARKUP) throw new ConversionError('too-large', `${document.markup.length} characters`);
    const { fonts, rules, warnings } = await typefacesFor(document.text ?? document.markup, request, context);
    context.signal.throwIfAborted();
    const setting = await setTolerantly(request, context, { ...document, fonts, rules });
    return resultOf(setting, warnings, request, context);
  },
};

const isDrawing = (from: string): boolean => from === 'svg' || from === 'svgz';

const SVG_HEAD_BYTES = 4096;

function isSvg(picture: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(picture.subarray(0, SVG_HEAD_BYTES)).includes('<svg');
}

type Pictures = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

type Document = { readonly markup: string; readonly pictures: Pictures; readonly text?: string; readonly lost?: boolean };

async function documentOf(request: ConvertRequest, signal: AbortSignal): Promise<Document> {
  const { inputs, from } = request;
  const [input] = inputs;
  if (from === TYPST_DOCUMENT) {
    const document = typstDocumentOf(input);
    for (const picture of document.pictures.values()) if (isSvg(picture)) assertFilters(decodeText(picture));
    return document;
  }
  if (isDrawing(from)) return drawingOf(request, signal);
  const markup = decodeText(await bytesOf(input));
  if (markup.includes('\0')) throw new ConversionError('corrupt', 'zero bytes in a text');
  return { markup, pictures: new Map() };
}

const VARIANTS: Partial<Readonly<Record<FaceName, readonly FaceName[]>>> = {
  sans: ['sansItalic', 'sansBold', 'sansBoldItalic'],
  serif: ['serifItalic', 'serifBold', 'serifBoldItalic'],
  mono: ['monoBold'],
  gothic: ['gothicBold'],
  myeongjo: ['myeongjoBold'],
};

const KOREAN = { sans: 'gothic', serif: 'myeongjo', mono: 'coding' } as const;

type Typefaces = {
  readonly fonts: readonly Uint8Array<ArrayBuffer>[];
  readonly rules: string;
  readonly warnings: readonly Warning[];
};

/** Selects the faces a document needs, including bold and italic; those for code and formulas only if used. */
async function typefacesFor(markup: string, { from, options }: ConvertRequest, context: EngineContext): Promise<Typefaces> {
  const typeface = from === TYPST_DOCUMENT ? pageRequestOf(options).typeface : isDrawing(from) ? 'sans' : 'serif';
  const order = facesInOrder(typeface, KOREAN[typeface], markup);
  const loaded = await loadFaces(order, markup, (face) => context.bytes(face));
  const names = loaded.faces.map(({ name }) => name);
  const asked = from === 'typ' ? familiesNamedIn(markup) : [];
  const special = asked.flatMap((family) => faceOfFamily(family) ?? []).filter((face) => !names.includes(face));
  if (isDrawing(from)) special.push(...facesOfDrawing(markup));
  else if (/`|raw/.test(markup)) special.push('mono', ...(/\p{Script=Hangul}/u.test(markup) ? (['coding'] as const) : []));
  if (!isDrawing(from) && /\$|math/.test(markup)) special.push('math');
  const others = [...names, ...special].flatMap((name) => VARIANTS[name] ?? []);
  const more = await Promise.all([...special, ...others].map((face) => context.bytes(face)));
  const substituted =
    // A drawing names typefaces without embedding them.
    (isDrawing(from) && /<(?:\w+:)?text[\s>]/.test(markup)) || asked.some((family) => faceOfFamily(family) === undefined);
  return {
    fonts: [...loaded.faces.map(({ font }) => font.bytes), ...more],
    rules: typefaceRules(names, special, markup),
    warnings: [...(substituted ? [{ code: 'fonts-substituted' } as const] : []), ...missingGlyphs(loaded.missing)],
  };
}

type Job = {
  readonly markup: string;
  readonly pictures: Pictures;
  readonly fonts: readonly Uint8Array<ArrayBuffer>[];
  readonly rules: string;
  readonly lost?: boolean;
};

type Tolerant = Setting & { readonly lost: boolean; readonly absent?: boolean };

/** Lays out a document without damaged or unsupported images, and a Typst file without files that are not part of the upload. */
async function setTolerantly(request: ConvertRequest, context: EngineContext, job: Job): Promise<Tolerant> {
  const whole = await setOnce(context, sourcesOf(request, job, job.pictures));
  if (whole.ok) return { ...whole, lost: job.lost === true };
  if (isDrawing(request.from)) throw new ConversionError('corrupt', whole.remarks.join('; ').slice(0, 500));
  if (request.from !== TYPST_DOCUMENT) return setAlone(request, context, { job, whole });
  const drawable = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [path, bytes] of job.pictures) {
    context.signal.throwIfAborted();
    const markup = `#image(${JSON.stringify(path)}, width: 10pt)`;
    const alone = await setOnce(context, { markup, files: new Map([[`/${path}`, bytes]]), fonts: [] });
    if (alone.ok) drawable.set(path, bytes);
  }
  if (drawable.size === job.pictures.size) return { ...whole, lost: false };
  return { ...(await setOnce(context, sourcesOf(request, job, drawable))), lost: true };
}

/** With more undefined names than this, the missing file was a template that defined the document. */
const MAX_PLACEHOLDERS = 30;

/** Lays out a Typst file without its images and included files. */
async function setAlone(request: ConvertRequest, context: EngineContext, first: { job: Job; whole: Setting }): Promise<Tolerant> {
  const { job, whole } = first;
  const { signal } = context;
  let markup = withoutAbsentFiles(job.markup);
  const changed = markup !== job.markup;
  const lost = whole.remarks.some((remark) => /failed to load file|file not found/.test(remark));
  if (!lost && !changed) return { ...whole, lost };
  const rules = `${job.rules}\n${ABSENT_PICTURES}`;
  let setting = await setOnce(context, sourcesOf(request, { ...job, rules, markup }, job.pictures));
  for (let names = 0; !setting.ok && names < MAX_PLACEHOLDERS && importsAll(job.markup); names += 1) {
    signal.throwIfAborted();
    const name = setting.remarks.flatMap((remark) => /unknown variable: (\S+)/.exec(remark)?.[1] ?? [])[0];
    if (name === undefined) break;
    markup = withPlaceholder(markup, name);
    setting = await setOnce(context, sourcesOf(request, { ...job, rules, markup }, job.pictures));
  }
  return { ...setting, lost: /\bimage\(/.test(job.markup), absent: includesFiles(job.markup) };
}

function sourcesOf({ from, options }: ConvertRequest, { markup, fonts, rules }: Job, pictures: Pictures): Sources {
  const look = from === TYPST_DOCUMENT ? pageRules(options, [...pictures.keys()]) : '';
  const files = new Map([...pictures].map(([path, bytes]) => [`/${path}`, bytes]));
  return { markup: `${rules}\n${look}\n${markup}`, files, fonts };
}

async function setOnce(context: EngineContext, sources: Sources): Promise<Setting> {
  running ??= context.wasm('program').then(startProgram);
  try {
    const program = await running;
    context.signal.throwIfAborted();
    const setting = await program.set(sources);
    if (program.size() > MAX_KEPT_BYTES) running = undefined;
    return setting;
  } catch (failure) {
    running = undefined;
    throw failure;
  }
}

/** Typst's messages about loops and recursion that it ended. Its diagnostics have no codes. */
const ENDLESS: ReadonlySet<string> = new Set([
  'condition is always true',
  'loop seems to be infinite',
  'maximum function call depth exceeded',
  'maximum layout depth exceeded',
  'maximum show rule depth exceeded',
  'maximum grouping depth exceeded',
]);

/** Error for a document that Typst refused. No other engine reads an endless one: pandoc would not return. */
function failureOf(remarks: readonly string[]): ConversionErrorCode {
  return remarks.some((remark) => ENDLESS.has(remark)) ? 'too-complex' : 'unsupported-feature';
}

async function resultOf(
  setting: Tolerant,
  typefaces: readonly Warning[],
  { to, options }: ConvertRequest,
  context: EngineContext,
): Promise<ConvertResult> {
  if (!setting.ok) throw new ConversionError(failureOf(setting.remarks), setting.remarks.join('; ').slice(0, 500));
  const warnings: Warning[] = [];
  if (setting.lost) warnings.push({ code: 'pictures-dropped' });
  if (setting.absent) warnings.push({ code: 'includes-missing' });
  warnings.push(...typefaces);
  const content =
    to === RASTER ? await picturesOf(setting.pdf, options, context) : new Blob([setting.pdf], { type: 'application/pdf' });
  return { outputs: [{ content }], warnings };
}

async function picturesOf(pdf: Uint8Array<ArrayBuffer>, options: OptionValues, context: EngineContext): Promise<Raster> {
  const pdfium = await pdfiumOf(context, 'pdfium');
  return withoutTraps(async () => {
    const document = openDocument(pdfium, pdf, '');
    const all = Array.from({ length: document.pageCount }, (_, index) => index);
    return drawPages(document, all, resolutionOf(options), context);
  });
}
