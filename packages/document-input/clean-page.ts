import { type DefaultTreeAdapterTypes, serialize } from 'parse5';
import { parsePage } from './web-page.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements that run, load or send. */
const FORBIDDEN: ReadonlySet<string> = new Set(
  'script iframe frame frameset object embed applet base link meta form input button select textarea noscript template svg math audio video source track style title'.split(
    ' ',
  ),
);
const KEPT: ReadonlySet<string> = new Set(
  'href src alt title width height align valign bgcolor color face size border cellpadding cellspacing colspan rowspan style dir lang start type'.split(
    ' ',
  ),
);
/** What `parsePage` lets through. */
const MOST_DEPTH = 500;

/** Where a picture of a page is, by the address it names: a `data:` address, or nowhere. */
export type PictureSource = (address: string) => string | undefined;

/**
 * The body of a page that loads, runs and sends nothing: pictures are what `pictureOf` gives, the others are left out and counted.
 * Errors: `too-large` for elements nested deeper than any page has.
 */
export function cleanPage(html: string, pictureOf: PictureSource): { readonly html: string; readonly dropped: number } {
  const document = parsePage(html);
  const state = { dropped: 0, pictureOf };
  const root = document.childNodes.find((node): node is Element => node.nodeName === 'html');
  const body = root?.childNodes.find((node): node is Element => node.nodeName === 'body');
  if (!body) return { html: '', dropped: 0 };
  clean(body, state, 0);
  return { html: serialize(body), dropped: state.dropped };
}

type State = { dropped: number; readonly pictureOf: PictureSource };

function clean(parent: Element, state: State, depth: number): void {
  parent.childNodes = parent.childNodes.filter((node) => keeps(node, state, depth));
}

function keeps(node: Node, state: State, depth: number): boolean {
  if (node.nodeName === '#text') return true;
  if (!('tagName' in node) || depth > MOST_DEPTH || FORBIDDEN.has(node.tagName)) return false;
  node.attrs = node.attrs.filter(({ name, value }) => keepsAttribute(node.tagName, name, value));
  if (node.tagName === 'img' && !embed(node, state)) return false;
  clean(node, state, depth + 1);
  return true;
}

/** Styles that load something, and addresses that run something, go; links stay links. */
function keepsAttribute(tag: string, name: string, value: string): boolean {
  if (!KEPT.has(name)) return false;
  if (name === 'href') return /^\s*(?:https?|mailto|tel):/i.test(value) || value.startsWith('#');
  if (name === 'style') return !/url\s*\(|expression|@import|\\/i.test(value);
  return name !== 'src' || tag === 'img';
}

/** Puts a picture into its page. Answers whether there is one. */
function embed(image: Element, state: State): boolean {
  const source = image.attrs.find(({ name }) => name === 'src');
  const address = source?.value.trim() ?? '';
  if (/^data:image\/(?:png|jpeg|gif|webp);/i.test(address)) return true;
  const picture = state.pictureOf(address);
  if (!source || picture === undefined) {
    state.dropped += 1;
    return false;
  }
  source.value = picture;
  return true;
}

const BREAKS: ReadonlySet<string> = new Set('br p div tr li h1 h2 h3 h4 h5 h6 table ul ol hr blockquote pre'.split(' '));

/** The words of a page, a line a block. */
export function wordsOfHtml(html: string): string {
  const words: string[] = [];
  const visit = (node: Node, depth: number): void => {
    if (node.nodeName === '#text' && 'value' in node) words.push(node.value.replaceAll(/\s+/g, ' '));
    if (!('childNodes' in node) || depth > MOST_DEPTH || FORBIDDEN.has(node.nodeName)) return;
    const isBlock = BREAKS.has(node.nodeName);
    if (isBlock) words.push('\n');
    for (const child of node.childNodes) visit(child, depth + 1);
    if (isBlock) words.push('\n');
  };
  for (const node of parsePage(html).childNodes) visit(node, 0);
  return words
    .join('')
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
