/** Timeout in milliseconds, because some files, such as truncated videos, never fire an event. */
const PATIENCE_MS = 8000;

/**
 * Draws frames of a video at these positions, in seconds, one after another. Ends early if the browser cannot play the file.
 * @param draw receives the element while it shows the frame
 */
export async function drawFrames(
  file: Blob,
  positions: readonly number[],
  draw: (video: HTMLVideoElement, at: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    if (!(await answers(video, 'loadeddata', () => (video.src = address), signal))) return;
    for (const [at, seconds] of positions.entries()) {
      const isShown = await answers(video, 'seeked', () => (video.currentTime = seconds), signal);
      if (!isShown) return;
      draw(video, at);
    }
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

function answers(video: HTMLVideoElement, event: string, act: () => void, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const stop = new AbortController();
    const end = (isShown: boolean) => (): void => {
      clearTimeout(timer);
      stop.abort();
      resolve(isShown);
    };
    const timer = setTimeout(end(false), PATIENCE_MS);
    const options = { signal: stop.signal };
    video.addEventListener(event, end(true), options);
    video.addEventListener('error', end(false), options);
    signal.addEventListener('abort', end(false), options);
    act();
  });
}
