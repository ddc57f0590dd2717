/** Takes any arguments and is the words among them: what a function from a file that is not here leaves of its text. */
const STAND_IN = '(..given) = given.pos().filter(each => type(each) == content or type(each) == str).join()';

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_-]*`;
const INCLUDE = /\binclude\s+"([^"\n]+)"/gu;
const IMPORT = new RegExp(
  String.raw`(#?)\bimport\s+"([^"\n]+)"(?:\s+as\s+(${NAME}))?(?:\s*:\s*(\*|\([^)]*\)|${NAME}[^\n;\]}]*))?`,
  'gu',
);
/** How files ask which release sets them: none of the names of later ones is known here. */
const NEWER_NAME = /\bif\s+"[\w-]+"\s+in\s+std\s*\{[^{}]*\}\s*else\s*(\{[^{}]*\})/g;
/** In what pandoc 3.10 writes: called later, and yet no function where there is no newer name. */
const DIVIDER = /\blet\s+divider\s*=\s*if\s+"divider"\s+in\s+std\s*\{[^{}]*\}\s*else\s*(\{[^{}]*\})/g;
/** A link to nowhere is no link. */
const EMPTY_LINK = /\blink\(\s*""\s*\)(?=\[)/g;

/**
 * Typst markup that can be set without the files it includes and imports: an included file is a link to it, an imported function hands on
 * the text it is given. What it asks of later releases of the language is answered with no, links
 * without an address become their words.
 */
export function withoutAbsentFiles(markup: string): string {
  return markup
    .replaceAll(INCLUDE, (_, file: string) => `link(${JSON.stringify(file)}, ${JSON.stringify(file)})`)
    .replaceAll(IMPORT, (_, hash: string, file: string, alias: string | undefined, names: string | undefined) =>
      names === undefined ? `${hash}let ${alias ?? moduleName(file)} = none` : standInsFor(namesIn(names), hash),
    )
    .replaceAll(DIVIDER, 'let divider(..given) = $1')
    .replaceAll(NEWER_NAME, '$1')
    .replaceAll(EMPTY_LINK, '');
}

/** Markup where a name nobody defined stands for a function of a file that is not here. */
export const withStandIn = (markup: string, name: string): string => `${standInsFor([name], '#')}\n${markup}`;

/** Whether there is a file that it names to be part of it. */
export const includesFiles = (markup: string): boolean => /\b(?:include|import)\s+"/.test(markup);

/** Whether everything of another file is taken over, so that its names are not known. */
export const importsAll = (markup: string): boolean => [...markup.matchAll(IMPORT)].some(([, , , , names]) => names === '*');

const standInsFor = (names: readonly string[], hash: string): string =>
  names.map((name) => `${hash}let ${name}${STAND_IN}`).join('\n');

/** `@preview/name:1.0.0` and `folder/name.typ` are called by their name. */
const moduleName = (file: string): string => /([\p{L}_][\p{L}\p{N}_-]*)(?:\.\w+|:[\d.]+)?$/u.exec(file)?.[1] ?? 'absent';

function namesIn(list: string): readonly string[] {
  const entries = list.replaceAll(/\/\/.*|[()]/g, '').split(',');
  return entries.flatMap((entry) => new RegExp(`(${NAME})\\s*$`, 'u').exec(entry)?.[1] ?? []);
}
