import type { DefaultTreeAdapterTypes } from 'parse5';
import { defaultTreeAdapter, html, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** An element of a web page: name, attributes and children in order; text as strings. */
export type HtmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (HtmlElement | string)[];
};

/** Deeper trees are cut off because they are walked recursively. */
const MAX_DEPTH = 400;

/** Parses a page like a browser: any input becomes a tree. */
export function parsePage(text: string): HtmlElement {
  return elementOf(parse(text), 0);
}

function elementOf(node: Node, depth: number): HtmlElement {
  const isElement = defaultTreeAdapter.isElementNode(node);
  const parent = isElement && node.tagName === 'template' && node.namespaceURI === html.NS.HTML ? undefined : node;
  const nodes: readonly Node[] = parent && 'childNodes' in parent && depth < MAX_DEPTH ? parent.childNodes : [];
  const children = nodes.flatMap((child): readonly (HtmlElement | string)[] => {
    if (defaultTreeAdapter.isTextNode(child)) return [child.value];
    return defaultTreeAdapter.isElementNode(child) ? [elementOf(child, depth + 1)] : [];
  });
  return {
    name: isElement ? node.tagName : '',
    attributes: new Map(isElement ? node.attrs.map(({ name, value }) => [name, value]) : []),
    children,
  };
}

export function elementsIn({ children }: HtmlElement): readonly HtmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** Returns the first descendant with this name. */
export function findElement(element: HtmlElement, name: string): HtmlElement | undefined {
  for (const child of elementsIn(element)) {
    const found = child.name === name ? child : findElement(child, name);
    if (found) return found;
  }
  return undefined;
}

export function textOf(element: HtmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** Yields every descendant in document order. */
export function* allElements(element: HtmlElement): Generator<HtmlElement> {
  for (const child of elementsIn(element)) {
    yield child;
    yield* allElements(child);
  }
}
