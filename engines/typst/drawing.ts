import { bytesOf, type ConvertRequest } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';

/** A drawing as a document of one page. */
export type Drawing = {
  readonly markup: string;
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** The drawing's own source, whose characters need faces. */
  readonly text: string;
  /** It links to pictures that lie elsewhere. */
  readonly lost: boolean;
};

const NAME = 'drawing.svg';
/** A drawing of more text than that is a bomb. */
const MOST_BYTES = 128 * 1024 * 1024;

/** A page as large as the drawing, whose pixels are a ninety-sixth of an inch (CSS); up to 200 inches, the most a PDF has (ISO 32000-1, C.2). */
const MARKUP = `#set page(width: auto, height: auto, margin: 0pt)
#context {
  let natural = measure(image("/${NAME}"))
  let largest = calc.max(natural.width, natural.height)
  image("/${NAME}", width: natural.width * calc.min(1, 14400pt / largest))
}`;

/** Errors: `corrupt`, `empty`, `too-large`. */
export async function drawingOf({ inputs: [input], from }: ConvertRequest, signal: AbortSignal): Promise<Drawing> {
  const given = await bytesOf(input);
  const text = decodeText(from === 'svgz' ? await inflated(given, signal) : given);
  if (text.trim() === '') throw new ConversionError('empty', 'no drawing');
  if (!/<(?:\w+:)?svg[\s>]/.test(text)) throw new ConversionError('corrupt', 'no element svg');
  const source = withoutLinks(text);
  // Without the encoding it names: from here on it is UTF-8.
  const utf8 = withOurFaces(source).replace(/^(\s*<\?xml[^>]*?)\s+encoding\s*=\s*(?:"[^"]*"|'[^']*')/, '$1');
  return {
    markup: MARKUP,
    pictures: new Map([[NAME, new TextEncoder().encode(utf8)]]),
    text: withOurFaces(text),
    lost: source !== text,
  };
}

/** Generic families (CSS Fonts 4, 2.1.3) and the commonest of their kind, by the names of the faces that we have. */
const STAND_INS: readonly (readonly [name: RegExp, family: string])[] = [
  [/(?<![\w-])(?:serif|Times New Roman|Times|Georgia|Cambria|Garamond|Batang|바탕|명조)(?![\w-])/gi, 'Libertinus Serif'],
  [/(?<![\w-])(?:monospace|Courier New|Courier|Consolas|Menlo|Monaco)(?![\w-])/gi, 'Noto Sans Mono'],
];

function withOurFaces(text: string): string {
  return text.replaceAll(/font-family\s*[:=]\s*(?:"[^"<]*"|'[^'<]*'|[^;"<}]*)/g, (choice) =>
    STAND_INS.reduce((named, [name, family]) => named.replaceAll(name, family), choice),
  );
}

/** The program sets no drawing that links to a picture elsewhere; nothing would be fetched in any case. */
function withoutLinks(text: string): string {
  return text.replaceAll(/<(?:\w+:)?(?:image|feImage)\s[^>]*>/g, (element) =>
    element.replaceAll(/\s(?:\w+:)?href\s*=\s*(?:"(?!\s*(?:data:|#))[^"]*"|'(?!\s*(?:data:|#))[^']*')/g, ''),
  );
}

async function inflated(packed: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for await (const chunk of new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'), { signal })) {
      length += chunk.length;
      if (length > MOST_BYTES) throw new ConversionError('too-large', `more than ${MOST_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ConversionError) throw cause;
    throw new ConversionError('corrupt', 'does not unpack', { cause });
  }
  return new Blob(chunks).bytes();
}
