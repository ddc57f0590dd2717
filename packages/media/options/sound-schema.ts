import type { OptionField, OptionLimit, OptionsSchema } from '@bakkum/conversion/options';
import { AUDIO_BITRATE_STEPS, AUDIO_KBPS, type CompressedSound } from './bitrate.ts';
import { type AudioCodecName, audioCodecOption } from './schema.ts';
import { audioBitrateRange, type BitrateRange, sampleRatesOf } from './sound-limits.ts';

/** Codecs of a target, the default one first. */
export type SoundCodecs = readonly [AudioCodecName, ...AudioCodecName[]];

/** What the container supports; absent for any. `mayCopy`: it can hold codecs that its common players do not support. */
export type SoundContainer = {
  readonly sampleRates?: readonly number[];
  readonly maxChannels?: number;
  readonly mayCopy?: boolean;
};

type ChoiceField = Extract<OptionField, { kind: 'choice' }>;

/** A source with an unknown sample rate counts as this. */
const USUAL_RATE = 48_000;
const STEREO = ['keep', 'stereo'] as const;

/**
 * Options for the audio of a target, limited to what its encoders and its container support: bit rate, sample rate, channels,
 * loudness, and the codec if there is a choice. `normalise` sets the programme loudness (ITU-R BS.1770) to `TARGET_LOUDNESS`.
 */
export function soundOptions(codecs: SoundCodecs, container: SoundContainer = {}): OptionsSchema {
  const sampleRate = sampleRateField(codecs, container);
  return {
    ...bitrateOption(codecs, sampleRate?.values ?? []),
    ...(sampleRate ? { sampleRate: { ...sampleRate, advanced: true } } : {}),
    channels: { kind: 'choice', values: ['keep', 'mono', 'stereo'], default: 'keep', advanced: true },
    normalise: { kind: 'boolean', default: false, advanced: true },
    ...(codecs.length > 1 ? audioCodecOption(codecs, container) : {}),
  };
}

/** Only the audio bit rate of a target, for audio that is encoded without other changes. */
export function bitrateOption(codecs: SoundCodecs, sampleRates: readonly string[] = []): OptionsSchema {
  const cases = codecs.flatMap((codec) => (isCompressed(codec) ? casesOf(codec, codecs, sampleRates) : []));
  if (cases.length === 0) return {};
  const [min, max] = [Math.min(...cases.map(({ range }) => range[0])), Math.max(...cases.map(({ range }) => range[1]))];
  const [only] = codecs;
  const values = codecs.length === 1 && isCompressed(only) ? AUDIO_BITRATE_STEPS[only] : undefined;
  const limits: readonly OptionLimit[] = [
    ...codecs.filter((codec) => !isCompressed(codec)).map((codec) => ({ when: chosenAs(codec, codecs), values: [] })),
    ...codecs.flatMap((codec) => (codecs.length > 1 ? stepLimit(codec, codecs) : [])),
    ...cases
      .filter(({ range }) => range[0] > min || range[1] < max)
      .map(({ when, range }) => ({ when, min: range[0], max: range[1] })),
  ];
  const shared = { kind: 'number', min, max, step: 1, unit: 'kbps', default: null, advanced: true } as const;
  return { audioBitrate: { ...shared, ...(values && { values }), ...(limits.length > 0 && { limits }) } };
}

/** The option's values that choose a codec: its name, and `auto` for the default one. */
function chosenAs(codec: AudioCodecName, codecs: SoundCodecs): OptionLimit['when'] {
  if (codecs.length === 1) return {};
  return { audioCodec: codec === codecs[0] ? ['auto', codec] : [codec] };
}

function stepLimit(codec: AudioCodecName, codecs: SoundCodecs): readonly OptionLimit[] {
  const values = isCompressed(codec) ? AUDIO_BITRATE_STEPS[codec] : undefined;
  return values ? [{ when: chosenAs(codec, codecs), values }] : [];
}

type Case = { readonly when: OptionLimit['when']; readonly range: BitrateRange };

/** The bit rates of a codec for each sample rate and number of channels. */
function casesOf(codec: CompressedSound, codecs: SoundCodecs, sampleRates: readonly string[]): readonly Case[] {
  const chosen = chosenAs(codec, codecs);
  const supported = sampleRatesOf(codec).map(String);
  const rates = ['keep', ...sampleRates.filter((rate) => supported.includes(rate))];
  return rates.flatMap((rate) => {
    const when = { ...chosen, ...(sampleRates.length > 0 && { sampleRate: [rate] }) };
    return [
      { when: { ...when, channels: STEREO }, range: audioBitrateRange(codec, rateOf(rate), 2) },
      { when: { ...when, channels: ['mono'] }, range: audioBitrateRange(codec, rateOf(rate), 1) },
    ];
  });
}

function rateOf(value: string): number {
  return value === 'keep' ? USUAL_RATE : Number(value);
}

/** Absent where the result has only one sample rate. */
function sampleRateField(codecs: SoundCodecs, { sampleRates }: SoundContainer): ChoiceField | undefined {
  const ratesOf = (codec: AudioCodecName): readonly number[] =>
    sampleRatesOf(codec).filter((rate) => sampleRates?.includes(rate) ?? true);
  const all = [...new Set(codecs.flatMap(ratesOf))].sort((one, other) => one - other);
  if (all.length < 2) return undefined;
  const limits = codecs.flatMap((codec): readonly OptionLimit[] => {
    const own = ratesOf(codec);
    return own.length === all.length ? [] : [{ when: chosenAs(codec, codecs), values: own.map(String) }];
  });
  return {
    kind: 'choice',
    values: ['keep', ...all.map(String)],
    default: 'keep',
    ...(limits.length > 0 && { limits }),
  };
}

function isCompressed(codec: AudioCodecName): codec is CompressedSound {
  return codec in AUDIO_KBPS;
}
