import { ConversionError } from '@bakkum/conversion/errors';
import { PDFArray, type PDFContext, PDFDict, type PDFName, PDFRawStream, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import { name } from '../document/objects.ts';
import { MAX_UNPACKED, tooLarge, unpack } from '../document/unpacking.ts';
import { type Box, type Matrix, written } from './boxes.ts';

/** Draws on top of the content of a page, which keeps its own graphics state to itself. */
export function drawOnTop(page: PDFDict, operators: string): void {
  const { context } = page;
  const streams = contentsOf(page);
  const before = context.register(context.stream('q\n'));
  const after = context.register(context.flateStream(`\nQ\n${operators}`));
  setContents(page, [before, ...streams, after]);
}

/** Moves and scales the content of a page. */
export function transformContent(page: PDFDict, matrix: Matrix): void {
  const { context } = page;
  const before = context.register(context.stream(`q ${written(matrix)} cm\n`));
  const after = context.register(context.stream('\nQ\n'));
  setContents(page, [before, ...contentsOf(page), after]);
}

function setContents(page: PDFDict, streams: readonly PDFRef[]): void {
  const list = PDFArray.withContext(page.context);
  for (const stream of streams) list.push(stream);
  page.set(name('Contents'), list);
}

/** References to the streams of a page's content. */
export function contentsOf(page: PDFDict): readonly PDFRef[] {
  const { context } = page;
  const contents = page.get(name('Contents'));
  const value = context.lookup(contents);
  if (value instanceof PDFStream) return [contents instanceof PDFRef ? contents : context.register(value)];
  if (!(value instanceof PDFArray)) return [];
  return value
    .asArray()
    .filter((entry): entry is PDFRef => entry instanceof PDFRef && context.lookup(entry) instanceof PDFStream);
}

function streamsOf(page: PDFDict): readonly PDFStream[] {
  return contentsOf(page).flatMap((ref) => {
    const stream = page.context.lookup(ref);
    return stream instanceof PDFStream ? [stream] : [];
  });
}

/** Resources of a page that no other page shares, so that something can be added. */
function ownResources(page: PDFDict): PDFDict {
  const shared = page.lookup(name('Resources'));
  const own = shared instanceof PDFDict ? shared.clone(page.context) : page.context.obj({});
  page.set(name('Resources'), own);
  return own;
}

/** Makes an object known to the content of a page. Returns its name there. */
export function addResource(page: PDFDict, category: 'XObject' | 'ExtGState', tag: string, object: PDFRef): PDFName {
  return resourceAdder(page, category)(tag, object);
}

/** Returns a function that makes objects known to the content of a page. Any number of them takes linear time. */
export function resourceAdder(page: PDFDict, category: 'XObject' | 'ExtGState'): (tag: string, object: PDFRef) => PDFName {
  const own = ownCategory(page, category);
  let number = 0;
  return (tag, object) => {
    let key: PDFName;
    do {
      number += 1;
      key = name(`${tag}${number}`);
    } while (own.has(key));
    own.set(key, object);
    return key;
  };
}

/** Makes a font known to the content of a page under a name that no other font of the document has. */
export function addFont(page: PDFDict, key: string, font: PDFRef): void {
  ownCategory(page, 'Font').set(name(key), font);
}

function ownCategory(page: PDFDict, category: 'XObject' | 'ExtGState' | 'Font'): PDFDict {
  const resources = ownResources(page);
  const shared = resources.lookup(name(category));
  const own = shared instanceof PDFDict ? shared.clone(page.context) : page.context.obj({});
  resources.set(name(category), own);
  return own;
}

/** The content of a page as one object that can be drawn anywhere (a form XObject, ISO 32000-1, 8.10). */
export function pageAsForm(page: PDFDict, box: Box): PDFRef {
  const { context } = page;
  const form = formWith(context, streamsOf(page));
  const resources = page.get(name('Resources'));
  form.dict.set(name('Resources'), resources ?? context.obj({}));
  const group = page.get(name('Group'));
  if (group) form.dict.set(name('Group'), group);
  form.dict.set(name('BBox'), context.obj([box.x, box.y, box.x + box.width, box.y + box.height]));
  return context.register(form);
}

function formWith(context: PDFContext, streams: readonly PDFStream[]): PDFRawStream {
  const entries = { Type: 'XObject', Subtype: 'Form', FormType: 1 };
  const [only] = streams;
  if (streams.length === 1 && only instanceof PDFRawStream) {
    const form = context.stream(only.contents, entries);
    for (const key of ['Filter', 'DecodeParms']) {
      const value = only.dict.get(name(key));
      if (value) form.dict.set(name(key), value);
    }
    return form;
  }
  return context.flateStream(contentOfAll(streams), entries);
}

/** Unpacks streams and joins them with line breaks. A page can name the same stream any number of times. */
function contentOfAll(streams: readonly PDFStream[]): Uint8Array {
  const known = new Map<PDFStream, Uint8Array>();
  let left = MAX_UNPACKED;
  const parts = streams.map((stream) => {
    const part = known.get(stream) ?? contentOf(stream);
    known.set(stream, part);
    left -= part.length + 1;
    if (left < 0) throw tooLarge();
    return part;
  });
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, 0)).fill(10);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length + 1;
  }
  return bytes;
}

/** The operators that draw a page. */
export function pageContent(page: PDFDict): Uint8Array {
  return contentOfAll(streamsOf(page));
}

/** Unpacks a stream of operators. Errors: `unsupported-feature`, `too-large`. */
export function contentOf(stream: PDFStream): Uint8Array {
  if (!(stream instanceof PDFRawStream)) return stream.getContents();
  try {
    return unpack(stream);
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause;
    throw new ConversionError('unsupported-feature', 'the content of a page cannot be decompressed', { cause });
  }
}
