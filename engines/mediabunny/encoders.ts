import { type AudioCodec, AudioSampleSink, canEncodeAudio, type InputAudioTrack, Quality, registerEncoder } from 'mediabunny';
import { ParallelMp3Encoder } from './mp3-encoder.ts';

/** WebAssembly encoders for codecs the host cannot encode, loaded on first use. */
const EXTENSIONS: Partial<Record<AudioCodec, () => Promise<void>>> = {
  mp3: registerMp3Encoders,
  aac: async () => (await import('@mediabunny/aac-encoder')).registerAacEncoder(),
  flac: async () => (await import('@mediabunny/flac-encoder')).registerFlacEncoder(),
  ac3: registerDolbyEncoder,
  eac3: registerDolbyEncoder,
};

/** The first registered encoder that supports a configuration is used. */
async function registerMp3Encoders(): Promise<void> {
  const { registerMp3Encoder } = await import('@mediabunny/mp3-encoder');
  registerEncoder(ParallelMp3Encoder);
  registerMp3Encoder();
}

async function registerDolbyEncoder(): Promise<void> {
  (await import('@mediabunny/ac3')).registerAc3Encoder();
}

const registered = new Map<unknown, Promise<void>>();

function once(register: () => Promise<void>): Promise<void> {
  const known = registered.get(register);
  if (known) return known;
  const started = register().catch((cause: unknown) => {
    registered.delete(register);
    throw cause;
  });
  registered.set(register, started);
  return started;
}

/**
 * Samples FFmpeg's AAC encoder inserts before the audio. The extension does not report them; browser encoders compensate for
 * theirs.
 */
const AAC_DELAY = 1024;

/** Delay in samples of the encoder used here. */
export function encoderDelay(codec: AudioCodec): number {
  return codec === 'aac' && registered.has(EXTENSIONS.aac) ? AAC_DELAY : 0;
}

/** Milliseconds in which a decoder has to return the first sound. It takes a few, and a second on a busy device. */
const ANSWER_MS = 10_000;

const answering = new Map<string, Promise<boolean>>();

/** Whether a track can be decoded here, by the host or by an extension, which is loaded if needed. */
export async function canDecodeSound(track: InputAudioTrack): Promise<boolean> {
  const codec = await track.getCodec();
  if (codec === 'ac3' || codec === 'eac3') await once(registerDolbyDecoder); // no browser has it in WebCodecs
  if (codec === null || !(await track.canDecode())) return false;
  const answer = answering.get(codec) ?? answers(track);
  answering.set(codec, answer);
  return answer;
}

/**
 * Decodes the first packets. WebKitGTK 2.50 says that it decodes AAC and Vorbis, takes packets and never returns a sample or an error.
 * Errors are left to the conversion, as they may be the file's.
 */
async function answers(track: InputAudioTrack): Promise<boolean> {
  const samples = new AudioSampleSink(track).samples();
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ANSWER_MS);
  const first = samples.next().then(
    ({ value }) => {
      value?.close();
      return true;
    },
    () => true,
  );
  try {
    return await Promise.race([first, late.promise]);
  } finally {
    clearTimeout(timer);
    samples.return().catch(() => undefined); // a decoder that does not answer does not close either
  }
}

async function registerDolbyDecoder(): Promise<void> {
  (await import('@mediabunny/ac3')).registerAc3Decoder();
}

export type SoundSettings = { readonly sampleRate: number; readonly numberOfChannels: number; readonly bitrate?: number };

/** Whether audio can be encoded here, by the host or by an extension, which is loaded if needed. */
export async function canEncodeSound(codec: AudioCodec, { bitrate, ...settings }: SoundSettings): Promise<boolean> {
  const config = { ...settings, ...(bitrate === undefined ? {} : { quality: new Quality({ bitrate }) }) };
  if (await canEncodeAudio(codec, config)) return true;
  const register = EXTENSIONS[codec];
  if (!register) return false;
  await once(register);
  return canEncodeAudio(codec, config);
}
