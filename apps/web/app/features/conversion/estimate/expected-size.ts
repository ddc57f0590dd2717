import type { OptionField, OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import type { Facts } from '../file-facts/facts.ts';
import { lengthOf } from './throughput-history.ts';

type Asked = { readonly schema: OptionsSchema; readonly values: OptionValues; readonly facts: Facts };

/** Lossless codecs: their results are encoded at the stated rate. */
const LOSSLESS: ReadonlySet<string> = new Set(['PCM', 'FLAC', 'ALAC']);

/** Below this sample rate, in hertz, codecs allow lower bitrates only: MP3 stops at 160 kbps. */
const FULL_RATE = 32_000;

/**
 * Returns the size of the result in bytes if its bitrate is fixed before the conversion, by request or by quality. `undefined` if
 * the content decides.
 */
export function expectedBytes(asked: Asked): number | undefined {
  const seconds = lengthOf({ options: asked.values, facts: asked.facts });
  const bits = 'videoBitrate' in asked.schema ? filmBits(asked) : soundBits(asked);
  if (seconds === undefined || bits === undefined) return undefined;
  const bytes = Math.round((bits * seconds) / 8);
  const { targetSize } = asked.values;
  return typeof targetSize === 'number' ? Math.min(bytes, targetSize * 1000) : bytes;
}

/** Only when both bitrates were requested. */
function filmBits({ values, facts }: Asked): number | undefined {
  const { videoBitrate, audioBitrate, mute } = values;
  if (typeof videoBitrate !== 'number') return undefined;
  if (mute === true || facts.soundTracks === 0) return videoBitrate * 1000;
  return typeof audioBitrate === 'number' && facts.soundTracks === 1 ? (videoBitrate + audioBitrate) * 1000 : undefined;
}

function soundBits({ schema, values, facts }: Asked): number | undefined {
  const { audioBitrate } = values;
  const { quality } = schema;
  if ((sampleRateOf(values, facts) ?? 0) < FULL_RATE) return undefined;
  if (typeof audioBitrate === 'number') return audioBitrate * 1000;
  if (quality?.kind !== 'choice') return undefined;
  if (quality.numbersIn === 'kbps-mono') return chosenKbps(quality, values) * 1000;
  return quality.numbersIn === 'kbps' ? stereoBits(quality, values, facts) : undefined;
}

/** When a quality means a bitrate for two channels. */
function stereoBits(quality: Extract<OptionField, { kind: 'choice' }>, values: OptionValues, facts: Facts): number | undefined {
  const channels = channelsOf(values, facts) ?? Number.POSITIVE_INFINITY;
  // The audio of a video is already compressed, at an unknown rate.
  if (channels > 2 || facts.width !== undefined) return undefined;
  const bits = chosenKbps(quality, values) * 1000 * (channels === 1 ? 0.5 : 1);
  return isEncodedSo(bits, (values['quality'] ?? quality.default) !== quality.default, facts) ? bits : undefined;
}

function chosenKbps({ numbers, ...quality }: Extract<OptionField, { kind: 'choice' }>, values: OptionValues): number {
  return numbers?.[String(values['quality'] ?? quality.default)] ?? Number.NaN;
}

/** Compressed audio may be copied unchanged, or get no more than its own rate. */
function isEncodedSo(bits: number, chosen: boolean, { codecs = [], bitrate = 0 }: Facts): boolean {
  return bits > 0 && (codecs.some((codec) => LOSSLESS.has(codec)) || (chosen && bits <= bitrate));
}

function sampleRateOf({ sampleRate }: OptionValues, facts: Facts): number | undefined {
  return typeof sampleRate === 'string' && sampleRate !== 'keep' ? Number(sampleRate) : facts.sampleRate;
}

function channelsOf({ channels }: OptionValues, facts: Facts): number | undefined {
  if (channels === 'mono') return 1;
  return channels === 'stereo' ? 2 : facts.channels;
}
