import { parsePage } from '@bakkum/document-input/web-page';
import { type DefaultTreeAdapterTypes, serialize } from 'parse5';
import type { Attachment, Message } from './message.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** `dropped`: pictures that lie outside the mail, which nothing fetches, or that it lacks. */
export type Page = { readonly page: string; readonly dropped: number };

/** A mail as a web page that loads nothing: pictures of its own are in it, others are left out. */
export function htmlOf(message: Message): Page {
  const body =
    message.html === undefined ? { html: plainToHtml(message.text ?? ''), dropped: 0 } : cleaned(message.html, message);
  const rows = headerRows(message).map(([name, value]) => `<tr><th>${escape(name)}</th><td>${escape(value)}</td></tr>`);
  const head = `<meta charset="utf-8"><title>${escape(message.subject)}</title>`;
  const page = `<!DOCTYPE html>\n<html><head>${head}</head><body>\n<h1>${escape(message.subject)}</h1>\n<table>${rows.join('')}</table>\n<hr>\n${body.html}\n</body></html>\n`;
  return { page, dropped: body.dropped };
}

/** What a mail says of itself, in the words mails themselves use. */
export function headerRows({ from, to, cc, date, attachments, html = '' }: Message): readonly (readonly [string, string])[] {
  const loose = attachments.filter(({ contentId }) => contentId === undefined || !html.includes(`cid:${contentId}`));
  const rows: readonly (readonly [string, string])[] = [
    ['From', from],
    ['To', to],
    ['Cc', cc],
    ['Date', date?.toISOString().replace('.000Z', 'Z') ?? ''],
    ['Attachments', loose.map(({ name }) => name).join(', ')],
  ];
  return rows.filter(([, value]) => value !== '');
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const plainToHtml = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n');

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

function cleaned(html: string, { attachments }: Message): { readonly html: string; readonly dropped: number } {
  const document = parsePage(html);
  const state = { dropped: 0, pictures: picturesIn(attachments) };
  const root = document.childNodes.find((node): node is Element => node.nodeName === 'html');
  const body = root?.childNodes.find((node): node is Element => node.nodeName === 'body');
  if (!body) return { html: '', dropped: 0 };
  clean(body, state, 0);
  return { html: serialize(body), dropped: state.dropped };
}

type State = { dropped: number; readonly pictures: ReadonlyMap<string, Attachment> };

const picturesIn = (attachments: readonly Attachment[]): ReadonlyMap<string, Attachment> =>
  new Map(attachments.flatMap((each) => (each.contentId === undefined ? [] : [[each.contentId, each] as const])));

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

/** Puts a picture of the mail into it. Answers whether there is one. */
function embed(image: Element, state: State): boolean {
  const source = image.attrs.find(({ name }) => name === 'src');
  const address = source?.value.trim() ?? '';
  if (/^data:image\/(?:png|jpeg|gif|webp);/i.test(address)) return true;
  const picture = /^cid:/i.test(address) ? state.pictures.get(decoded(address.slice(4))) : undefined;
  if (!source || !picture) {
    state.dropped += 1;
    return false;
  }
  source.value = `data:${picture.mediaType};base64,${base64(picture.bytes)}`;
  return true;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 32_768) parts.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  return btoa(parts.join(''));
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
