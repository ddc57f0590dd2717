import { expect, it } from 'vitest';
import { addedLanguages, languagePackagesToInstall } from './recognition-languages.mjs';

const named = (RECOGNITION_LANGUAGES) => addedLanguages({ RECOGNITION_LANGUAGES });

it('adds no language without the setting', () => {
  expect(addedLanguages({})).toEqual([]);
  expect(named(' , ')).toEqual([]);
});

it('adds each language once, and neither English nor Korean', () => {
  expect(named('jpn, DEU,eng,jpn,chi_tra_vert,kor')).toEqual(['jpn', 'deu', 'chi_tra_vert']);
});

it.each(['de', '../x', 'jpn vert', 'osd', 'jpn@2', 'script/latin'])('refuses %s', (code) => {
  expect(() => named(code)).toThrow(code);
});

it('installs all added languages when one is missing', () => {
  const installed = languagePackagesToInstall({ RECOGNITION_LANGUAGES: 'eng,kor' });
  expect(installed).toEqual([]);
  // There is no such language, so it is never installed.
  const missing = languagePackagesToInstall({ RECOGNITION_LANGUAGES: 'zzz,deu' });
  expect(missing).toEqual(['@tesseract.js-data/zzz@1.0.0', '@tesseract.js-data/deu@1.0.0']);
});
