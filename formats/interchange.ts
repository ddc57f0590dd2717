import type { Format } from './format.ts';

/** Formats that no file has: between two steps of a plan, inside a worker, or the files of an archive. Never detected. */
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
    id: 'laid-out-pages',
    family: 'interchange',
    name: 'pages',
    title: { en: 'Pages laid out by the browser', ko: '브라우저가 배치한 쪽' },
    extensions: ['laidoutpages'],
    mediaTypes: ['application/vnd.bakkum.laid-out-pages'],
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
    id: 'archive-contents',
    family: 'interchange',
    name: 'Files inside',
    title: { en: 'Files inside', ko: '안의 파일' },
    extensions: ['archivecontents'],
    mediaTypes: ['application/vnd.bakkum.archive-contents'],
    keywords: ['extract', 'unpack', 'unzip', '압축 풀기', '추출'],
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
