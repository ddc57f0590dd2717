import type { FormatId } from '@bakkum/conversion/engine';
import { importsAll, includesFiles, withoutAbsentFiles, withStandIn } from '@bakkum/document-typesetting/absent-files';

/** A text that includes nothing any more. `absent`: it did; `names`: how many may still turn out to be those of another file. */
export type Alone = { readonly source: Uint8Array<ArrayBuffer>; readonly absent: boolean; readonly names: number };

/** More names than that of a file that is not here are a template whose look was the document. */
const MOST_STAND_INS = 30;

/** The source with the names of the files it includes in their place; nothing where it includes none. */
export function withoutIncludes(source: Uint8Array<ArrayBuffer>, from: FormatId): Alone | undefined {
  if (from !== 'adoc' && from !== 'typ') return undefined;
  const text = new TextDecoder().decode(source);
  const alone = from === 'adoc' ? asciidocAlone(text) : withoutAbsentFiles(text);
  if (alone === text) return undefined;
  const absent = from === 'adoc' || includesFiles(text);
  return { source: new TextEncoder().encode(alone), absent, names: from === 'typ' && importsAll(text) ? MOST_STAND_INS : 0 };
}

/** As before, with a stand-in for the name the refusal is about; nothing if it is about something else. */
export function withName({ source, absent, names }: Alone, refusal: string): Alone | undefined {
  const name = /Identifier "([^"]+)" not found/.exec(refusal)?.[1];
  if (name === undefined || names === 0) return undefined;
  const text = withStandIn(new TextDecoder().decode(source), name);
  return { source: new TextEncoder().encode(text), absent, names: names - 1 };
}

/** Blocks whose lines are not markup: listings, literal blocks, passthroughs, comments. */
const VERBATIM = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}.*)$/;
const DIRECTIVE = /^include::([^[\]]+)\[.*\]\s*$/;

/** A directive becomes a link to the file, in a block of code its name alone. */
function asciidocAlone(text: string): string {
  let fence: string | undefined;
  const lines = text.split('\n').map((line) => {
    const edge = line.trimEnd();
    if (VERBATIM.test(edge)) fence = fence === undefined ? edge.replace(/^(`{3,}).*/, '$1') : fence === edge ? undefined : fence;
    const file = DIRECTIVE.exec(line)?.[1];
    if (file === undefined) return line;
    return fence === undefined && /^[\w./:@-]+$/.test(file) ? `link:${file}[${file}]` : file.replaceAll('{', String.raw`\{`);
  });
  return lines.join('\n');
}
