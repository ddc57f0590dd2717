import type { Format } from './format.ts';
import { starts } from './signature.ts';
import { compoundHolds } from './sniff/compound.ts';
import { isFlatOpenDocument } from './sniff/markup.ts';
import { isPresentationml } from './sniff/office.ts';
import { zipMimetypeIs } from './sniff/zip.ts';

/** Presentations. */
export const FORMATS: readonly Format[] = [
  {
    id: 'pptx',
    family: 'presentation',
    name: 'PPTX',
    title: { en: 'PowerPoint presentation', ko: '파워포인트 프레젠테이션' },
    extensions: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
    mediaTypes: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    signatures: [starts('504b0304'), starts('d0cf11e0a1b11ae1')],
    matches: isPresentationml,
    keywords: ['powerpoint', '파워포인트'],
  },
  {
    id: 'ppt',
    family: 'presentation',
    name: 'PPT',
    title: { en: 'PowerPoint 97–2003 presentation', ko: '파워포인트 97–2003 프레젠테이션' },
    extensions: ['ppt', 'pps', 'pot'],
    mediaTypes: ['application/vnd.ms-powerpoint'],
    signatures: [starts('d0cf11e0a1b11ae1')],
    matches: compoundHolds('PowerPoint Document'),
    keywords: ['powerpoint', '파워포인트'],
  },
  {
    id: 'odp',
    family: 'presentation',
    name: 'ODP',
    title: { en: 'OpenDocument presentation', ko: '오픈도큐먼트 프레젠테이션' },
    extensions: ['odp', 'otp'],
    mediaTypes: ['application/vnd.oasis.opendocument.presentation'],
    signatures: [starts('504b0304')],
    matches: zipMimetypeIs(
      'application/vnd.oasis.opendocument.presentation',
      'application/vnd.oasis.opendocument.presentation-template',
    ),
    keywords: ['libreoffice'],
  },
  {
    id: 'fodp',
    family: 'presentation',
    name: 'FODP',
    title: { en: 'Flat OpenDocument presentation', ko: '단일 XML 오픈도큐먼트 프레젠테이션' },
    extensions: ['fodp'],
    mediaTypes: ['application/vnd.oasis.opendocument.presentation-flat-xml'],
    matches: isFlatOpenDocument('presentation'),
  },
  {
    id: 'sxi',
    family: 'presentation',
    name: 'SXI',
    title: { en: 'StarOffice presentation', ko: '스타오피스 프레젠테이션' },
    extensions: ['sxi', 'sti'],
    mediaTypes: ['application/vnd.sun.xml.impress'],
    signatures: [starts('504b0304')],
    matches: zipMimetypeIs('application/vnd.sun.xml.impress'),
  },
  {
    id: 'key',
    family: 'presentation',
    name: 'Keynote',
    title: { en: 'Apple Keynote presentation', ko: '애플 키노트 프레젠테이션' },
    extensions: ['key'],
    mediaTypes: ['application/vnd.apple.keynote'],
    signatures: [starts('504b0304')],
    weak: true,
    keywords: ['맥', '키노트'],
  },
  {
    id: 'show',
    family: 'presentation',
    name: 'SHOW',
    title: { en: 'Hanshow presentation', ko: '한쇼 프레젠테이션' },
    extensions: ['show', 'hpt'],
    mediaTypes: ['application/x-hanshow'],
    signatures: [starts('504b0304'), starts('d0cf11e0a1b11ae1')],
    weak: true,
    keywords: ['한쇼', '한컴'],
  },
  {
    id: 'dps',
    family: 'presentation',
    name: 'DPS',
    title: { en: 'WPS presentation', ko: 'WPS 프레젠테이션' },
    extensions: ['dps', 'dpt'],
    mediaTypes: ['application/vnd.ms-dps'],
    signatures: [starts('d0cf11e0a1b11ae1')],
    weak: true,
  },
];
