import { parse, serialize } from 'parse5';
import type { Writer } from './kinds.ts';

/** What code spans and blocks quote is not HTML in the document. */
const CODE = /^(`{3,}|~{3,})[\s\S]*?^\1|`[^`\n]*`/gm;
/** Elements whose content the program leaves out with them, where the target is no web page. */
const ELEMENT =
  /<(?:table|img|picture|h[1-6]|p|div|center|details|summary|ul|ol|dl|li|pre|code|kbd|sub|sup|b|strong|i|em|u|s|del|ins|mark|small|br|hr|a|span|blockquote|figure|font)\b[^>]*>/i;

/** Whether Markdown holds HTML that says something. */
export function holdsHtml(markdown: string): boolean {
  return ELEMENT.test(markdown.replaceAll(CODE, ''));
}

/**
 * The web page that such Markdown is on its way to other formats: the program reads HTML whole, but of HTML within Markdown only what a
 * web page could show.
 */
export const WEB_PAGE: Writer = {
  writer: 'html',
  mediaType: 'text/html',
  pictures: 'packed',
  template:
    '<html><head>$if(title)$<title>$title$</title>$endif$$for(author)$<meta name="author" content="$author$">$endfor$' +
    '$if(date)$<meta name="date" content="$date$">$endif$</head><body>$body$</body></html>',
};

export function normalised(page: Uint8Array): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(serialize(parse(new TextDecoder().decode(page))));
}
