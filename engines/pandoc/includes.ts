import type { FormatId } from '@bakkum/conversion/engine';
import { importsAll, includesFiles, withoutAbsentFiles, withPlaceholder } from '@bakkum/document-typesetting/absent-files';

/** Text without includes. `absent`: some were replaced; `names`: how many undefined names may still belong to a missing file. */
export type Alone = { readonly source: Uint8Array<ArrayBuffer>; readonly absent: boolean; readonly names: number };

/** With more undefined names than this, the missing file was a template that defined the document. */
const MAX_PLACEHOLDERS = 30;

/** Returns the source with includes replaced by file names; `undefined` if there are none. */
export function withoutIncludes(source: Uint8Array<ArrayBuffer>, from: FormatId): Alone | undefined {
  if (from !== 'adoc' && from !== 'typ') return undefined;
  const text = new TextDecoder().decode(source);
  const alone = from === 'adoc' ? asciidocAlone(text) : withoutAbsentFiles(text);
  if (alone === text) return undefined;
  const absent = from === 'adoc' || includesFiles(text);
  return { source: new TextEncoder().encode(alone), absent, names: from === 'typ' && importsAll(text) ? MAX_PLACEHOLDERS : 0 };
}

/** Adds a placeholder for the name a refusal is about; `undefined` if it is about something else. */
export function withName({ source, absent, names }: Alone, refusal: string): Alone | undefined {
  const name = /Identifier "([^"]+)" not found/.exec(refusal)?.[1];
  if (name === undefined || names === 0) return undefined;
  const text = withPlaceholder(new TextDecoder().decode(source), name);
  return { source: new TextEncoder().encode(text), absent, names: names - 1 };
}

/** Blocks whose lines are not markup: listings, literal blocks, passthroughs, comments. */
const VERBATIM = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3}.*)$/;
const DIRECTIVE = /^include::([^[\]]+)\[.*\]\s*$/;

/** Replaces an include directive with a link to the file, or with its name inside code blocks. */
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
