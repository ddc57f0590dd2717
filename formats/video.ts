import type { Format } from './format.ts';
import { all, at, starts, text } from './signature.ts';
import { isOggVideo } from './sniff/sound.ts';
import { isDash, isMpegTs, isQuickTime, isWebm } from './sniff/video.ts';

/** Moving pictures. */
export const FORMATS: readonly Format[] = [
  { id: 'mp4', family: 'video', name: 'MP4', title: { en: 'MPEG-4 video', ko: 'MPEG-4 동영상' }, extensions: ['mp4', 'm4v', 'f4v'], mediaTypes: ['video/mp4'], signatures: [text('ftyp', 4)], keywords: ['동영상'] },
  { id: 'mov', family: 'video', name: 'MOV', title: { en: 'QuickTime video', ko: '퀵타임 동영상' }, extensions: ['mov', 'qt'], mediaTypes: ['video/quicktime'], signatures: [text('ftypqt  ', 4), text('moov', 4), text('mdat', 4), text('wide', 4), text('free', 4), text('skip', 4)], matches: isQuickTime, keywords: ['iphone', '동영상'] },
  { id: '3gp', family: 'video', name: '3GP', title: { en: '3GPP video', ko: '3GPP 동영상' }, extensions: ['3gp', '3gpp'], mediaTypes: ['video/3gpp'], signatures: [text('ftyp3gp', 4), text('ftyp3gr', 4), text('ftyp3gs', 4), text('ftyp3ge', 4)], keywords: ['휴대폰'] },
  { id: '3g2', family: 'video', name: '3G2', title: { en: '3GPP2 video', ko: '3GPP2 동영상' }, extensions: ['3g2'], mediaTypes: ['video/3gpp2'], signatures: [text('ftyp3g2', 4)], keywords: ['휴대폰'] },
  { id: 'mkv', family: 'video', name: 'MKV', title: { en: 'Matroska video', ko: '마트로스카 동영상' }, extensions: ['mkv', 'mk3d'], mediaTypes: ['video/matroska', 'video/x-matroska'], signatures: [starts('1a45dfa3')], keywords: ['동영상'] },
  { id: 'webm', family: 'video', name: 'WebM', title: { en: 'WebM video', ko: 'WebM 동영상' }, extensions: ['webm'], mediaTypes: ['video/webm'], signatures: [starts('1a45dfa3')], matches: isWebm, keywords: ['동영상'] },
  { id: 'avi', family: 'video', name: 'AVI', title: { en: 'AVI video', ko: 'AVI 동영상' }, extensions: ['avi', 'divx', 'xvid'], mediaTypes: ['video/vnd.avi', 'video/x-msvideo'], signatures: [all(text('RIFF'), text('AVI ', 8))], keywords: ['동영상'] },
  { id: 'wmv', family: 'video', name: 'WMV', title: { en: 'Windows Media video', ko: '윈도우 미디어 동영상' }, extensions: ['wmv', 'asf'], mediaTypes: ['video/x-ms-wmv', 'video/x-ms-asf'], signatures: [starts('3026b2758e66cf11a6d900aa0062ce6c')], keywords: ['동영상'] },
  { id: 'flv', family: 'video', name: 'FLV', title: { en: 'Flash video', ko: '플래시 동영상' }, extensions: ['flv'], mediaTypes: ['video/x-flv'], signatures: [text('FLV')], keywords: ['플래시'] },
  { id: 'swf', family: 'video', name: 'SWF', title: { en: 'Flash movie', ko: '플래시 무비' }, extensions: ['swf'], mediaTypes: ['application/vnd.adobe.flash.movie'], signatures: [text('FWS'), text('CWS'), text('ZWS')], keywords: ['플래시'] },
  { id: 'mpeg', family: 'video', name: 'MPEG', title: { en: 'MPEG video', ko: 'MPEG 동영상' }, extensions: ['mpg', 'mpeg', 'vob', 'dat', 'svcd'], mediaTypes: ['video/mpeg'], signatures: [starts('000001ba')], keywords: ['dvd'] },
  { id: 'm2v', family: 'video', name: 'M2V', title: { en: 'MPEG video stream', ko: 'MPEG 비디오 스트림' }, extensions: ['m2v', 'm1v', 'mpv'], mediaTypes: ['video/mpeg'], signatures: [starts('000001b3')] },
  { id: 'ts', family: 'video', name: 'TS', title: { en: 'MPEG transport stream', ko: 'MPEG 전송 스트림' }, extensions: ['ts', 'm2ts', 'mts'], mediaTypes: ['video/mp2t'], signatures: [starts('47'), at(4, '47')], matches: isMpegTs, keywords: ['방송', '캠코더'] },
  { id: 'ogv', family: 'video', name: 'OGV', title: { en: 'Ogg video', ko: 'Ogg 동영상' }, extensions: ['ogv', 'ogx'], mediaTypes: ['video/ogg'], signatures: [text('OggS')], matches: isOggVideo },
  { id: 'rm', family: 'video', name: 'RM', title: { en: 'RealMedia video', ko: '리얼미디어 동영상' }, extensions: ['rm', 'rmvb'], mediaTypes: ['application/vnd.rn-realmedia'], signatures: [text('.RMF')] },
  { id: 'mxf', family: 'video', name: 'MXF', title: { en: 'Broadcast exchange video', ko: '방송 교환 동영상' }, extensions: ['mxf'], mediaTypes: ['application/mxf'], signatures: [starts('060e2b34020501010d010201')] },
  { id: 'gxf', family: 'video', name: 'GXF', title: { en: 'Grass Valley video', ko: '그래스 밸리 동영상' }, extensions: ['gxf'], mediaTypes: ['application/gxf'], signatures: [starts('0000000001bc')] },
  { id: 'dv', family: 'video', name: 'DV', title: { en: 'DV video', ko: 'DV 동영상' }, extensions: ['dv'], mediaTypes: ['video/dv'], signatures: [starts('1f0700')], keywords: ['캠코더'] },
  { id: 'nut', family: 'video', name: 'NUT', title: { en: 'NUT video', ko: 'NUT 동영상' }, extensions: ['nut'], mediaTypes: ['video/x-nut'], signatures: [text('nut/multimedia container')] },
  { id: 'ivf', family: 'video', name: 'IVF', title: { en: 'IVF video', ko: 'IVF 동영상' }, extensions: ['ivf'], mediaTypes: ['video/x-ivf'], signatures: [text('DKIF')] },
  { id: 'y4m', family: 'video', name: 'Y4M', title: { en: 'Raw YUV video', ko: '원시 YUV 동영상' }, extensions: ['y4m'], mediaTypes: ['video/x-yuv4mpeg'], signatures: [text('YUV4MPEG2')] },
  { id: 'mjpeg', family: 'video', name: 'MJPEG', title: { en: 'Motion JPEG', ko: '모션 JPEG' }, extensions: ['mjpeg', 'mjpg'], mediaTypes: ['video/x-motion-jpeg'], signatures: [starts('ffd8ff')], weak: true },
  { id: 'h264', family: 'video', name: 'H.264', title: { en: 'H.264 stream', ko: 'H.264 스트림' }, extensions: ['h264', '264', 'avc'], mediaTypes: ['video/h264'], signatures: [starts('0000000167'), starts('0000000127')] },
  { id: 'hevc', family: 'video', name: 'H.265', title: { en: 'H.265 stream', ko: 'H.265 스트림' }, extensions: ['hevc', 'h265', '265'], mediaTypes: ['video/h265'], signatures: [starts('0000000140')] },
  { id: 'flic', family: 'video', name: 'FLIC', title: { en: 'Autodesk animation', ko: '오토데스크 애니메이션' }, extensions: ['fli', 'flc', 'flx'], mediaTypes: ['video/x-fli'], signatures: [at(4, '11af'), at(4, '12af')], weak: true },
  { id: 'bink', family: 'video', name: 'Bink', title: { en: 'Bink video', ko: '빙크 동영상' }, extensions: ['bik', 'bk2'], mediaTypes: ['video/x-bink'], signatures: [text('BIKi'), text('BIKb'), text('BIKf'), text('KB2')] },
  { id: 'smacker', family: 'video', name: 'Smacker', title: { en: 'Smacker video', ko: '스매커 동영상' }, extensions: ['smk'], mediaTypes: ['video/x-smacker'], signatures: [text('SMK2'), text('SMK4')] },
  { id: 'wtv', family: 'video', name: 'WTV', title: { en: 'Windows recorded TV', ko: '윈도우 TV 녹화' }, extensions: ['wtv'], mediaTypes: ['video/x-wtv'], signatures: [starts('b7d800203749da11a64e0007e95ead8d')] },
  { id: 'nsv', family: 'video', name: 'NSV', title: { en: 'Nullsoft video', ko: '널소프트 동영상' }, extensions: ['nsv'], mediaTypes: ['video/x-nsv'], signatures: [text('NSVf'), text('NSVs')] },
  { id: 'r3d', family: 'video', name: 'R3D', title: { en: 'RED camera video', ko: '레드 카메라 동영상' }, extensions: ['r3d'], mediaTypes: ['video/x-r3d'], signatures: [text('RED', 4)] },
  { id: 'hls', family: 'video', name: 'HLS', title: { en: 'HLS playlist', ko: 'HLS 재생 목록' }, extensions: ['m3u8'], mediaTypes: ['application/vnd.apple.mpegurl'], signatures: [text('#EXTM3U')] },
  { id: 'dash', family: 'video', name: 'DASH', title: { en: 'DASH manifest', ko: 'DASH 매니페스트' }, extensions: ['mpd'], mediaTypes: ['application/dash+xml'], matches: isDash },
];
