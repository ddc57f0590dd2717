import type { Format } from './format.ts';
import { starts, text } from './signature.ts';
import { rootIs } from './sniff/markup.ts';
import { zipMimetypeIs } from './sniff/zip.ts';

/** Books. */
export const FORMATS: readonly Format[] = [
  { id: 'epub', family: 'ebook', name: 'EPUB', title: { en: 'EPUB book', ko: 'EPUB 전자책' }, extensions: ['epub'], mediaTypes: ['application/epub+zip'], signatures: [starts('504b0304')], matches: zipMimetypeIs('application/epub+zip'), keywords: ['전자책'] },
  { id: 'mobi', family: 'ebook', name: 'MOBI', title: { en: 'Mobipocket book', ko: '모비포켓 전자책' }, extensions: ['mobi', 'prc'], mediaTypes: ['application/x-mobipocket-ebook'], signatures: [text('BOOKMOBI', 60), text('TEXtREAd', 60)], keywords: ['kindle', '킨들', '전자책'] },
  { id: 'azw3', family: 'ebook', name: 'AZW3', title: { en: 'Kindle book', ko: '킨들 전자책' }, extensions: ['azw3', 'azw'], mediaTypes: ['application/vnd.amazon.ebook'], signatures: [text('BOOKMOBI', 60)], weak: true, keywords: ['kindle', '킨들'] },
  { id: 'kfx', family: 'ebook', name: 'KFX', title: { en: 'Kindle KFX book', ko: '킨들 KFX 전자책' }, extensions: ['kfx'], mediaTypes: ['application/x-kfx'], signatures: [text('CONT')], weak: true },
  { id: 'fb2', family: 'ebook', name: 'FB2', title: { en: 'FictionBook', ko: '픽션북 전자책' }, extensions: ['fb2'], mediaTypes: ['application/x-fictionbook+xml'], matches: rootIs('fictionbook'), keywords: ['전자책'] },
  { id: 'lit', family: 'ebook', name: 'LIT', title: { en: 'Microsoft Reader book', ko: '마이크로소프트 리더 전자책' }, extensions: ['lit'], mediaTypes: ['application/x-ms-reader'], signatures: [text('ITOLITLS')] },
  { id: 'lrf', family: 'ebook', name: 'LRF', title: { en: 'Sony Reader book', ko: '소니 리더 전자책' }, extensions: ['lrf'], mediaTypes: ['application/x-sony-bbeb'], signatures: [starts('4c0052004600')] },
  { id: 'pdb', family: 'ebook', name: 'PDB', title: { en: 'Palm database', ko: '팜 데이터베이스' }, extensions: ['pdb'], mediaTypes: ['application/vnd.palm'], signatures: [text('TEXtTlDc', 60), text('PNRdPPrs', 60), text('DataPlkr', 60)] },
  { id: 'ibooks', family: 'ebook', name: 'iBooks', title: { en: 'Apple iBooks book', ko: '애플 아이북스 전자책' }, extensions: ['ibooks'], mediaTypes: ['application/x-ibooks+zip'], signatures: [starts('504b0304')], matches: zipMimetypeIs('application/x-ibooks+zip') },
  { id: 'snb', family: 'ebook', name: 'SNB', title: { en: 'Bambook book', ko: '밤북 전자책' }, extensions: ['snb'], mediaTypes: ['application/x-snb'], signatures: [text('SNBP000B')] },
  { id: 'tcr', family: 'ebook', name: 'TCR', title: { en: 'Psion book', ko: '사이언 전자책' }, extensions: ['tcr'], mediaTypes: ['application/x-tcr'], signatures: [text('!!8-Bit!!')] },
];
