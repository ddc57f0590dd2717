import { expect, test } from 'vitest';
import { outputName, withoutCollision } from './output-name.ts';

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

test('counts up until the name is free, ignoring case', () => {
  expect(withoutCollision('a.png', new Set())).toBe('a.png');
  expect(withoutCollision('a.png', new Set(['A.PNG', 'a (2).png']))).toBe('a (3).png');
});
