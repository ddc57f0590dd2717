import type { FormatId } from '@bakkum/conversion/engine';

/** Playback of a result in a media element of the browser. */
export type Playback = {
  /** Message of the element; empty when it played. */
  readonly error: string;
  readonly width: number;
  readonly frames: number;
  readonly audioBytes: number;
  /** Infinite for streams without a length. */
  readonly seconds: number;
};

/** Tracks and length of the result according to an independent program. */
export type Tracks = { readonly video: boolean; readonly audio: boolean; readonly seconds: number };

/** Browsers estimate the length of some files without an index. */
const LENGTH_SLACK_SECONDS = 0.15;
const LENGTH_SLACK_SHARE = 0.02;

/** Formats that every current browser plays. */
const PLAYED: ReadonlySet<FormatId> = new Set(['mp4', 'webm', 'mp3', 'm4a', 'm4b', 'aac', 'wav', 'flac', 'ogg', 'opus', 'weba']);

export const isPlayed = (format: FormatId): boolean => PLAYED.has(format);

/** Describes what a visitor would miss when playing the result in the browser. */
export function playbackFaults({ error, width, frames, audioBytes, seconds }: Playback, tracks: Tracks): readonly string[] {
  if (error !== '') return [`the browser does not play it: ${error}`];
  return [
    ...(tracks.video && (width === 0 || frames === 0) ? ['no picture in the browser'] : []),
    ...(tracks.audio && audioBytes === 0 ? ['no sound in the browser'] : []),
    ...(isLength(seconds, tracks.seconds) ? [] : [`lasts ${String(seconds)} s in the browser instead of ${tracks.seconds} s`]),
  ];
}

function isLength(seconds: number, wanted: number): boolean {
  if (!(wanted > 0)) return true;
  return Math.abs(seconds - wanted) <= Math.max(LENGTH_SLACK_SECONDS, wanted * LENGTH_SLACK_SHARE);
}

/** Runs in the page: plays up to a second of the first result without sound. */
export async function playInPage(): Promise<Playback> {
  const LONGEST_MS = 20_000;
  const [content] = globalThis.matrixResults;
  if (!content) throw new Error('there is no result');
  const element = document.createElement('video');
  element.muted = true;
  element.src = URL.createObjectURL(content);
  const outcome = await new Promise<string>((resolve) => {
    const late = setTimeout(resolve, LONGEST_MS, 'it did not start');
    const end = (error: string): void => {
      clearTimeout(late);
      resolve(error);
    };
    element.addEventListener('error', () => end(element.error?.message || 'unknown error'));
    element.addEventListener('ended', () => end(''));
    element.addEventListener('timeupdate', () => {
      if (element.currentTime >= 1) end('');
    });
    element.play().catch(() => undefined); // the error event tells the same
  });
  const decoded = 'webkitAudioDecodedByteCount' in element ? Number(element.webkitAudioDecodedByteCount) : Number.NaN;
  const played = {
    error: outcome,
    width: element.videoWidth,
    frames: element.getVideoPlaybackQuality().totalVideoFrames,
    audioBytes: decoded,
    seconds: element.duration,
  };
  URL.revokeObjectURL(element.src);
  element.removeAttribute('src');
  element.load();
  return played;
}
