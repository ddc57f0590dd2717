import { type ReactNode, useEffect, useRef } from 'react';
import { drawFrames } from './video-frames.ts';
import { readPeaks } from './waveform.ts';

type TimelineProps = { readonly file: Blob; readonly kind: 'sound' | 'film'; readonly seconds: number };

/** Pixels of the canvas, which is stretched to the width of the bar. */
const WIDTH = 960;
const HEIGHT = 112;
/** Bars of the waveform, and frames of the filmstrip. */
const PEAKS = 160;
const FRAMES = 8;

/** The outline of a sound, or frames of a video, behind the trim handles. Stays empty where the browser cannot decode the file. */
export function Timeline({ file, kind, seconds }: TimelineProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return undefined;
    const stop = new AbortController();
    context.clearRect(0, 0, WIDTH, HEIGHT);
    if (kind === 'film') void drawFilm(context, file, seconds, stop.signal);
    else
      void readPeaks(file, seconds, PEAKS).then((peaks) => {
        if (peaks && !stop.signal.aborted) drawPeaks(context, peaks);
      });
    return () => stop.abort();
  }, [file, kind, seconds]);
  return <canvas ref={canvas} aria-hidden width={WIDTH} height={HEIGHT} className="absolute inset-0 size-full text-accent" />;
}

function drawPeaks(context: CanvasRenderingContext2D, peaks: readonly number[]): void {
  const step = WIDTH / peaks.length;
  context.fillStyle = getComputedStyle(context.canvas).color;
  for (const [at, peak] of peaks.entries()) {
    const height = Math.max(2, peak * (HEIGHT - 16));
    context.fillRect(at * step + step * 0.2, (HEIGHT - height) / 2, step * 0.6, height);
  }
}

async function drawFilm(context: CanvasRenderingContext2D, file: Blob, seconds: number, signal: AbortSignal): Promise<void> {
  const width = WIDTH / FRAMES;
  const positions = Array.from({ length: FRAMES }, (_, at) => ((at + 0.5) * seconds) / FRAMES);
  const draw = (video: HTMLVideoElement, at: number): void => {
    const scale = Math.max(width / video.videoWidth, HEIGHT / video.videoHeight);
    const [cutWidth, cutHeight] = [width / scale, HEIGHT / scale];
    const [left, top] = [(video.videoWidth - cutWidth) / 2, (video.videoHeight - cutHeight) / 2];
    context.drawImage(video, left, top, cutWidth, cutHeight, at * width, 0, width, HEIGHT);
  };
  await drawFrames(file, positions, draw, signal);
}
