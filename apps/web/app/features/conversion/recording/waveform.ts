/** Decoding needs the whole recording in memory. */
const MAX_BYTES = 30_000_000;
const MAX_SECONDS = 20 * 60;
/** Samples per second while decoding, in hertz: enough for the outline, and the lowest that every browser supports. */
const SAMPLE_RATE = 8000;

/**
 * Returns the loudest sample of each of `count` equal parts, from 0 to 1, scaled so that the loudest part is 1. `undefined` if the
 * recording is too long or this browser cannot decode it.
 */
export async function readPeaks(file: Blob, seconds: number, count: number): Promise<readonly number[] | undefined> {
  if (file.size > MAX_BYTES || seconds > MAX_SECONDS || !('OfflineAudioContext' in globalThis)) return undefined;
  try {
    const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
    const audio = await context.decodeAudioData(await file.arrayBuffer());
    return peaksOf(audio.getChannelData(0), count);
  } catch {
    return undefined; // the browser lacks this codec; the bar then has no outline
  }
}

export function peaksOf(samples: Float32Array, count: number): readonly number[] {
  const peaks = Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * samples.length) / count);
    const to = Math.floor(((part + 1) * samples.length) / count);
    let peak = 0;
    for (let at = from; at < to; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks, 0);
  return loudest > 0 ? peaks.map((peak) => peak / loudest) : peaks;
}
