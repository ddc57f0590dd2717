import type { Format } from './format.ts';
import { starts, text } from './signature.ts';
import { isFlatOpenDocument } from './sniff/markup.ts';
import { isQuattroPro, isSpreadsheetml, isXls } from './sniff/office.ts';
import { zipHolds, zipMimetypeIs } from './sniff/zip.ts';

/** Workbooks and tables. */
export const FORMATS: readonly Format[] = [
  { id: 'xlsx', family: 'spreadsheet', name: 'XLSX', title: { en: 'Excel workbook', ko: '엑셀 통합 문서' }, extensions: ['xlsx', 'xlsm', 'xltx', 'xltm', 'xlam'], mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'], signatures: [starts('504b0304'), starts('d0cf11e0a1b11ae1')], matches: isSpreadsheetml, keywords: ['excel', '엑셀'] },
  { id: 'xlsb', family: 'spreadsheet', name: 'XLSB', title: { en: 'Excel binary workbook', ko: '엑셀 바이너리 통합 문서' }, extensions: ['xlsb'], mediaTypes: ['application/vnd.ms-excel.sheet.binary.macroenabled.12'], signatures: [starts('504b0304'), starts('d0cf11e0a1b11ae1')], matches: zipHolds('xl/workbook.bin'), keywords: ['excel', '엑셀'] },
  { id: 'xls', family: 'spreadsheet', name: 'XLS', title: { en: 'Excel 97–2003 workbook', ko: '엑셀 97–2003 통합 문서' }, extensions: ['xls', 'xlt', 'xla', 'xlw'], mediaTypes: ['application/vnd.ms-excel'], signatures: [starts('d0cf11e0a1b11ae1'), starts('0908'), starts('0904'), starts('0902'), starts('0900040002001000')], matches: isXls, keywords: ['excel', '엑셀'] },
  { id: 'ods', family: 'spreadsheet', name: 'ODS', title: { en: 'OpenDocument spreadsheet', ko: '오픈도큐먼트 스프레드시트' }, extensions: ['ods', 'ots'], mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'], signatures: [starts('504b0304')], matches: zipMimetypeIs('application/vnd.oasis.opendocument.spreadsheet', 'application/vnd.oasis.opendocument.spreadsheet-template'), keywords: ['libreoffice'] },
  { id: 'fods', family: 'spreadsheet', name: 'FODS', title: { en: 'Flat OpenDocument spreadsheet', ko: '단일 XML 오픈도큐먼트 스프레드시트' }, extensions: ['fods'], mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet-flat-xml'], matches: isFlatOpenDocument('spreadsheet') },
  { id: 'sxc', family: 'spreadsheet', name: 'SXC', title: { en: 'StarOffice spreadsheet', ko: '스타오피스 스프레드시트' }, extensions: ['sxc', 'stc'], mediaTypes: ['application/vnd.sun.xml.calc'], signatures: [starts('504b0304')], matches: zipMimetypeIs('application/vnd.sun.xml.calc') },
  { id: 'numbers', family: 'spreadsheet', name: 'Numbers', title: { en: 'Apple Numbers spreadsheet', ko: '애플 넘버스 스프레드시트' }, extensions: ['numbers'], mediaTypes: ['application/vnd.apple.numbers'], signatures: [starts('504b0304')], weak: true, keywords: ['맥'] },
  { id: 'cell', family: 'spreadsheet', name: 'CELL', title: { en: 'Hancell spreadsheet', ko: '한셀 스프레드시트' }, extensions: ['cell', 'nxl'], mediaTypes: ['application/x-hancell'], signatures: [starts('504b0304'), starts('d0cf11e0a1b11ae1')], weak: true, keywords: ['한셀', '한컴'] },
  { id: 'csv', family: 'spreadsheet', name: 'CSV', title: { en: 'Comma-separated values', ko: '쉼표로 구분된 값' }, extensions: ['csv'], mediaTypes: ['text/csv'], keywords: ['table', '표'] },
  { id: 'tsv', family: 'spreadsheet', name: 'TSV', title: { en: 'Tab-separated values', ko: '탭으로 구분된 값' }, extensions: ['tsv', 'tab'], mediaTypes: ['text/tab-separated-values'], keywords: ['table', '표'] },
  { id: 'slk', family: 'spreadsheet', name: 'SYLK', title: { en: 'SYLK spreadsheet', ko: 'SYLK 스프레드시트' }, extensions: ['slk', 'sylk'], mediaTypes: ['application/x-sylk'], signatures: [text('ID;')] },
  { id: 'dif', family: 'spreadsheet', name: 'DIF', title: { en: 'Data interchange table', ko: 'DIF 표' }, extensions: ['dif'], mediaTypes: ['application/x-dif'], signatures: [text('TABLE\r\n0,1'), text('TABLE\n0,1')] },
  { id: 'et', family: 'spreadsheet', name: 'ET', title: { en: 'WPS spreadsheet', ko: 'WPS 스프레드시트' }, extensions: ['et', 'ett'], mediaTypes: ['application/vnd.ms-et'], signatures: [starts('d0cf11e0a1b11ae1')], weak: true },
  { id: 'wk1', family: 'spreadsheet', name: 'Lotus 1-2-3', title: { en: 'Lotus 1-2-3 worksheet', ko: '로터스 1-2-3 시트' }, extensions: ['wk1', 'wks', 'wk3', 'wk4', '123'], mediaTypes: ['application/vnd.lotus-1-2-3'], signatures: [starts('0000020004040600'), starts('0000020006040600'), starts('00001a00'), starts('ff00020004040554')] },
  { id: 'qpro', family: 'spreadsheet', name: 'Quattro Pro', title: { en: 'Quattro Pro spreadsheet', ko: '쿼트로 프로 스프레드시트' }, extensions: ['wq1', 'wq2', 'wb1', 'wb2', 'wb3', 'qpw'], mediaTypes: ['application/x-quattro-pro'], signatures: [starts('0000020020510600'), starts('0000020001100600'), starts('0000020002100600'), starts('d0cf11e0a1b11ae1')], matches: isQuattroPro },
  { id: 'xlr', family: 'spreadsheet', name: 'XLR', title: { en: 'Works spreadsheet', ko: '웍스 스프레드시트' }, extensions: ['xlr'], mediaTypes: ['application/vnd.ms-works'], signatures: [starts('d0cf11e0a1b11ae1')], weak: true },
  { id: 'dbf', family: 'spreadsheet', name: 'DBF', title: { en: 'dBASE table', ko: 'dBASE 표' }, extensions: ['dbf'], mediaTypes: ['application/vnd.dbf'] },
];
