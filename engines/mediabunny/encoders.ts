import { type AudioCodec, canEncodeAudio, Quality, registerEncoder } from 'mediabunny';
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

/** Registers the AC-3 decoder, which no browser has in WebCodecs. Call it before testing whether a track can be decoded. */
export async function prepareDecoder(codec: AudioCodec): Promise<void> {
  if (codec === 'ac3' || codec === 'eac3') await once(registerDolbyDecoder);
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
