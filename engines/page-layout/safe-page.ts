import { decodeBase64 } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { parsePage } from '@bakkum/document-input/web-page';
import { type DefaultTreeAdapterTypes, html as names, serialize } from 'parse5';
import { CONTROL_STYLE, formControl } from './form-controls.ts';
import { formulaPart, isFormulaPart } from './formulas.ts';
import { isSlow, pageFile, styleText } from './page-files.ts';
import type { WebDocument } from './web-document.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Where a page finds its other files. */
export type Surroundings = {
  readonly name: string;
  /** A file the page refers to; `from` is the name of the file with the reference. Undefined for anything outside. */
  file(address: string, from: string): { readonly name: string; readonly blob: Blob } | undefined;
  /** A link to another page or a place of it, as `name#id`, or an address of the web; undefined for anything else. */
  link(address: string): string | undefined;
};

const FORBIDDEN: ReadonlySet<string> = new Set([
  ...[
    'script',
    'iframe',
    'frame',
    'frameset',
    'object',
    'embed',
    'applet',
    'base',
    'link',
    'meta',
    'noscript',
    'template',
    'title',
  ],
  ...['style', 'audio', 'video', 'source', 'track', 'canvas', 'portal', 'fencedframe', 'dialog', 'datalist'],
  ...['foreignobject', 'animate', 'animatemotion', 'animatetransform', 'set', 'discard', 'handler', 'listener'],
]);
/** Attributes with addresses, and those with which a page acts. */
const DROPPED =
  /^(?:on|xmlns|href$|xlink:|src|action$|formaction$|background$|poster$|data$|ping$|cite$|longdesc$|manifest$|profile$|usemap$|ismap$|codebase$|archive$|classid$|srcdoc$|imagesrcset$|imagesizes$|http-equiv$|auto|tabindex$|accesskey$|contenteditable$|draggable$|is$|nonce$|integrity$|crossorigin$|referrerpolicy$|loading$|popover|command|form|inert$|style$|data-(?:style|image|href|bakkum))/i;
/** The browser lays out in one piece. */
const MAX_ELEMENTS = 60_000;

type State = {
  readonly surroundings: Surroundings;
  readonly images: Record<string, Blob>;
  readonly names: Map<Blob, string>;
  elements: number;
  letters: number;
  /** Style sheets of other files, as often as they are used, and their letters. */
  sheets: number;
  styleLetters: number;
  lost: number;
};

/**
 * A page that loads, runs and sends nothing: without scripts, forms and addresses; what it needs is beside it. Errors: `too-large` for
 * unreasonably deep nesting, `unsupported-feature` for pages that take too long to lay out, or contain content MathML.
 */
export function safePage(markup: string, surroundings: Surroundings): WebDocument {
  const document = parsePage(markup);
  const root = document.childNodes.find((node): node is Element => node.nodeName === 'html');
  const [head, body] = ['head', 'body'].map((name) => root?.childNodes.find((node): node is Element => node.nodeName === name));
  const state: State = {
    surroundings,
    images: {},
    names: new Map(),
    elements: 0,
    letters: 0,
    sheets: 0,
    styleLetters: 0,
    lost: 0,
  };
  const styles = root ? stylesIn(root, state) : [];
  const isPandoc = head?.childNodes.some(
    (node) => node.nodeName === 'meta' && valueOf(node, 'name') === 'generator' && valueOf(node, 'content') === 'pandoc',
  );
  const hasStyle = styles.some((style) => style.trim() !== '') || (body !== undefined && hasOwnLook(body));
  if (body) keepSafe(body, state);
  return {
    name: surroundings.name,
    title: titleOf(head),
    language: root && (valueOf(root, 'lang') || valueOf(root, 'xml:lang') || undefined),
    html: body ? serialize(body) : '',
    styles: [CONTROL_STYLE, ...styles],
    images: state.images,
    root: attributesOf(root),
    body: attributesOf(body),
    isPlain: isPandoc === true || !hasStyle,
    lostImages: state.lost,
  };
}

const valueOf = (node: Node, name: string): string =>
  ('attrs' in node ? node.attrs.find((attribute) => attribute.name === name)?.value : undefined) ?? '';

const attributesOf = (element: Element | undefined): Record<string, string> =>
  Object.fromEntries((element?.attrs ?? []).filter(({ name }) => isPlainAttribute(name)).map(({ name, value }) => [name, value]));

const isPlainAttribute = (name: string): boolean => /^(?:class|id|dir|lang|bgcolor|text|data-[\w-]+)$/.test(name);

