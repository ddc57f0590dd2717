/** Length of the header of a plain RIFF/WAVE file of PCM samples. */
export const HEADER_BYTES = 44;

/** RIFF, `fmt ` and `data`, for `bytes` of 16-bit samples. */
export function waveHeader(sound: {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bytes: number;
}): Uint8Array {
  const { sampleRate, channels, bytes } = sound;
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  const word = (at: number, characters: string): void => header.set(new TextEncoder().encode(characters), at);
  word(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + bytes, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, bytes, true);
  return header;
}
