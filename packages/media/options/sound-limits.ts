import type { CompressedSound } from './bitrate.ts';
import type { AudioCodecName } from './schema.ts';

/** Lowest and highest bit rate, in kilobits per second. */
export type BitrateRange = readonly [min: number, max: number];

const MPEG_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const DOLBY_RATES = [32_000, 44_100, 48_000] as const;
const ALL_RATES = [...MPEG_RATES, 88_200, 96_000] as const;

/** Sample rates of each encoder, ascending. */
const SAMPLE_RATES: Readonly<Record<AudioCodecName, readonly number[]>> = {
  aac: ALL_RATES,
  mp3: MPEG_RATES,
  mp2: [16_000, 22_050, 24_000, ...DOLBY_RATES],
  opus: [48_000], // decodes to 48 kHz whatever was encoded (RFC 7845)
  vorbis: MPEG_RATES, // its encoder has no bit rates above
  ac3: DOLBY_RATES,
  eac3: DOLBY_RATES,
  wma: MPEG_RATES.filter((rate) => rate !== 12_000 && rate !== 24_000),
  flac: ALL_RATES,
  alac: ALL_RATES,
  pcm: ALL_RATES,
  tta: ALL_RATES,
  wavpack: ALL_RATES,
};

/** Returns the sample rates that an encoder supports, out of those that options offer. */
export function sampleRatesOf(codec: AudioCodecName): readonly number[] {
  return SAMPLE_RATES[codec];
}

/** libvorbis 1.3.7 by sample rate: mono, then stereo. Measured; its set-up refuses others. */
const VORBIS: Readonly<Record<number, readonly [mono: BitrateRange, stereo: BitrateRange]>> = {
  8000: [
    [8, 40],
    [12, 80],
  ],
  11025: [
    [12, 48],
    [16, 96],
  ],
  12000: [
    [12, 48],
    [16, 96],
  ],
  16000: [
    [16, 96],
    [24, 192],
  ],
  22050: [
    [16, 80],
    [32, 160],
  ],
  24000: [
    [16, 80],
    [32, 160],
  ],
  32000: [
    [32, 160],
    [40, 320],
  ],
  44100: [
    [32, 224],
    [48, 448],
  ],
};

/** Returns the bit rates that an encoder supports at a sample rate in hertz; more than two channels count as two. */
export function audioBitrateRange(codec: CompressedSound, sampleRate: number, channels: number): BitrateRange {
  const count = channels === 1 ? 1 : 2;
  switch (codec) {
    case 'mp3': // ISO/IEC 11172-3 and 13818-3; LAME ends at 64 kbit/s below 16 kHz
      return [32, sampleRate < 16_000 ? 64 : sampleRate < 32_000 ? 160 : 320];
    case 'mp2':
      return [32, sampleRate < 32_000 ? 160 : count === 1 ? 192 : 384];
    case 'opus':
      return [6, 256 * count];
    case 'aac': // 6144 bits per channel and frame of 1024 samples
      return [16, Math.min(512, Math.floor((6 * sampleRate * count) / 1000))];
    case 'wma':
      return [24, sampleRate < 32_000 ? 32 * count : 320];
    case 'vorbis':
      return vorbisRange(sampleRate, count);
    case 'ac3':
    case 'eac3':
      return [32, 640];
  }
}

function vorbisRange(sampleRate: number, count: 1 | 2): BitrateRange {
  const [mono, stereo] = VORBIS[Math.min(sampleRate, 44_100)] ?? [
    [32, 40],
    [48, 80],
  ];
  return count === 1 ? mono : stereo;
}