function titleOf(head: Element | undefined): string {
  const title = head?.childNodes.find((node): node is Element => node.nodeName === 'title');
  return (title ? textOf(title) : '').replaceAll(/\s+/g, ' ').trim();
}

const textOf = (element: Element): string =>
  element.childNodes.map((node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')).join('');

/** Attributes of HTML 3.2 count as a style, as in newsletters. */
function hasOwnLook(element: Element, depth = 0): boolean {
  if (element.attrs.some(({ name }) => /^(?:style|bgcolor|face|cellpadding)$/.test(name))) return true;
  return depth < 40 && element.childNodes.some((node) => 'attrs' in node && hasOwnLook(node, depth + 1));
}

/** Style sheets in their order, with images of the file named. */
function stylesIn(element: Element, state: State, depth = 0): readonly string[] {
  return element.childNodes.flatMap((node): readonly string[] => {
    if (!('attrs' in node) || depth > 500) return [];
    if (node.nodeName === 'style' && !/^(?!text\/css)\S/.test(valueOf(node, 'type')))
      return [inMedia(node, withImages(textOf(node).replaceAll(IMPORT, ''), state, ''))];
    if (node.nodeName === 'link' && /\bstylesheet\b/i.test(valueOf(node, 'rel')) && !/\balternate\b/i.test(valueOf(node, 'rel')))
      return [inMedia(node, linkedStyle(valueOf(node, 'href'), [state.surroundings.name], state))];
    return stylesIn(node, state, depth + 1);
  });
}

function inMedia(element: Element, style: string): string {
  const media = valueOf(element, 'media').replaceAll(/[{};@]/g, '');
  return media === '' || media === 'all' ? style : `@media ${media} {${style}\n}`;
}

const MAX_IMPORT_DEPTH = 6;
const MAX_SHEETS = 500;
const MAX_STYLE_LETTERS = 10_000_000;
const IMPORT = /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)["']?\s*\)?[^;]{0,200};/gi;

/** @param importers names of the page and of the style sheets that import this one */
function linkedStyle(address: string, importers: readonly string[], state: State): string {
  const file = importers.length > MAX_IMPORT_DEPTH ? undefined : state.surroundings.file(address, importers.at(-1) ?? '');
  const text = file && styleText(file.blob);
  if (!file || text === undefined || importers.includes(file.name)) return '';
  state.sheets += 1;
  state.styleLetters += text.length;
  if (state.sheets > MAX_SHEETS || state.styleLetters > MAX_STYLE_LETTERS)
    throw new ConversionError('unsupported-feature', 'too many style sheets');
  const chain = [...importers, file.name];
  const imported = [...text.matchAll(IMPORT)].map(([, target = '']) => linkedStyle(target, chain, state));
  return [...imported, withImages(text.replaceAll(IMPORT, ''), state, file.name)].join('\n');
}

const URL_TOKEN = /url\((?:"([^"]*)"|'([^']*)'|([^()"']*))\)/gi;

/** Names the images of a style. The frame drops every other address. */
function withImages(style: string, state: State, from: string): string {
  return style.replaceAll(URL_TOKEN, (token, double?: string, single?: string, bare?: string) => {
    const address = (double ?? single ?? bare ?? '').trim();
    if (address.startsWith('#')) return token;
    const { name, isRefused } = imageNamed(address, state, from || state.surroundings.name);
    if (isRefused) state.lost += 1;
    return name === undefined ? 'url("")' : `url("${name}")`;
  });
}

/** An image of the file or of a `data:` address, by a name that is no address. */
function imageNamed(address: string, state: State, from: string): { readonly name?: string; readonly isRefused?: boolean } {
  const blob = imageInAddress(address) ?? state.surroundings.file(address, from)?.blob;
  if (!blob?.type.startsWith('image/')) return {};
  if (isSlow(blob)) return { isRefused: true };
  const name = state.names.get(blob) ?? `image-${state.names.size}`;
  state.names.set(blob, name);
  state.images[name] = blob;
  return { name };
}

function imageInAddress(address: string): Blob | undefined {
  const [, type = '', coding, data = ''] =
    /^data:(image\/[\w.+-]+)(?:;[\w-]+=[\w-]+)*(;base64)?,(.*)$/is.exec(address.trim()) ?? [];
  if (type === '') return undefined;
  try {
    const text = decodeURIComponent(data);
    const bytes = coding === undefined ? new TextEncoder().encode(text) : decodeBase64(text.replaceAll(/\s/g, ''));
    return pageFile(bytes, type.toLowerCase());
  } catch {
    return undefined; // A damaged address is an image that is not there.
  }
}

const MAX_LETTERS = 1_500_000;
/** Browsers measure a word again for each line that it fills. */
const LONG_WORD = /\S{8000}/;

function tooLongWord(): never {
  throw new ConversionError('unsupported-feature', 'a word of many lines');
}

function keepSafe(parent: Element, state: State): void {
  parent.childNodes = parent.childNodes.flatMap((node) => {
    const safe = safeNode(node, state);
    if (safe) safe.parentNode = parent;
    return safe ? [safe] : [];
  });
}

function safeNode(node: Node, state: State): Node | undefined {
  if ('value' in node) state.letters += node.value.length;
  if (state.letters > MAX_LETTERS) throw new ConversionError('unsupported-feature', `more than ${MAX_LETTERS} letters`);
  if (node.nodeName === '#text') return 'value' in node && LONG_WORD.test(node.value) ? tooLongWord() : node;
  if (!('tagName' in node) || FORBIDDEN.has(node.tagName.toLowerCase())) return undefined;
  state.elements += 1;
  if (state.elements > MAX_ELEMENTS) throw new ConversionError('unsupported-feature', `more than ${MAX_ELEMENTS} elements`);
  // Copies of copies grow without end.
  if (node.tagName === 'use' && isInNamedDrawing(node)) return undefined;
  const element = isFormulaPart(node) ? formulaPart(node) : formControl(node);
  if (!element) return undefined;
  keepAttributes(element, state);
  keepSafe(element, state);
  return isMissingImage(element) ? insteadOfImage(element) : element;
}

const isMissingImage = (element: Element): boolean =>
  element.tagName === 'img' && valueOf(element, 'data-image') === '' && valueOf(element, 'alt').trim() !== '';

/** Browsers show the description of an image that is not there, cut off at the size that is stated. */
function insteadOfImage(image: Element): Element {
  const sizes = ['width', 'height'].flatMap((name) => {
    const [size] = /^\d{1,5}/.exec(valueOf(image, name)) ?? [];
    return size === undefined ? [] : [`${name}:${size}px`];
  });
  const area = sizes.length > 0 ? ['display:inline-block', 'overflow:hidden', ...sizes] : [];
  const style = [...area, valueOf(image, 'data-style')].join(';');
  const attrs = [...image.attrs.filter(({ name }) => name !== 'data-style'), { name: 'data-style', value: style }];
  const made: Element = { ...image, tagName: 'span', nodeName: 'span', attrs };
  made.childNodes = [{ nodeName: '#text', value: valueOf(image, 'alt'), parentNode: made }];
  return made;
}

/** Whether another `use` could copy this one. */
function isInNamedDrawing(element: Element): boolean {
  for (
    let parent = element.parentNode;
    parent && 'attrs' in parent && parent.namespaceURI === names.NS.SVG;
    parent = parent.parentNode
  )
    if (valueOf(parent, 'id') !== '') return true;
  return valueOf(element, 'id') !== '';
}

function keepAttributes(element: Element, state: State): void {
  const { tagName, attrs } = element;
  const style = valueOf(element, 'style');
  const isVector = element.namespaceURI === names.NS.SVG;
  element.attrs = attrs.filter(({ name, value, prefix }) => {
    if (isVector && (name === 'href' || prefix === 'xlink')) return value.startsWith('#');
    // Images by their names would hide properties of the document, such as its body.
    if (name === 'name' && tagName !== 'a') return false;
    // The attributes of formulas were already filtered.
    const isDropped = isFormulaPart(element) ? name === 'style' : DROPPED.test(name);
    return !isDropped && !/url\s*\(\s*["']?(?!#|["'])/i.test(value);
  });
  const add = (name: string, value: string): void => void element.attrs.push({ name, value });
  if (style !== '') add('data-style', withImages(style, state, ''));
  if (tagName === 'img' || (isVector && tagName === 'image')) addImage(element, attrs, state);
  if (tagName !== 'a' && tagName !== 'area') return;
  const target = state.surroundings.link((attrs.find(({ name }) => name === 'href')?.value ?? '').trim());
  if (target === undefined) return;
  // Styles for links need an address; the real one could be looked up in advance.
  add('href', '#');
  add('data-href', target);
}

function addImage(element: Element, attrs: Element['attrs'], state: State): void {
  const address = attrs.find(({ name }) => name === 'src' || name === 'href')?.value ?? '';
  const first =
    attrs
      .find(({ name }) => name === 'srcset')
      ?.value.trim()
      .split(/[\s,]+/)[0] ?? '';
  const { name } = imageNamed(address || first, state, state.surroundings.name);
  if (name === undefined) state.lost += 1;
  else element.attrs.push({ name: 'data-image', value: name });
}
