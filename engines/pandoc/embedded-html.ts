import { parse, serialize } from 'parse5';
import type { Writer } from './kinds.ts';
import { withoutCode } from './markdown-code.ts';

/** Elements that the program drops with their content if the target is not a web page. */
const ELEMENT =
  /<(?:table|img|picture|h[1-6]|p|div|center|details|summary|ul|ol|dl|li|pre|code|kbd|sub|sup|b|strong|i|em|u|s|del|ins|mark|small|br|hr|a|span|blockquote|figure|font)\b[^<>]*>/i;

/** Whether Markdown contains significant HTML. */
export function holdsHtml(markdown: string): boolean {
  return ELEMENT.test(withoutCode(markdown));
}

/**
 * Intermediate web page for Markdown with HTML: the program reads HTML documents completely, but HTML within Markdown only as far
 * as a web page could show it.
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
