import { inflate } from '@bakkum/bytes/streams';
import { bytesOf, type ConvertRequest } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { assertFilterWork, drawingSize } from '@bakkum/raster/filter-work';

/** A drawing as a single-page document. */
export type Drawing = {
  readonly markup: string;
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** The drawing's source, used to find the faces its characters need. */
  readonly text: string;
  /** Linked external images were dropped. */
  readonly lost: boolean;
};

const NAME = 'drawing.svg';
/** Size limit of the text; more is a bomb. */
const MAX_BYTES = 128 * 1024 * 1024;

/** A page the size of the drawing, in CSS pixels (1/96 inch). The maximum is 200 inches, the limit of PDF (ISO 32000-1, C.2). */
const MARKUP = `#set page(width: auto, height: auto, margin: 0pt)
#context {
  let natural = measure(image("/${NAME}"))
  let largest = calc.max(natural.width, natural.height)
  image("/${NAME}", width: natural.width * calc.min(1, 14400pt / largest))
}`;

/** Errors: `corrupt`, `empty`, `too-large`. */
export async function drawingOf({ inputs: [input], from }: ConvertRequest, signal: AbortSignal): Promise<Drawing> {
  const given = await bytesOf(input);
  const text = decodeText(from === 'svgz' ? await inflate(given, 'gzip', { maxBytes: MAX_BYTES, signal }) : given);
  if (text.trim() === '') throw new ConversionError('empty', 'no drawing');
  if (!/<(?:\w+:)?svg[\s>]/.test(text)) throw new ConversionError('corrupt', 'no element svg');
  assertFilters(text);
  const source = withoutLinks(text);
  // Removes the declared encoding, because the text is UTF-8 from here on.
  const utf8 = withOurFaces(source).replace(/^(\s*<\?xml[^>]*?)\sencoding\s*=\s*(?:"[^"]*"|'[^']*')/, '$1');
  return {
    markup: MARKUP,
    pictures: new Map([[NAME, new TextEncoder().encode(utf8)]]),
    text: withOurFaces(text),
    lost: source !== text,
  };
}

/** Typst draws the parts of a drawing that have filters as pixels, at this zoom. */
const FILTER_ZOOM = 1.5;

/** Errors: `too-complex` for drawings whose filters would take many minutes. */
export function assertFilters(markup: string): void {
  const { width, height } = drawingSize(markup);
  assertFilterWork(markup, { width: width * FILTER_ZOOM, height: height * FILTER_ZOOM }, FILTER_ZOOM);
}

/** Generic families (CSS Fonts 4, 2.1.3) and common fonts, mapped to the names of bundled faces. */
const SUBSTITUTE_FONTS: readonly (readonly [name: RegExp, family: string])[] = [
  [/(?<![\w-])(?:serif|Times New Roman|Times|Georgia|Cambria|Garamond|Batang|바탕|명조)(?![\w-])/gi, 'Libertinus Serif'],
  [/(?<![\w-])(?:monospace|Courier New|Courier|Consolas|Menlo|Monaco)(?![\w-])/gi, 'Noto Sans Mono'],
];

function withOurFaces(text: string): string {
  return text.replaceAll(/font-family\s*[:=]\s*(?:"[^"<]*"|'[^'<]*'|[^;"<}]*)/g, (choice) =>
    SUBSTITUTE_FONTS.reduce((named, [name, family]) => named.replaceAll(name, family), choice),
  );
}

/** Removes links to external images: the program rejects drawings with them, and nothing would be fetched. */
function withoutLinks(text: string): string {
  return text.replaceAll(/<(?:\w+:)?(?:image|feImage)\s[^<>]*>/g, (element) =>
    element.replaceAll(/\s(?:\w+:)?href\s*=\s*(?:"(?!\s*(?:data:|#))[^"]*"|'(?!\s*(?:data:|#))[^']*')/g, ''),
  );
}
