import type { Bytes } from '@bakkum/bytes/bytes';
import { type IwaObject, objectsOf } from '@bakkum/document-input/iwork/iwa';
import { fieldsOf, messagesIn, numberIn, textIn } from '@bakkum/document-input/iwork/protocol-buffer';
import { cleaned, levelOf, type Paragraph } from './paragraph.ts';

/** Message types (TSWP.StorageArchive, TSWP.ParagraphStyleArchive). */
const STORAGE = 2001;
const PARAGRAPH_STYLE = 2022;
/** Storage types; a text box has none. */
const BODY = 0;
const HEADER = 1;

/** Tables and charts (TST.TableInfoArchive, TSCH.ChartDrawableArchive). */
const LEFT_OUT: ReadonlySet<number> = new Set([6000, 5021]);

/** Paragraphs, and whether there are tables or charts, which are left out. */
export type ReadText = { readonly paragraphs: readonly Paragraph[]; readonly lacksObjects: boolean };

/** Reads the text of a document of Pages 5 or later: body, then text boxes and notes. */
export function textOfArchives(members: ReadonlyMap<string, Bytes>): ReadText {
  const objects = [...members].filter(([name]) => name.endsWith('.iwa')).flatMap(([, file]) => objectsOf(file));
  const styles = new Map(objects.filter(({ type }) => type === PARAGRAPH_STYLE).map((style) => [style.id, nameOf(style)]));
  const storages = objects.filter(({ type }) => type === STORAGE).map(({ message }) => fieldsOf(message));
  const isBody = (storage: (typeof storages)[number]): boolean => numberIn(storage, 1) === BODY;
  const rest = storages.filter((storage) => !isBody(storage) && numberIn(storage, 1) !== HEADER);
  const paragraphs = [...storages.filter(isBody), ...rest].flatMap((storage) => {
    const starts = messagesIn(storage, 5).flatMap((table) => messagesIn(fieldsOf(table), 1).map(fieldsOf));
    const named = starts.map((entry) => ({ at: numberIn(entry, 1) ?? 0, style: styleNameIn(entry, styles) }));
    return paragraphsIn(textIn(storage, 3), named);
  });
  return { paragraphs, lacksObjects: objects.some(({ type }) => LEFT_OUT.has(type)) };
}

/** Reads the name in the nested TSS.StyleArchive (field 1). */
function nameOf({ message }: IwaObject): string {
  const [style] = messagesIn(fieldsOf(message), 1);
  return style ? textIn(fieldsOf(style), 1) : '';
}

function styleNameIn(entry: ReturnType<typeof fieldsOf>, styles: ReadonlyMap<number, string>): string | undefined {
  const [reference] = messagesIn(entry, 2);
  const id = reference && numberIn(fieldsOf(reference), 1);
  return id === undefined ? undefined : styles.get(id);
}

type Start = { readonly at: number; readonly style: string | undefined };

/** A style applies from its start character to the next that names a style. */
function paragraphsIn(text: string, starts: readonly Start[]): readonly Paragraph[] {
  let at = 0;
  let style = '';
  let next = 0;
  return text.split('\n').flatMap((line) => {
    for (; next < starts.length && (starts[next]?.at ?? 0) <= at; next += 1) style = starts[next]?.style ?? style;
    at += line.length + 1;
    const words = cleaned(line);
    return words.trim() === '' ? [] : [{ level: levelOf(style), text: words }];
  });
}
