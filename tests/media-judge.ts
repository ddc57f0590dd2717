import { type Workbench, workbench } from './native.ts';

/** Properties of a file, as ffprobe reports them. */
export type Judged = {
  readonly container: string;
  readonly seconds: number;
  readonly codecs: readonly string[];
  readonly channels: readonly number[];
  readonly sampleRates: readonly number[];
  readonly sizes: readonly string[];
  /** Degrees, of the first video track. */
  readonly rotation: number;
  readonly tags: Readonly<Record<string, string>>;
};

type Probe = {
  readonly streams?: readonly {
    readonly codec_name?: string;
    readonly codec_type?: string;
    readonly channels?: number;
    readonly sample_rate?: string;
    readonly width?: number;
    readonly height?: number;
    readonly side_data_list?: readonly { readonly rotation?: number }[];
  }[];
  readonly format?: { readonly format_name?: string; readonly duration?: string; readonly tags?: Record<string, string> };
};

export type MediaJudge = {
  judge(bytes: Uint8Array, extension: string): Judged;
  /** Decodes the audio to 16-bit samples at its own rate, one array per channel. Fails when anything in it is damaged. */
  samples(bytes: Uint8Array, extension: string, channels: number): readonly Float64Array[];
  /** Returns the seconds between the flash and the beep of `media/flash.mp4`. Fails when one of them is missing. */
  beepDelay(bytes: Uint8Array, extension: string): number;
  dispose(): void;
};

/** Native FFmpeg as the judge of media files; needs `ffmpeg` and `ffprobe`. */
export function mediaJudge(): MediaJudge {
  const bench = workbench();
  return {
    judge: (bytes, extension) => judge(bench, bench.write(`judged.${extension}`, bytes)),
    samples: (bytes, extension, channels) => samplesOf(bench, bench.write(`judged.${extension}`, bytes), channels),
    beepDelay: (bytes, extension) => beepDelay(bench, bench.write(`judged.${extension}`, bytes)),
    dispose: () => bench.dispose(),
  };
}

function judge(bench: Workbench, file: string): Judged {
  const json = bench.run('ffprobe', '-v', 'error', '-show_format', '-show_streams', '-of', 'json', file);
  const { streams = [], format } = JSON.parse(json) as Probe;
  const ofType = (type: string) => streams.filter(({ codec_type }) => codec_type === type);
  const turned = ofType('video')[0]?.side_data_list?.find(({ rotation }) => rotation !== undefined);
  const tags = Object.entries(format?.tags ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    container: format?.format_name ?? '',
    seconds: Number(format?.duration ?? Number.NaN),
    codecs: streams.map(({ codec_name }) => codec_name ?? 'unknown'),
    channels: ofType('audio').map(({ channels }) => channels ?? 0),
    sampleRates: ofType('audio').map(({ sample_rate }) => Number(sample_rate)),
    sizes: ofType('video').map(({ width, height }) => `${String(width)}x${String(height)}`),
    rotation: turned?.rotation ?? 0,
    tags: Object.fromEntries(tags),
  };
}

function samplesOf(bench: Workbench, file: string, channels: number): readonly Float64Array[] {
  bench.run('ffmpeg', '-v', 'error', '-xerror', '-y', '-i', file, '-vn', '-f', 's16le', '-ac', String(channels), 'samples.raw');
  const raw = bench.read('samples.raw');
  const all = new Int16Array(raw.buffer, 0, Math.floor(raw.length / 2));
  const pick = (channel: number) => Float64Array.from(all.filter((_, index) => index % channels === channel));
  return Array.from({ length: channels }, (_, channel) => pick(channel));
}

const BEEP_RATE = 48_000;
/** Thresholds between black and white, and between silence with an encoder's ringing and the beep. */
const BRIGHT = 128;
const LOUD = 3000;

/** Reads both tracks in one run, so that their times stay relative to each other. */
function beepDelay(bench: Workbench, file: string): number {
  const brightness = 'signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=flash.txt';
  const pictures = ['-map', '0:v:0', '-vf', brightness, '-f', 'null', '-'];
  const sound = ['-map', '0:a:0', '-af', `aresample=${BEEP_RATE}:async=1:first_pts=0`, '-ac', '1', '-f', 's16le', 'beep.raw'];
  bench.run('ffmpeg', '-v', 'error', '-y', '-i', file, ...pictures, ...sound);
  const frames = [...new TextDecoder().decode(bench.read('flash.txt')).matchAll(/pts_time:(\S+)\s+\S+YAVG=(\S+)/g)];
  const flash = frames.find(([, , average]) => Number(average) > BRIGHT)?.[1];
  const raw = bench.read('beep.raw');
  const beep = new Int16Array(raw.buffer, 0, Math.floor(raw.length / 2)).findIndex((sample) => Math.abs(sample) > LOUD);
  if (flash === undefined || beep < 0) throw new Error('no flash or no beep');
  return beep / BEEP_RATE - Number(flash);
}

/** Returns the strength of one tone, 0 to about 0.5 (Goertzel filter). */
export function toneStrength(samples: Float64Array, hertz: number, sampleRate: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let [before, last] = [0, 0];
  for (const sample of samples) [before, last] = [last, sample / 32_768 + turn * last - before];
  return Math.sqrt(Math.max(0, last * last + before * before - turn * last * before)) / samples.length;
}
