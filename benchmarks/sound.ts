const RATE = 8000;
const HEAD_BYTES = 44;
const SILENCE = 128;

/** Creates a WAVE recording, mono, 8 bits, 8 kHz: a rising tone over noise. 480 kB per minute. */
export function longRecording(minutes: number): Uint8Array<ArrayBuffer> {
  const samples = RATE * 60 * minutes;
  const bytes = new Uint8Array(HEAD_BYTES + samples);
  const head = Buffer.from(bytes.buffer, 0, HEAD_BYTES);
  head.write('RIFF', 0);
  head.writeUInt32LE(bytes.length - 8, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  for (let index = 0; index < samples; index += 1)
    bytes[HEAD_BYTES + index] = SILENCE + Math.round(60 * Math.sin((index * index) / 5e5) + ((index * 7919) % 41) - 20);
  return bytes;
}
