import type { FileTree } from '@bakkum/archive-tree/tree';
import { collect } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';
import { childOf, parseXml, textOf } from '@bakkum/markup/xml';

/** Book metadata from `ComicInfo.xml`, if present. */
export type BookFacts = {
  readonly title?: string;
  readonly author?: string;
  readonly publisher?: string;
  readonly description?: string;
  readonly language?: string;
  readonly isRightToLeft: boolean;
};

const NOTHING: BookFacts = { isRightToLeft: false };
const MAX_BYTES = 1_000_000;

export async function factsOf({ entries }: FileTree): Promise<BookFacts> {
  const entry = entries.find(({ kind, path }) => kind === 'file' && /(^|\/)ComicInfo\.xml$/i.test(path));
  if (entry?.kind !== 'file' || entry.size > MAX_BYTES) return NOTHING;
  try {
    return factsIn(new TextDecoder().decode(await collect(entry.open())));
  } catch (failure) {
    if (failure instanceof ConversionError) return NOTHING;
    throw failure;
  }
}

function factsIn(xml: string): BookFacts {
  const root = parseXml(xml);
  const text = (name: string): string => {
    const element = childOf(root, name);
    return element ? textOf(element).trim() : '';
  };
  const number = text('Number');
  const title = [text('Series'), number === '' ? '' : `#${number}`, text('Title')].filter((part) => part !== '').join(' ');
  const language = text('LanguageISO');
  const [author, publisher, description] = [text('Writer') || text('Penciller'), text('Publisher'), text('Summary')];
  return {
    ...(title !== '' && { title }),
    ...(author !== '' && { author }),
    ...(publisher !== '' && { publisher }),
    ...(description !== '' && { description }),
    ...(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(language) && { language }),
    isRightToLeft: text('Manga') === 'YesAndRightToLeft',
  };
}
