import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ConversionCore } from '../conversion-core.ts';
import type { FileItem } from '../list/conversion-state.ts';
import { drawFrames } from '../recording/video-frames.ts';
import { currentRun } from '../run/current-run.ts';

/** Larger files would keep a small device busy for a thumbnail. */
const MAX_BYTES = 30_000_000;
/** Width of a video frame, in pixels. */
const FRAME_WIDTH = 160;
/** Position of the frame as a fraction of the video; the beginning is often black. */
const FRAME_AT = 0.1;

let last: Promise<unknown> = Promise.resolve();

/**
 * Returns an image of a file that this browser can draw; `undefined` until there is one, or if there is none. Thumbnails are made
 * one at a time; those that need an engine wait while files are converted.
 */
export function useThumbnail(item: FileItem, core: ConversionCore): Blob | undefined {
  // `null` after an engine has failed.
  const [picture, setPicture] = useState<Blob | null>();
  const { file, format, facts } = item;
  const from = format?.id;
  const kind = kindOf(from, core);
  const isFilm = kind === 'film';
  const isRunning = useSyncExternalStore(currentRun.subscribe, isConverting, () => false);
  const isNeeded = picture === undefined && canDraw(item, kind, isRunning);
  const seconds = (facts?.durationMs ?? 0) / 1000;
  useEffect(() => {
    if (!isNeeded || from === undefined) return undefined;
    const stop = new AbortController();
    const make = async (): Promise<void> => {
      if (stop.signal.aborted) return;
      const made = isFilm ? await frameOf(file, seconds, stop.signal) : await core.thumbnail(file, from, stop.signal);
      if (!stop.signal.aborted) setPicture(made ?? (isFilm ? undefined : null));
    };
    last = last.then(make, make);
    return () => stop.abort();
  }, [isNeeded, isFilm, file, from, seconds, core]);
  return kind === 'native' ? file : (picture ?? undefined);
}

/** Rows render again when this changes, not with the progress. */
function isConverting(): boolean {
  return currentRun.snapshot().status === 'running';
}

/** How the image of a file is made. */
type Kind = 'native' | 'film' | 'converted';

function kindOf(from: string | undefined, core: ConversionCore): Kind | undefined {
  if (from === undefined) return undefined;
  const showing = core.showing(from);
  if (showing?.kind === 'picture' && showing.by === undefined) return 'native';
  return showing?.kind === 'film' ? 'film' : 'converted';
}

/** @param isRunning whether any file of the list is converted now */
export function canDraw({ file, state }: Pick<FileItem, 'file' | 'state'>, kind: Kind | undefined, isRunning: boolean): boolean {
  if (state.status !== 'pending' && state.status !== 'completed') return false;
  // Of a video, only parts are read.
  return kind === 'film' || (kind === 'converted' && !isRunning && file.size <= MAX_BYTES);
}

async function frameOf(file: Blob, seconds: number, signal: AbortSignal): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const draw = (video: HTMLVideoElement): void => {
    canvas.width = FRAME_WIDTH;
    canvas.height = Math.max(1, Math.round((FRAME_WIDTH * video.videoHeight) / Math.max(1, video.videoWidth)));
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  };
  await drawFrames(file, [seconds * FRAME_AT], draw, signal);
  if (canvas.width !== FRAME_WIDTH) return undefined;
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined)));
}
