import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { PDFArray, type PDFContext, type PDFDict, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { arrayOf, dictFrom, name, numberOf } from '../document/objects.ts';
import { unpack } from '../document/unpacking.ts';
import { numbersOf } from '../pages/boxes.ts';
import { COMPONENTS, grayOf, type Model, POSTSCRIPT } from './luminance.ts';

const MAX_DEPTH = 8;
const MAX_SAMPLES = 4_000_000;

/** Makes functions gray, each one once: colour spaces and other functions can share them. */
export class GrayFunctions {
  readonly #context: PDFContext;
  readonly #known: Readonly<Record<Model, Map<PDFObject, PDFObject | undefined>>> = {
    rgb: new Map(),
    cmyk: new Map(),
    lab: new Map(),
  };

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /**
   * A function (ISO 32000-1, 7.10) whose result is the gray of the colour that the given function returns. `undefined` if the given
   * function is damaged or of an unknown kind.
   */
  instead(value: PDFObject | undefined, model: Model, depth = 0): PDFObject | undefined {
    const object = this.#context.lookup(value);
    if (!object || depth > MAX_DEPTH) return undefined;
    const known = this.#known[model];
    if (!known.has(object)) {
      known.set(object, undefined); // a function that contains itself
      known.set(object, this.#made(object, model, depth));
    }
    return known.get(object);
  }

  #made(object: PDFObject, model: Model, depth: number): PDFObject | undefined {
    const dict = dictFrom(object);
    if (!dict) return undefined;
    switch (numberOf(dict, 'FunctionType')) {
      case 0:
        return object instanceof PDFRawStream ? sampled(object, model) : undefined;
      case 2:
        return exponential(dict, model);
      case 3:
        return this.#stitched(dict, model, depth);
      case 4:
        return object instanceof PDFRawStream ? calculated(object, model) : undefined;
      default:
        return undefined;
    }
  }

  #stitched(dict: PDFDict, model: Model, depth: number): PDFObject | undefined {
    const { context } = dict;
    const given = arrayOf(dict, 'Functions')?.asArray() ?? [];
    if (given.length === 0) return undefined;
    const list = PDFArray.withContext(context);
    for (const each of given) {
      const part = this.instead(each, model, depth + 1);
      if (!part) return undefined;
      list.push(part);
    }
    const made = dict.clone();
    made.set(name('Functions'), list);
    made.set(name('Range'), context.obj([0, 1]));
    return context.register(made);
  }
}

/** Interpolates between two colours. Gray is a weighted sum, so the grays of both are enough. */
function exponential(dict: PDFDict, model: Model): PDFObject | undefined {
  const [from, to] = [numbersOf(arrayOf(dict, 'C0')), numbersOf(arrayOf(dict, 'C1'))];
  if (from.length !== COMPONENTS[model] || to.length !== COMPONENTS[model]) return undefined;
  const made = dict.clone();
  made.set(name('C0'), dict.context.obj([grayOf(model, from)]));
  made.set(name('C1'), dict.context.obj([grayOf(model, to)]));
  made.set(name('Range'), dict.context.obj([0, 1]));
  return dict.context.register(made);
}

/** Converts the table of samples, between which readers interpolate. */
function sampled(stream: PDFRawStream, model: Model): PDFObject | undefined {
  const { dict } = stream;
  const { context } = dict;
  const table = tableOf(stream, COMPONENTS[model]);
  if (!table) return undefined;
  const grays = new Uint8Array(table.total);
  for (let at = 0; at < table.total; at += 1)
    grays[at] = Math.round(Math.max(0, Math.min(1, grayOf(model, table.colour(at)))) * 255);
  const made = context.flateStream(grays, { FunctionType: 0, BitsPerSample: 8, Range: [0, 1] });
  for (const key of ['Domain', 'Size', 'Encode', 'Order']) {
    const kept = dict.get(name(key));
    if (kept) made.dict.set(name(key), kept);
  }
  return context.register(made);
}

type Table = { readonly total: number; colour(at: number): readonly number[] };

/** Reads the colours of a table with 8 or 16 bits per component. */
function tableOf(stream: PDFRawStream, count: number): Table | undefined {
  const { dict } = stream;
  const width = (numberOf(dict, 'BitsPerSample') ?? 0) / 8;
  const decode = numbersOf(arrayOf(dict, dict.has(name('Decode')) ? 'Decode' : 'Range'));
  const total = numbersOf(arrayOf(dict, 'Size')).reduce((product, size) => product * size, 1);
  if ((width !== 1 && width !== 2) || decode.length !== 2 * count) return undefined;
  if (!Number.isInteger(total) || total < 1 || total > MAX_SAMPLES) return undefined;
  const bytes = unpacked(stream);
  if (!bytes || bytes.length < total * count * width) return undefined;
  const most = 256 ** width - 1;
  const view = viewOf(bytes);
  const sample = (place: number): number => (width === 1 ? view.getUint8(place) : view.getUint16(2 * place));
  return {
    total,
    colour: (at) =>
      Array.from({ length: count }, (_, part) => {
        const low = decode[2 * part] ?? 0;
        return low + (sample(at * count + part) / most) * ((decode[2 * part + 1] ?? 1) - low);
      }),
  };
}

/** Appends the conversion to a PostScript calculator function. */
function calculated(stream: PDFRawStream, model: Model): PDFObject | undefined {
  const { dict } = stream;
  const code = unpacked(stream);
  const text = code && new TextDecoder('latin1').decode(code);
  const end = text?.lastIndexOf('}') ?? -1;
  const domain = dict.get(name('Domain'));
  if (text === undefined || end < 0 || !domain) return undefined;
  const made = dict.context.flateStream(`${text.slice(0, end)} ${POSTSCRIPT[model]} }`, { FunctionType: 4, Range: [0, 1] });
  made.dict.set(name('Domain'), domain);
  return dict.context.register(made);
}

function unpacked(stream: PDFRawStream): Uint8Array | undefined {
  try {
    return unpack(stream);
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause; // too large
    return undefined; // damaged
  }
}
