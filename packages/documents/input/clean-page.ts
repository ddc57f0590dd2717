import { type DefaultTreeAdapterTypes, serialize } from 'parse5';
import { parsePage } from './web-page.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements that run scripts, load resources or send data. */
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
/** Maximum nesting accepted by `parsePage`. */
const MAX_DEPTH = 500;

/** Resolves an image URL of a page to a `data:` URL, or to nothing. */
export type PictureSource = (address: string) => string | undefined;

/**
 * The body of a page, made safe: it loads, runs and sends nothing. Images come from `pictureOf`; others are dropped and counted.
 * Errors: `too-large` for unreasonably deep nesting.
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
  if (!('tagName' in node) || depth > MAX_DEPTH || FORBIDDEN.has(node.tagName)) return false;
  node.attrs = node.attrs.filter(({ name, value }) => keepsAttribute(node.tagName, name, value));
  if (node.tagName === 'img' && !embed(node, state)) return false;
  clean(node, state, depth + 1);
  return true;
}

/** Drops styles that load resources and URLs that run scripts; links stay links. */
function keepsAttribute(tag: string, name: string, value: string): boolean {
  if (!KEPT.has(name)) return false;
  if (name === 'href') return /^\s*(?:https?|mailto|tel):/i.test(value) || value.startsWith('#');
  if (name === 'style') return !/url\s*\(|expression|@import|\\/i.test(value);
  return name !== 'src' || tag === 'img';
}

/** Embeds an image into its page. Returns whether there is one. */
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

/** The text of a page, one line per block. */
export function wordsOfHtml(html: string): string {
  const words: string[] = [];
  const visit = (node: Node, depth: number): void => {
    if (node.nodeName === '#text' && 'value' in node) words.push(node.value.replaceAll(/\s+/g, ' '));
    if (!('childNodes' in node) || depth > MAX_DEPTH || FORBIDDEN.has(node.nodeName)) return;
    const isBlock = BREAKS.has(node.nodeName);
    if (isBlock) words.push('\n');
    for (const child of node.childNodes) visit(child, depth + 1);
    if (isBlock) words.push('\n');
  };
  for (const node of parsePage(html).childNodes) visit(node, 0);
  return words
    .join('')
    .replaceAll(/(?:(?<![ \t])[ \t]+)?\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
