import { corrupt } from '@bakkum/conversion/errors';
import { childOf, descendantsOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { type Unit, wordsIn } from './unit.ts';

/** Reads XLIFF 1 and 2: every unit of every file element. Errors: `corrupt` for another root. */
export function readXliff(root: XmlElement): readonly Unit[] {
  if (root.name !== 'xliff') throw corrupt('no XLIFF');
  const isSecond = root.attributes['version']?.startsWith('2') === true;
  return elementsOf(root)
    .filter(({ name }) => name === 'file')
    .flatMap((file) => (isSecond ? secondUnits(root, file) : firstUnits(file)));
}

function firstUnits(file: XmlElement): readonly Unit[] {
  const { original = '', 'source-language': sourceLanguage = '', 'target-language': targetLanguage = '' } = file.attributes;
  return [...descendantsOf(file, 'trans-unit')].map((unit) => {
    const target = childOf(unit, 'target');
    return {
      file: original,
      id: unit.attributes['resname'] ?? unit.attributes['id'] ?? '',
      source: words(childOf(unit, 'source')),
      target: words(target),
      sourceLanguage,
      targetLanguage: target?.attributes['xml:lang'] ?? targetLanguage,
      state: target?.attributes['state'] ?? (unit.attributes['approved'] === 'yes' ? 'approved' : ''),
      note: notesIn(unit),
    };
  });
}

/** Version 2 divides a unit into segments with a source and a target each. */
function secondUnits(root: XmlElement, file: XmlElement): readonly Unit[] {
  const { srcLang: sourceLanguage = '', trgLang: targetLanguage = '' } = root.attributes;
  return [...descendantsOf(file, 'unit')].flatMap((unit) => {
    const note = notesIn(childOf(unit, 'notes') ?? unit);
    const segments = elementsOf(unit).filter(({ name }) => name === 'segment');
    return segments.map((segment, index) => ({
      file: file.attributes['original'] ?? file.attributes['id'] ?? '',
      id: [unit.attributes['name'] ?? unit.attributes['id'] ?? '', segments.length > 1 ? String(index + 1) : '']
        .filter(Boolean)
        .join('.'),
      source: words(childOf(segment, 'source')),
      target: words(childOf(segment, 'target')),
      sourceLanguage,
      targetLanguage,
      state: segment.attributes['state'] ?? '',
      note,
    }));
  });
}

const words = (element: XmlElement | undefined): string => (element ? wordsIn(element) : '');

const notesIn = (unit: XmlElement): string =>
  elementsOf(unit)
    .filter(({ name }) => name === 'note')
    .map((note) => textOf(note).trim())
    .join(' ');
