import { type ConvertRequest, type ConvertResult, type Engine, readInput, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { decodeText, ENCODINGS } from '@bakkum/document-input/text-encoding';
import { encodeText, isOutputEncoding } from '@bakkum/document-output/text-encoding';
import { type Cue, type Given, losesStyling, type Subtitles } from './cue.ts';
import { DIALECTS, transcript } from './dialects.ts';
import { retimeScript } from './sub-station.ts';
import { joinEqualTimes, type Retiming, retime } from './timing.ts';

/** Equals ten thousand pages of dialogue; larger files are not subtitles. */
const MAX_BYTES = 32 * 1024 * 1024;

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0], MAX_BYTES);
    const text = decoded(bytes, request.options);
    const subtitles = read(text, request);
    const retiming = retimingOf(request, subtitles);
    const result = isScript(request) ? retimed(text, retiming, request) : written(subtitles, retiming, request);
    context.onProgress(1);
    return result;
  },
};

function decoded(bytes: Uint8Array, { inputEncoding }: OptionValues): string {
  const known = ENCODINGS.find((encoding) => encoding === inputEncoding);
  return known ? decodeText(bytes, known) : decodeText(bytes);
}

function read(text: string, { from, options }: ConvertRequest): Subtitles {
  const dialect = DIALECTS[from];
  if (!dialect) throw new RangeError(`no dialect ${from}`);
  const rate = rateOf(options.frameRateFrom);
  const subtitles = dialect.read(text, rate === undefined ? {} : { frameRate: rate });
  if (subtitles.cues.length === 0) throw new ConversionError('corrupt', 'no text with a time in it');
  return subtitles;
}

function rateOf(value: unknown): number | undefined {
  return typeof value === 'string' && value !== 'keep' ? Number(value) : undefined;
}

function retimingOf({ options }: ConvertRequest, { frameRate }: Subtitles): Retiming {
  const from = rateOf(options.frameRateFrom) ?? frameRate;
  const to = rateOf(options.frameRateTo);
  return {
    shift: typeof options.shift === 'number' ? options.shift : 0,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Conversions between script formats keep more than cues. */
const isScript = ({ from, to }: ConvertRequest): boolean => from === to && (from === 'ass' || from === 'ssa');

function retimed(text: string, { shift, from, to }: Retiming, request: ConvertRequest): ConvertResult {
  const factor = from !== undefined && to !== undefined ? from / to : 1;
  const script = retimeScript(text, (milliseconds) => Math.round(milliseconds * factor + shift));
  return resultOf([{ text: script }], request, []);
}

type Part = { readonly text: string; readonly label?: string };

function written({ cues: all, frameRate, ...names }: Subtitles, retiming: Retiming, request: ConvertRequest): ConvertResult {
  const { to, options } = request;
  const cues = retime(all, retiming);
  if (cues.length === 0) throw new ConversionError('unsupported-feature', 'nothing left after the shift');
  const dialect = to === 'txt' ? transcript : DIALECTS[to];
  if (!dialect) throw new RangeError(`no dialect ${to}`);
  const rate = rateOf(options.frameRateTo) ?? rateOf(options.frameRateFrom) ?? frameRate;
  const given: Given = rate === undefined ? {} : { frameRate: rate };
  const parts = partsOf(cues, request).map(({ label, cues: members }): Part => {
    const text = dialect.write({ ...names, cues: members }, given);
    return label === undefined ? { text } : { text, label };
  });
  const lost = to !== 'txt' && cues.some((cue) => losesStyling(cue, dialect));
  return resultOf(parts, request, lost ? [{ code: 'styles-dropped' }] : []);
}

/** Splits cues by language as requested: separate, together, or the first. */
function partsOf(cues: readonly Cue[], { to, options }: ConvertRequest): readonly { label?: string; cues: readonly Cue[] }[] {
  const languages = [...Map.groupBy(cues, ({ language }) => language)];
  const [first] = languages;
  if (to === 'smi' || languages.length < 2 || !first) return [{ cues }];
  if (options.languages === 'first') return [{ cues: first[1] }];
  if (options.languages === 'together') return [{ cues: joinEqualTimes(cues) }];
  return languages.map(([language = 'und', members]) => ({ label: language, cues: members }));
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  ass: 'text/x-ass',
  ssa: 'text/x-ssa',
  smi: 'application/x-sami',
  ttml: 'application/ttml+xml',
};
/** Formats read by Windows players, which expect CR LF. */
const CARRIAGE_RETURNS: ReadonlySet<string> = new Set(['srt', 'ass', 'ssa', 'smi', 'microdvd', 'subviewer', 'mpl2']);

function resultOf(parts: readonly Part[], { to, options }: ConvertRequest, warnings: readonly Warning[]): ConvertResult {
  const { outputEncoding } = options;
  let replaced = 0;
  const outputs = parts.map(({ text, label }) => {
    const lines = CARRIAGE_RETURNS.has(to) ? text.replaceAll('\n', '\r\n') : text;
    const encoded = encodeText(
      lines,
      isOutputEncoding(outputEncoding) ? outputEncoding : 'utf-8',
      to === 'smi' ? (code) => `&#${code};` : undefined,
    );
    replaced += encoded.replaced;
    const content = new Blob([encoded.bytes], { type: MEDIA_TYPES[to] ?? 'text/plain' });
    return label === undefined ? { content } : { content, label };
  });
  const [first, ...rest] = outputs;
  if (!first) throw new ConversionError('internal', 'no result');
  const lost: readonly Warning[] = replaced > 0 ? [{ code: 'characters-replaced', params: { count: replaced } }] : [];
  return { outputs: [first, ...rest], warnings: [...warnings, ...lost] };
}
