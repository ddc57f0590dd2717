import { expect, test } from 'vitest';
import { outputName } from './output-name.ts';

test('keeps everything before the last dot', () => {
  expect(outputName('report.v2.docx', 'pdf')).toBe('report.v2.pdf');
  expect(outputName('photo', 'png')).toBe('photo.png');
  expect(outputName('.hidden', 'png')).toBe('.hidden.png');
});

test('puts the label before the extension', () => {
  expect(outputName('scan.tiff', 'png', 'page-3')).toBe('scan-page-3.png');
});

test('composes Hangul', () => {
  expect(outputName('한글.jpg'.normalize('NFD'), 'png')).toBe('한글.png');
});

// Without a limit, sorting the marks takes minutes.
test('keeps the extension after a million combining marks', () => {
  const marks = `${'\u0315'.repeat(500_000)}${'\u0316'.repeat(500_000)}`;
  expect(outputName('report.json', 'csv', marks)).toMatch(/^report-\p{M}{30}\.csv$/u);
  expect(outputName(`${marks}.json`, 'csv', '1')).toMatch(/^\p{M}{30}\.csv$/u);
});

test('never names a folder, whatever the label', () => {
  expect(outputName('report.json', 'csv', 'x/../../../../evil')).toBe('report-x_.._.._.._.._evil.csv');
  expect(outputName('..\\..\\a.json', 'csv', '\u202Egpj')).toBe('.._.._a-gpj.csv');
  expect(outputName('aux.json', 'csv')).toBe('_aux.csv');
});
