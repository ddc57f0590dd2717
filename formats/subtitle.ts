import type { Format } from './format.ts';
import { starts, text } from './signature.ts';
import { rootIs } from './sniff/markup.ts';
import { isLyrics, isMicroDvd, isSami, isSubRip, isSubStation } from './sniff/subtitle.ts';

/** Subtitles and lyrics. */
export const FORMATS: readonly Format[] = [
  { id: 'srt', family: 'subtitle', name: 'SRT', title: { en: 'SubRip subtitles', ko: 'SubRip 자막' }, extensions: ['srt'], mediaTypes: ['application/x-subrip'], matches: isSubRip, keywords: ['자막'] },
  { id: 'vtt', family: 'subtitle', name: 'WebVTT', title: { en: 'WebVTT subtitles', ko: 'WebVTT 자막' }, extensions: ['vtt'], mediaTypes: ['text/vtt'], signatures: [text('WEBVTT'), starts('efbbbf574542565454')], keywords: ['자막'] },
  { id: 'ass', family: 'subtitle', name: 'ASS', title: { en: 'Advanced SubStation subtitles', ko: 'ASS 자막' }, extensions: ['ass'], mediaTypes: ['text/x-ass'], matches: isSubStation('v4.00+'), keywords: ['자막'] },
  { id: 'ssa', family: 'subtitle', name: 'SSA', title: { en: 'SubStation subtitles', ko: 'SSA 자막' }, extensions: ['ssa'], mediaTypes: ['text/x-ssa'], matches: isSubStation('v4.00'), keywords: ['자막'] },
  { id: 'smi', family: 'subtitle', name: 'SMI', title: { en: 'SAMI subtitles', ko: 'SMI 자막' }, extensions: ['smi', 'sami'], mediaTypes: ['application/x-sami'], matches: isSami, keywords: ['자막'] },
  { id: 'microdvd', family: 'subtitle', name: 'SUB', title: { en: 'MicroDVD subtitles', ko: 'MicroDVD 자막' }, extensions: ['sub'], mediaTypes: ['text/x-microdvd'], matches: isMicroDvd, keywords: ['자막'] },
  { id: 'ttml', family: 'subtitle', name: 'TTML', title: { en: 'TTML subtitles', ko: 'TTML 자막' }, extensions: ['ttml', 'dfxp', 'itt'], mediaTypes: ['application/ttml+xml'], matches: rootIs('tt'), keywords: ['자막'] },
  { id: 'lrc', family: 'subtitle', name: 'LRC', title: { en: 'Synchronised lyrics', ko: '가사 파일' }, extensions: ['lrc'], mediaTypes: ['application/x-lrc'], matches: isLyrics, keywords: ['가사'] },
  { id: 'sbv', family: 'subtitle', name: 'SBV', title: { en: 'YouTube subtitles', ko: '유튜브 자막' }, extensions: ['sbv'], mediaTypes: ['text/x-sbv'], keywords: ['자막'] },
  { id: 'scc', family: 'subtitle', name: 'SCC', title: { en: 'Scenarist captions', ko: '시나리스트 자막' }, extensions: ['scc'], mediaTypes: ['text/x-scc'], signatures: [text('Scenarist_SCC V1.0')] },
  { id: 'ebu-stl', family: 'subtitle', name: 'EBU STL', title: { en: 'EBU subtitles', ko: 'EBU 자막' }, extensions: ['stl'], mediaTypes: ['application/x-ebu-stl'], signatures: [text('STL25.01', 3), text('STL30.01', 3)] },
  { id: 'vobsub', family: 'subtitle', name: 'VobSub', title: { en: 'DVD subtitles', ko: 'DVD 자막' }, extensions: ['idx'], mediaTypes: ['application/x-vobsub'], signatures: [text('# VobSub index file')] },
  { id: 'pgs', family: 'subtitle', name: 'SUP', title: { en: 'Blu-ray subtitles', ko: '블루레이 자막' }, extensions: ['sup'], mediaTypes: ['application/x-pgs'], signatures: [text('PG')], weak: true },
  { id: 'mpl2', family: 'subtitle', name: 'MPL2', title: { en: 'MPL2 subtitles', ko: 'MPL2 자막' }, extensions: ['mpl'], mediaTypes: ['text/x-mpl2'] },
];
