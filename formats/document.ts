import type { Format } from './format.ts';
import { starts, text } from './signature.ts';
import { compoundHolds } from './sniff/compound.ts';
import { isDocBook, isFlatOpenDocument, isHtml, isJats, isLatex, isText, isXhtml, rootIs, textStarts } from './sniff/markup.ts';
import { isHwp, isWordprocessing } from './sniff/office.ts';
import { zipHolds, zipMimetypeIs } from './sniff/zip.ts';

/** Documents of text and pages. PDF is written by the picture engines too. */
export const FORMATS: readonly Format[] = [
  { id: 'pdf', family: 'document', name: 'PDF', title: { en: 'PDF document', ko: 'PDF 문서' }, extensions: ['pdf', 'pdfa'], mediaTypes: ['application/pdf'], signatures: [text('%PDF-'), text('%PDF-', 1), text('%PDF-', 3)], keywords: ['adobe', '피디에프'] },
  { id: 'docx', family: 'document', name: 'DOCX', title: { en: 'Word document', ko: '워드 문서' }, extensions: ['docx', 'docm', 'dotx', 'dotm'], mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'], signatures: [starts('504b0304'), starts('d0cf11e0a1b11ae1')], matches: isWordprocessing, keywords: ['word', '워드'] },
  { id: 'doc', family: 'document', name: 'DOC', title: { en: 'Word 97–2003 document', ko: '워드 97–2003 문서' }, extensions: ['doc', 'dot'], mediaTypes: ['application/msword'], signatures: [starts('d0cf11e0a1b11ae1')], matches: compoundHolds('WordDocument'), keywords: ['word', '워드'] },
  { id: 'odt', family: 'document', name: 'ODT', title: { en: 'OpenDocument text', ko: '오픈도큐먼트 텍스트' }, extensions: ['odt', 'ott', 'odm'], mediaTypes: ['application/vnd.oasis.opendocument.text'], signatures: [starts('504b0304')], matches: zipMimetypeIs('application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text-template', 'application/vnd.oasis.opendocument.text-master'), keywords: ['libreoffice', '리브레오피스'] },
  { id: 'fodt', family: 'document', name: 'FODT', title: { en: 'Flat OpenDocument text', ko: '단일 XML 오픈도큐먼트 텍스트' }, extensions: ['fodt'], mediaTypes: ['application/vnd.oasis.opendocument.text-flat-xml'], matches: isFlatOpenDocument('text') },
  { id: 'sxw', family: 'document', name: 'SXW', title: { en: 'StarOffice text', ko: '스타오피스 텍스트' }, extensions: ['sxw', 'stw'], mediaTypes: ['application/vnd.sun.xml.writer'], signatures: [starts('504b0304')], matches: zipMimetypeIs('application/vnd.sun.xml.writer') },
  { id: 'hwp', family: 'document', name: 'HWP', title: { en: 'Hangul document', ko: '한글 문서' }, extensions: ['hwp', 'hwt'], mediaTypes: ['application/x-hwp', 'application/haansofthwp'], signatures: [starts('d0cf11e0a1b11ae1'), text('HWP Document File V')], matches: isHwp, keywords: ['아래아한글', '한컴'] },
  { id: 'hwpx', family: 'document', name: 'HWPX', title: { en: 'Hangul document (open)', ko: '한글 문서 (개방형)' }, extensions: ['hwpx'], mediaTypes: ['application/hwp+zip', 'application/x-hwpx'], signatures: [starts('504b0304')], matches: zipMimetypeIs('application/hwp+zip', 'application/haansofthwpx'), keywords: ['아래아한글', '한컴'] },
  { id: 'rtf', family: 'document', name: 'RTF', title: { en: 'Rich text', ko: '서식 있는 텍스트' }, extensions: ['rtf'], mediaTypes: ['application/rtf', 'text/rtf'], signatures: [text('{\\rtf')] },
  { id: 'pages', family: 'document', name: 'Pages', title: { en: 'Apple Pages document', ko: '애플 페이지스 문서' }, extensions: ['pages'], mediaTypes: ['application/vnd.apple.pages'], signatures: [starts('504b0304')], weak: true },
  { id: 'wpd', family: 'document', name: 'WPD', title: { en: 'WordPerfect document', ko: '워드퍼펙트 문서' }, extensions: ['wpd', 'wp', 'wp5', 'wp6'], mediaTypes: ['application/vnd.wordperfect'], signatures: [starts('ff575043????????010a')] },
  { id: 'wps', family: 'document', name: 'WPS', title: { en: 'Works or WPS document', ko: '웍스·WPS 문서' }, extensions: ['wps', 'wpt'], mediaTypes: ['application/vnd.ms-works'], signatures: [starts('d0cf11e0a1b11ae1')], matches: compoundHolds('MatOST') },
  { id: 'wri', family: 'document', name: 'WRI', title: { en: 'Windows Write document', ko: '윈도우 라이트 문서' }, extensions: ['wri'], mediaTypes: ['application/x-mswrite'], signatures: [starts('31be000000ab'), starts('32be000000ab')] },
  { id: 'xps', family: 'document', name: 'XPS', title: { en: 'XPS document', ko: 'XPS 문서' }, extensions: ['xps', 'oxps'], mediaTypes: ['application/vnd.ms-xpsdocument', 'application/oxps'], signatures: [starts('504b0304')], matches: zipHolds('Documents/1/', 'FixedDocSeq.fdseq', 'FixedDocumentSequence.fdseq') },
  { id: 'one', family: 'document', name: 'ONE', title: { en: 'OneNote section', ko: '원노트 섹션' }, extensions: ['one'], mediaTypes: ['application/onenote'], signatures: [starts('e4525c7b8cd8a74daeb15378d02996d3')], keywords: ['onenote', '원노트'] },
  { id: 'html', family: 'document', name: 'HTML', title: { en: 'Web page', ko: '웹 페이지' }, extensions: ['html', 'htm'], mediaTypes: ['text/html'], matches: isHtml, keywords: ['web', '웹'] },
  { id: 'xhtml', family: 'document', name: 'XHTML', title: { en: 'XHTML page', ko: 'XHTML 페이지' }, extensions: ['xhtml', 'xht'], mediaTypes: ['application/xhtml+xml'], matches: isXhtml, keywords: ['web', '웹'] },
  { id: 'mhtml', family: 'document', name: 'MHTML', title: { en: 'Saved web page', ko: '저장한 웹 페이지' }, extensions: ['mhtml', 'mht'], mediaTypes: ['multipart/related'] },
  { id: 'webarchive', family: 'document', name: 'WebArchive', title: { en: 'Safari web archive', ko: '사파리 웹 아카이브' }, extensions: ['webarchive'], mediaTypes: ['application/x-webarchive'], signatures: [text('bplist00')], weak: true },
  { id: 'md', family: 'document', name: 'Markdown', title: { en: 'Markdown text', ko: '마크다운 텍스트' }, extensions: ['md', 'markdown', 'mdown', 'mkd'], mediaTypes: ['text/markdown'] },
  { id: 'txt', family: 'document', name: 'Text', title: { en: 'Plain text', ko: '일반 텍스트' }, extensions: ['txt', 'text', 'log', 'asc'], mediaTypes: ['text/plain'], matches: isText, weak: true, keywords: ['text', '텍스트', '메모'] },
  { id: 'tex', family: 'document', name: 'LaTeX', title: { en: 'LaTeX document', ko: '레이텍 문서' }, extensions: ['tex', 'latex', 'ltx'], mediaTypes: ['application/x-tex'], matches: isLatex },
  { id: 'rst', family: 'document', name: 'reStructuredText', title: { en: 'reStructuredText', ko: '리스트럭처드텍스트' }, extensions: ['rst', 'rest'], mediaTypes: ['text/x-rst'] },
  { id: 'adoc', family: 'document', name: 'AsciiDoc', title: { en: 'AsciiDoc text', ko: '아스키독 텍스트' }, extensions: ['adoc', 'asciidoc'], mediaTypes: ['text/asciidoc'] },
  { id: 'org', family: 'document', name: 'Org', title: { en: 'Org mode text', ko: '오그 모드 텍스트' }, extensions: ['org'], mediaTypes: ['text/org'] },
  { id: 'textile', family: 'document', name: 'Textile', title: { en: 'Textile text', ko: '텍스타일 텍스트' }, extensions: ['textile'], mediaTypes: ['text/x-textile'] },
  { id: 'mediawiki', family: 'document', name: 'MediaWiki', title: { en: 'MediaWiki text', ko: '미디어위키 텍스트' }, extensions: ['mediawiki', 'wiki'], mediaTypes: ['text/x-wiki'] },
  { id: 'dokuwiki', family: 'document', name: 'DokuWiki', title: { en: 'DokuWiki text', ko: '도쿠위키 텍스트' }, extensions: ['dokuwiki'], mediaTypes: ['text/x-dokuwiki'] },
  { id: 'docbook', family: 'document', name: 'DocBook', title: { en: 'DocBook XML', ko: '닥북 XML' }, extensions: ['docbook', 'dbk'], mediaTypes: ['application/docbook+xml'], matches: isDocBook },
  { id: 'jats', family: 'document', name: 'JATS', title: { en: 'JATS journal article', ko: 'JATS 학술 논문' }, extensions: ['jats'], mediaTypes: ['application/jats+xml'], matches: isJats, keywords: ['논문'] },
  { id: 'tei', family: 'document', name: 'TEI', title: { en: 'TEI text', ko: 'TEI 텍스트' }, extensions: ['tei'], mediaTypes: ['application/tei+xml'], matches: rootIs('tei', 'tei.2') },
  { id: 'opml', family: 'document', name: 'OPML', title: { en: 'OPML outline', ko: 'OPML 개요' }, extensions: ['opml'], mediaTypes: ['text/x-opml'], matches: rootIs('opml'), keywords: ['outline'] },
  { id: 'man', family: 'document', name: 'man', title: { en: 'Manual page', ko: '매뉴얼 페이지' }, extensions: ['man', '1', '2', '3', '4', '5', '6', '7', '8'], mediaTypes: ['text/troff'] },
  { id: 'texinfo', family: 'document', name: 'Texinfo', title: { en: 'Texinfo document', ko: '텍스인포 문서' }, extensions: ['texinfo', 'texi'], mediaTypes: ['application/x-texinfo'], matches: textStarts(/^\\input texinfo/) },
  { id: 'typ', family: 'document', name: 'Typst', title: { en: 'Typst document', ko: '타입스트 문서' }, extensions: ['typ'], mediaTypes: ['text/x-typst'] },
  { id: 'ipynb', family: 'document', name: 'Jupyter', title: { en: 'Jupyter notebook', ko: '주피터 노트북' }, extensions: ['ipynb'], mediaTypes: ['application/x-ipynb+json'], keywords: ['notebook', '노트북'] },
  { id: 'odf', family: 'document', name: 'ODF', title: { en: 'OpenDocument formula', ko: '오픈도큐먼트 수식' }, extensions: ['odf'], mediaTypes: ['application/vnd.oasis.opendocument.formula'], signatures: [starts('504b0304')], matches: zipMimetypeIs('application/vnd.oasis.opendocument.formula') },
];
