import type { Format } from './format.ts';

/** Intermediate formats between two steps of a plan, inside a worker. Never offered, never detected. */
export const FORMATS: readonly Format[] = [
  {
    id: 'raster',
    family: 'interchange',
    name: 'pixels',
    title: { en: 'Decoded pixels', ko: '디코딩된 픽셀' },
    extensions: ['raster'],
    mediaTypes: ['application/vnd.bakkum.raster'],
  },
  {
    id: 'typst-document',
    family: 'interchange',
    name: 'document to set',
    title: { en: 'Document to be set in pages', ko: '조판할 문서' },
    extensions: ['typstdocument'],
    mediaTypes: ['application/vnd.bakkum.typst-document'],
  },
  {
    id: 'files',
    family: 'interchange',
    name: 'files',
    title: { en: 'Unpacked files', ko: '압축을 푼 파일' },
    extensions: ['files'],
    mediaTypes: ['application/vnd.bakkum.files'],
  },
  {
    id: 'model-scene',
    family: 'interchange',
    name: 'model',
    title: { en: 'Model in memory', ko: '메모리 속 모델' },
    extensions: ['modelscene'],
    mediaTypes: ['application/vnd.bakkum.model-scene'],
  },
  {
    id: 'data',
    family: 'interchange',
    name: 'data',
    title: { en: 'Data with its types', ko: '자료형이 있는 데이터' },
    extensions: ['data'],
    mediaTypes: ['application/vnd.bakkum.data'],
  },
];
