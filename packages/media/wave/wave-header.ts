import { ByteWriter } from '@bakkum/bytes/writer';

/** Length of the header of a plain RIFF/WAVE file of PCM samples. */
export const HEADER_BYTES = 44;

/** RIFF, `fmt ` and `data`, for `bytes` of 16-bit samples. */
export function waveHeader(sound: {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bytes: number;
}): Uint8Array {
  const { sampleRate, channels, bytes } = sound;
  const header = new ByteWriter({ littleEndian: true })
    .latin1('RIFF')
    .u32(HEADER_BYTES - 8 + bytes)
    .latin1('WAVEfmt ');
  header
    .u32(16)
    .u16(1, channels)
    .u32(sampleRate, sampleRate * channels * 2)
    .u16(channels * 2, 16);
  return header.latin1('data').u32(bytes).finish();
}
