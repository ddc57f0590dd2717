import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConversionPath } from '../../matrix/conversion-path.ts';
import { likenessOf } from '../compare.ts';
import type { NativeOffice } from '../native-office.ts';
import { textOf } from '../pdf-facts.ts';
import { glyphShapes } from './boxes.ts';
import { koreanLetters } from './content.ts';
import { FLAT_SHEET, FLAT_SLIDES, FLAT_TEXT, flatSheet, flatSlides, flatText } from './flat-documents.ts';
import { WORD_DOCUMENT, wordDocument } from './word-document.ts';

type Tools = {
  readonly native: NativeOffice;
  readonly way: ConversionPath;
  readonly folder: string;
  /** Receives each line of the report as soon as it is known. */
  readonly say: (line: string) => void;
};

/** Formats that native LibreOffice saves from our documents, in its own markup. */
const SAVED_BY_NATIVE: readonly (readonly [string, readonly string[]])[] = [
  ['fodt', ['odt', 'docx', 'doc', 'rtf']],
  ['fods', ['ods', 'xlsx', 'xls']],
  ['fodp', ['odp', 'pptx', 'ppt']],
];
const TEXTS: Readonly<Record<string, string>> = { fodt: FLAT_TEXT, fods: FLAT_SHEET, fodp: FLAT_SLIDES };

/** A character in none of our typefaces, used to record the missing-glyph box of each. */
const NOBODY_HAS = '\u{13000}';

/** Creates Korean documents of every kind, converts them to PDF with both programs, and reports letters, boxes and similarity. */
export async function koreanReport(tools: Tools): Promise<string> {
  const boxes = await boxShapes(tools);
  const lines: string[] = [];
  for (const { file, from, text } of await makeDocuments(tools)) {
    const line = await lineOf(tools, file, from, text, boxes);
    tools.say(line);
    lines.push(line);
  }
  return [
    `Boxes are known by their outlines (${boxes.size}), learnt from a document whose letters no face has.`,
    '',
    '| document | letters | missing | added | boxes | pages ours / native | words | ink |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

async function makeDocuments({ native, folder }: Tools) {
  const documents: { file: string; from: string; text: string }[] = [];
  const contents: Readonly<Record<string, string>> = { fodt: flatText(), fods: flatSheet(), fodp: flatSlides() };
  for (const [source, targets] of SAVED_BY_NATIVE) {
    const text = TEXTS[source] ?? '';
    const file = path.join(folder, `korean.${source}`);
    await writeFile(file, contents[source] ?? '');
    documents.push({ file, from: source, text });
    for (const from of targets) {
      const saved = path.join(folder, `korean.${from}`);
      if (!(await native.convert(file, source, from, saved))) throw new Error(`native LibreOffice does not save ${from}`);
      documents.push({ file: saved, from, text });
    }
  }
  const word = path.join(folder, 'korean-word.docx');
  await writeFile(word, wordDocument());
  return [...documents, { file: word, from: 'docx', text: WORD_DOCUMENT }];
}

async function boxShapes({ way, folder }: Tools): Promise<ReadonlySet<string>> {
  const file = path.join(folder, 'boxes.fodt');
  await writeFile(file, flatText().replaceAll(/(<text:(?:span|p|h)[^>]*>)[^<]+/g, `$1${NOBODY_HAS}`));
  const boxes = await glyphShapes(await convert(way, file, 'fodt'));
  if (boxes.size === 0) throw new Error('a letter in no typeface was rendered without a box, so boxes cannot be recognised');
  return boxes;
}

async function convert(way: ConversionPath, file: string, from: string): Promise<string> {
  const outcome = await way.convert({ file, from }, 'pdf', file);
  if (!outcome.ok) throw new Error(`${path.basename(file)}: ${outcome.code}`);
  const ours = `${file}.ours.pdf`;
  await copyFile(outcome.files[0] ?? '', ours);
  return ours;
}

async function lineOf({ way, native }: Tools, file: string, from: string, text: string, boxes: ReadonlySet<string>) {
  const ours = await convert(way, file, from);
  const theirs = `${file}.native.pdf`;
  if (!(await native.convert(file, from, 'pdf', theirs))) throw new Error(`native LibreOffice does not read its own ${from}`);
  const expected = koreanLetters(text);
  const got = koreanLetters((await textOf(ours)).written.join(' '));
  const drawn = [...(await glyphShapes(ours))].filter((shape) => boxes.has(shape)).length;
  const { pages, nativePages, text: words, pictures } = await likenessOf(ours, theirs);
  const cells = [
    path.basename(file),
    expected.length,
    lacking(expected, got) || '–',
    lacking(got, expected) || '–',
    drawn,
    `${pages} / ${nativePages}`,
    words.toFixed(3),
    pictures?.ink.toFixed(3) ?? '–',
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Returns the letters of one sorted text that the other lacks. */
function lacking(of: string, within: string): string {
  const left = new Map<string, number>();
  for (const letter of within) left.set(letter, (left.get(letter) ?? 0) + 1);
  return [...of]
    .filter((letter) => {
      const count = left.get(letter) ?? 0;
      left.set(letter, count - 1);
      return count <= 0;
    })
    .join('');
}
