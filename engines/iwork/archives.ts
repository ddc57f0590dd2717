import { type IwaObject, objectsOf } from './iwa.ts';
import { cleaned, levelOf, type Paragraph } from './paragraph.ts';
import { fieldsOf, messagesIn, numberIn, textIn } from './protocol-buffer.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Kinds of messages (TSWP.StorageArchive, TSWP.ParagraphStyleArchive). */
const STORAGE = 2001;
const PARAGRAPH_STYLE = 2022;
/** Kinds of storages; a text box says none. */
const BODY = 0;
const HEADER = 1;

/** The text of a document of Pages 5 or later: its body, then its text boxes and notes. */
export function paragraphsOfArchives(members: ReadonlyMap<string, Bytes>): readonly Paragraph[] {
  const objects = [...members].filter(([name]) => name.endsWith('.iwa')).flatMap(([, file]) => objectsOf(file));
  const styles = new Map(objects.filter(({ type }) => type === PARAGRAPH_STYLE).map((style) => [style.id, nameOf(style)]));
  const storages = objects.filter(({ type }) => type === STORAGE).map(({ message }) => fieldsOf(message));
  const isBody = (storage: (typeof storages)[number]): boolean => numberIn(storage, 1) === BODY;
  const rest = storages.filter((storage) => !isBody(storage) && numberIn(storage, 1) !== HEADER);
  return [...storages.filter(isBody), ...rest].flatMap((storage) => {
    const starts = messagesIn(storage, 5).flatMap((table) => messagesIn(fieldsOf(table), 1).map(fieldsOf));
    const named = starts.map((entry) => ({ at: numberIn(entry, 1) ?? 0, style: styleNameIn(entry, styles) }));
    return paragraphsIn(textIn(storage, 3), named);
  });
}

/** TSS.StyleArchive within it: 1 is the name. */
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

/** A style holds from the character where it starts to the next that names one. */
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
