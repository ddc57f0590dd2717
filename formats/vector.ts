import type { Format } from './format.ts';
import { all, starts, text } from './signature.ts';
import { compoundHolds } from './sniff/compound.ts';
import { isFlatOpenDocument, rootIs } from './sniff/markup.ts';
import { isCorel, isDwg, isDxf } from './sniff/drawing.ts';
import { isEps, isHpgl, isIllustratorPostScript, isPostScript } from './sniff/postscript.ts';
import { zipHolds, zipMimetypeIs } from './sniff/zip.ts';

/** Pictures and drawings made of shapes. */
export const FORMATS: readonly Format[] = [
  { id: 'svg', family: 'vector', name: 'SVG', title: { en: 'SVG vector image', ko: 'SVG 벡터 이미지' }, extensions: ['svg'], mediaTypes: ['image/svg+xml'], matches: rootIs('svg'), keywords: ['vector', '벡터', 'scalable'] },
  { id: 'svgz', family: 'vector', name: 'SVGZ', title: { en: 'Compressed SVG', ko: '압축된 SVG' }, extensions: ['svgz', 'svg.gz'], mediaTypes: ['image/svg+xml-compressed'], signatures: [starts('1f8b08')], weak: true, keywords: ['vector', '벡터'] },
  { id: 'eps', family: 'vector', name: 'EPS', title: { en: 'Encapsulated PostScript', ko: '캡슐화 포스트스크립트' }, extensions: ['eps', 'epsf', 'epsi', 'epi'], mediaTypes: ['application/postscript', 'image/x-eps'], signatures: [starts('c5d0d3c6'), text('%!PS-Adobe-')], matches: isEps, keywords: ['vector', '벡터'] },
  { id: 'ps', family: 'vector', name: 'PostScript', title: { en: 'PostScript document', ko: '포스트스크립트 문서' }, extensions: ['ps'], mediaTypes: ['application/postscript'], signatures: [text('%!'), starts('0425215053')], matches: isPostScript, keywords: ['print', '인쇄'] },
  { id: 'ai', family: 'vector', name: 'AI', title: { en: 'Adobe Illustrator artwork', ko: '어도비 일러스트레이터 작품' }, extensions: ['ai'], mediaTypes: ['application/illustrator'], signatures: [text('%PDF-'), text('%!PS-Adobe-')], matches: isIllustratorPostScript, weak: true, keywords: ['illustrator', '일러스트'] },
  { id: 'wmf', family: 'vector', name: 'WMF', title: { en: 'Windows metafile', ko: '윈도우 메타파일' }, extensions: ['wmf', 'apm'], mediaTypes: ['image/wmf', 'image/x-wmf'], signatures: [starts('d7cdc69a'), starts('01000900 0003'), starts('02000900 0003')] },
  { id: 'emf', family: 'vector', name: 'EMF', title: { en: 'Enhanced metafile', ko: '확장 메타파일' }, extensions: ['emf'], mediaTypes: ['image/emf', 'image/x-emf'], signatures: [all(starts('01000000'), text(' EMF', 40))] },
  { id: 'emz', family: 'vector', name: 'EMZ', title: { en: 'Compressed metafile', ko: '압축된 메타파일' }, extensions: ['emz', 'wmz'], mediaTypes: ['image/x-emz'], signatures: [starts('1f8b08')], weak: true },
  { id: 'cdr', family: 'vector', name: 'CDR', title: { en: 'CorelDRAW drawing', ko: '코렐드로 그림' }, extensions: ['cdr'], mediaTypes: ['application/vnd.corel-draw'], signatures: [all(text('RIFF'), text('CDR', 8)), all(text('RIFF'), text('cdr', 8)), starts('504b0304')], matches: isCorel, keywords: ['coreldraw', '코렐'] },
  { id: 'cmx', family: 'vector', name: 'CMX', title: { en: 'Corel exchange drawing', ko: '코렐 교환 그림' }, extensions: ['cmx'], mediaTypes: ['image/x-cmx'], signatures: [all(text('RIFF'), text('CMX1', 8))] },
  { id: 'cgm', family: 'vector', name: 'CGM', title: { en: 'Computer graphics metafile', ko: '컴퓨터 그래픽 메타파일' }, extensions: ['cgm'], mediaTypes: ['image/cgm'], signatures: [starts('0020'), starts('0021'), starts('0022'), starts('0023'), starts('0024'), starts('0025'), starts('0026'), starts('0027'), starts('0028'), starts('0029'), starts('002a'), starts('002b'), starts('002c'), starts('002d'), starts('002e')], weak: true },
  { id: 'dxf', family: 'vector', name: 'DXF', title: { en: 'AutoCAD exchange drawing', ko: '오토캐드 교환 도면' }, extensions: ['dxf'], mediaTypes: ['image/vnd.dxf', 'application/dxf'], matches: isDxf, keywords: ['cad', '캐드', '도면'] },
  { id: 'dwg', family: 'vector', name: 'DWG', title: { en: 'AutoCAD drawing', ko: '오토캐드 도면' }, extensions: ['dwg', 'dwt'], mediaTypes: ['image/vnd.dwg'], signatures: [text('AC1')], matches: isDwg, keywords: ['cad', '캐드', '도면'] },
  { id: 'dwf', family: 'vector', name: 'DWF', title: { en: 'Autodesk web drawing', ko: '오토데스크 웹 도면' }, extensions: ['dwf', 'dwfx'], mediaTypes: ['model/vnd.dwf'], signatures: [text('(DWF V')], keywords: ['cad', '캐드'] },
  { id: 'fig', family: 'vector', name: 'FIG', title: { en: 'Xfig drawing', ko: 'Xfig 그림' }, extensions: ['fig'], mediaTypes: ['image/x-xfig'], signatures: [text('#FIG ')] },
  { id: 'hpgl', family: 'vector', name: 'HPGL', title: { en: 'Plotter drawing', ko: '플로터 도면' }, extensions: ['hpgl', 'plt', 'hpg', 'hgl'], mediaTypes: ['application/vnd.hp-hpgl'], matches: isHpgl, weak: true, keywords: ['plotter'] },
  { id: 'odg', family: 'vector', name: 'ODG', title: { en: 'OpenDocument drawing', ko: '오픈도큐먼트 그림' }, extensions: ['odg', 'otg'], mediaTypes: ['application/vnd.oasis.opendocument.graphics'], signatures: [starts('504b0304')], matches: zipMimetypeIs('application/vnd.oasis.opendocument.graphics', 'application/vnd.oasis.opendocument.graphics-template'), keywords: ['libreoffice'] },
  { id: 'fodg', family: 'vector', name: 'FODG', title: { en: 'Flat OpenDocument drawing', ko: '단일 XML 오픈도큐먼트 그림' }, extensions: ['fodg'], mediaTypes: ['application/vnd.oasis.opendocument.graphics-flat-xml'], matches: isFlatOpenDocument('graphics') },
  { id: 'vsd', family: 'vector', name: 'VSD', title: { en: 'Visio drawing', ko: '비지오 그림' }, extensions: ['vsd', 'vss', 'vst'], mediaTypes: ['application/vnd.visio'], signatures: [starts('d0cf11e0a1b11ae1')], matches: compoundHolds('VisioDocument'), keywords: ['visio', '비지오'] },
  { id: 'vsdx', family: 'vector', name: 'VSDX', title: { en: 'Visio drawing (2013 on)', ko: '비지오 그림 (2013 이후)' }, extensions: ['vsdx', 'vsdm', 'vssx', 'vssm', 'vstx', 'vstm'], mediaTypes: ['application/vnd.ms-visio.drawing.main+xml'], signatures: [starts('504b0304')], matches: zipHolds('visio/'), keywords: ['visio', '비지오'] },
  { id: 'pub', family: 'vector', name: 'PUB', title: { en: 'Publisher document', ko: '퍼블리셔 문서' }, extensions: ['pub'], mediaTypes: ['application/vnd.ms-publisher'], signatures: [starts('d0cf11e0a1b11ae1')], matches: compoundHolds('Quill'), keywords: ['publisher'] },
  { id: 'indd', family: 'vector', name: 'INDD', title: { en: 'InDesign document', ko: '인디자인 문서' }, extensions: ['indd', 'indt'], mediaTypes: ['application/x-indesign'], signatures: [starts('0606edf5d81d46e5bd31efe7fe74b71d')], keywords: ['indesign', '인디자인'] },
  { id: 'idml', family: 'vector', name: 'IDML', title: { en: 'InDesign exchange document', ko: '인디자인 교환 문서' }, extensions: ['idml'], mediaTypes: ['application/vnd.adobe.indesign-idml-package'], signatures: [starts('504b0304')], matches: zipMimetypeIs('application/vnd.adobe.indesign-idml-package'), keywords: ['indesign', '인디자인'] },
  { id: 'mvg', family: 'vector', name: 'MVG', title: { en: 'Magick vector graphics', ko: '매직 벡터 그래픽' }, extensions: ['mvg'], mediaTypes: ['image/x-mvg'] },
  { id: 'lottie', family: 'vector', name: 'TGS', title: { en: 'Telegram animated sticker', ko: '텔레그램 움직이는 스티커' }, extensions: ['tgs'], mediaTypes: ['application/x-tgsticker'], signatures: [starts('1f8b08')], weak: true },
];
