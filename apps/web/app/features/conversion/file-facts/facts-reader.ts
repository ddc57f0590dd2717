import type { FormatId } from '@bakkum/conversion/engine';
import type { Format } from '@bakkum/formats/format';
import { type NativeShowing, showingOf } from '../preview/showing.ts';
import type { Facts } from './facts.ts';
import { readInWorker } from './media-facts-reader.ts';
import { recordingFacts } from './recording-facts.ts';

/** Some files never respond: for example a video whose index is at its end and cut off. */
const PATIENCE_MS = 10_000;

/** Reads one file after another, because fifty images at once would all be in memory. */
export function createFactsReader(formatOf: (id: FormatId) => Format | undefined): (file: Blob, id: FormatId) => Promise<Facts> {
  let last: Promise<unknown> = Promise.resolve();
  return (file, id) => {
    const format = formatOf(id);
    if (!format) return Promise.resolve({});
    const reading = last.then(() => read(file, format));
    last = reading;
    return reading;
  };
}

async function read(file: Blob, format: Format): Promise<Facts> {
  const isFilm = format.family === 'video';
  if (!isFilm && format.family !== 'audio') return readAsShown(file, showingOf(format));
  const known = await readInWorker(file);
  return known ? recordingFacts(known, isFilm) : readAsShown(file, showingOf(format));
}

/** Reads the facts that the browser provides. */
async function readAsShown(file: Blob, showing: NativeShowing | undefined): Promise<Facts> {
  // A drawing may have no intrinsic size, and browsers then invent one.
  if (!showing || showing.mediaType === 'image/svg+xml') return {};
  const { kind, mediaType } = showing;
  const address = URL.createObjectURL(file.slice(0, file.size, mediaType));
  try {
    return kind === 'picture' ? await readPicture(address) : await readMedia(address, kind);
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function readPicture(address: string): Promise<Facts> {
  const picture = new Image();
  const loaded = await arrives(picture, 'load', () => {
    picture.src = address;
  });
  return loaded && picture.naturalWidth > 0 ? { width: picture.naturalWidth, height: picture.naturalHeight } : {};
}

async function readMedia(address: string, kind: 'sound' | 'film'): Promise<Facts> {
  const player = document.createElement(kind === 'sound' ? 'audio' : 'video');
  player.preload = 'metadata';
  const loaded = await arrives(player, 'loadedmetadata', () => {
    player.src = address;
  });
  const { duration } = player;
  const size = player instanceof HTMLVideoElement ? { width: player.videoWidth, height: player.videoHeight } : {};
  player.removeAttribute('src');
  player.load();
  if (!loaded) return {};
  return { ...(Number.isFinite(duration) ? { durationMs: duration * 1000 } : {}), ...(size.width ? size : {}) };
}

function arrives(element: HTMLElement, event: string, begin: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const end = (arrived: boolean) => (): void => {
      clearTimeout(timer);
      resolve(arrived);
    };
    element.addEventListener(event, end(true), { once: true });
    element.addEventListener('error', end(false), { once: true });
    begin();
  });
}
