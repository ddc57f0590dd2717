/** Accepts any arguments and returns the text among them: replaces functions from missing files. */
const PLACEHOLDER = '(..given) = given.pos().filter(each => type(each) == content or type(each) == str).join()';

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_-]*`;
const INCLUDE = /\binclude\s+"([^"\n]+)"/gu;
const IMPORT = new RegExp(
  String.raw`(#?)\bimport\s+"([^"\n]+)"(?:\s+as\s+(${NAME}))?(?:\s*:\s*(\*|\([^)]*\)|${NAME}[^\n;\]}]*))?`,
  'gu',
);
/** How markup tests for a newer Typst release: by names that are unknown here. */
const NEWER_NAME = /\bif\s+"[\w-]+"\s+in\s+std\s*\{[^{}]*\}\s*else\s*(\{[^{}]*\})/g;
/** Written by pandoc 3.10: called later, although it is not a function when the newer name is missing. */
const DIVIDER = /\blet\s+divider\s*=\s*if\s+"divider"\s+in\s+std\s*\{[^{}]*\}\s*else\s*(\{[^{}]*\})/g;
/** A link without a target is not a link. */
const EMPTY_LINK = /\blink\(\s*""\s*\)(?=\[)/g;

/**
 * Makes Typst markup independent of the files it includes and imports: an included file becomes a link to it, an imported
 * function returns the text it is given. Tests for newer releases become false, and links without a target become their text.
 */
export function withoutAbsentFiles(markup: string): string {
  return markup
    .replaceAll(INCLUDE, (_, file: string) => `link(${JSON.stringify(file)}, ${JSON.stringify(file)})`)
    .replaceAll(IMPORT, (_, hash: string, file: string, alias: string | undefined, names: string | undefined) =>
      names === undefined ? `${hash}let ${alias ?? moduleName(file)} = none` : placeholdersFor(namesIn(names), hash),
    )
    .replaceAll(DIVIDER, 'let divider(..given) = $1')
    .replaceAll(NEWER_NAME, '$1')
    .replaceAll(EMPTY_LINK, '');
}

/** Defines a substitute for an undefined name from a missing file. */
export const withPlaceholder = (markup: string, name: string): string => `${placeholdersFor([name], '#')}\n${markup}`;

/** Whether the markup includes or imports another file. */
export const includesFiles = (markup: string): boolean => /\b(?:include|import)\s+"/.test(markup);

/** Whether it imports all names of another file, which are then unknown. */
export const importsAll = (markup: string): boolean => [...markup.matchAll(IMPORT)].some(([, , , , names]) => names === '*');

const placeholdersFor = (names: readonly string[], hash: string): string =>
  names.map((name) => `${hash}let ${name}${PLACEHOLDER}`).join('\n');

/** `@preview/name:1.0.0` and `folder/name.typ` are referred to as `name`. */
const moduleName = (file: string): string =>
  /([\p{L}_][\p{L}\p{N}_-]{0,99})(?:\.\w{1,20}|:[\d.]{1,20})?$/u.exec(file)?.[1] ?? 'absent';

function namesIn(list: string): readonly string[] {
  const entries = list.replaceAll(/\/\/.*|[()]/g, '').split(',');
  return entries.flatMap((entry) => new RegExp(`(${NAME})$`, 'u').exec(entry.trimEnd())?.[1] ?? []);
}
