import type { Format } from './format.ts';

/** Exists only between two steps of a plan, inside a worker. Never offered, never detected. */
export const FORMATS: readonly Format[] = [
  {
    id: 'raster',
    family: 'interchange',
    name: 'pixels',
    title: { en: 'Decoded pixels', ko: '디코딩된 픽셀' },
    extensions: ['raster'],
    mediaTypes: ['application/vnd.bakkum.raster'],
  },
];
