import { ConversionError } from '@bakkum/conversion/errors';
import { type DefaultTreeAdapterTypes, html as names } from 'parse5';
import { inAlphabet } from './letter-styles.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const TOKENS: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'mtext', 'ms']);
/** Elements that every browser lays out (MathML Core). */
const LAID_OUT: ReadonlySet<string> = new Set([
  ...TOKENS,
  ...['math', 'mrow', 'mspace', 'mfrac', 'msqrt', 'mroot', 'mstyle', 'merror', 'mpadded', 'mphantom'],
  ...['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts', 'none'],
  ...['mtable', 'mtr', 'mtd'],
]);
/** The formula in another language, and elements that hold markup of other kinds. */
const DROPPED: ReadonlySet<string> = new Set(['annotation', 'annotation-xml', 'mglyph', 'malignmark']);
/** Attributes of formulas that say how they look. */
const KEPT =
  /^(?:class|id|dir|lang|style|display|displaystyle|scriptlevel|math(?:variant|size|color|background)|linethickness|form|stretchy|largeop|movablelimits|symmetric|accent|accentunder|[lr]space|(?:min|max)size|width|height|depth|voffset|columnspan|rowspan)$/;
const INVISIBLE_OPERATOR = /^[\u2061-\u2064]$/;

export const isFormulaPart = ({ namespaceURI }: Element): boolean => namespaceURI === names.NS.MATHML;

/**
 * A part of a formula as an element that every browser lays out, or nothing if it is not shown. Letters get the characters of their
 * alphabet, because browsers replace them only when they paint. Errors: `unsupported-feature` for formulas that say what they mean
 * instead of how they look.
 */
export function formulaPart(element: Element): Element | undefined {
  const { tagName } = element;
  if (DROPPED.has(tagName)) return undefined;
  const plain = { ...element, attrs: element.attrs.filter(({ name }) => KEPT.test(name)) };
  if (TOKENS.has(tagName)) return token(plain);
  if (LAID_OUT.has(tagName)) return plain;
  if (tagName === 'semantics' || tagName === 'maction') return row(plain, elementsIn(plain).slice(0, 1));
  if (tagName === 'menclose') return row(plain, plain.childNodes);
  if (tagName === 'mlabeledtr') return { ...row(plain, elementsIn(plain).slice(1)), tagName: 'mtr', nodeName: 'mtr' };
  if (tagName === 'mfenced') return row(plain, fenced(element));
  throw new ConversionError('unsupported-feature', `formulas with ${tagName}`);
}

const valueOf = ({ attrs }: Element, wanted: string): string | undefined => attrs.find(({ name }) => name === wanted)?.value;

const elementsIn = ({ childNodes }: Element): readonly Element[] =>
  childNodes.filter((node): node is Element => 'tagName' in node);

function row(element: Element, childNodes: readonly Node[]): Element {
  return { ...element, tagName: 'mrow', nodeName: 'mrow', childNodes: [...childNodes] };
}

function token(element: Element): Element {
  const text = textOf(element);
  const isOne = element.tagName === 'mi' && [...text].length === 1;
  const variant = valueOf(element, 'mathvariant') ?? (isOne ? 'italic' : 'normal');
  if (element.tagName === 'mo') {
    if (INVISIBLE_OPERATOR.test(text)) return row(element, []);
    if (text === '-') return withText(element, '−');
  }
  if (variant === 'normal') return element;
  const attrs = element.attrs.filter(({ name }) => name !== 'mathvariant');
  return withText({ ...element, attrs }, undefined, variant);
}

const textOf = ({ childNodes }: Element): string =>
  childNodes
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
    .trim();

/** @param text replaces the content; otherwise its letters change to those of an alphabet */
function withText(element: Element, text: string | undefined, variant = 'normal'): Element {
  const made = { ...element };
  made.childNodes =
    text === undefined
      ? element.childNodes.map((node) =>
          node.nodeName === '#text' && 'value' in node ? { ...node, value: inAlphabet(node.value, variant) } : node,
        )
      : [{ nodeName: '#text', value: text, parentNode: made }];
  return made;
}

/** Arguments between fences, with separators (MathML 3, 3.3.8). */
function fenced(element: Element): readonly Node[] {
  const separators = [...(valueOf(element, 'separators') ?? ',').replaceAll(/\s/g, '')];
  const inside = elementsIn(element).flatMap((argument, index): readonly Node[] => {
    const separator = index === 0 ? undefined : (separators[index - 1] ?? separators.at(-1));
    return separator === undefined ? [argument] : [operator(element, separator, 'infix'), argument];
  });
  const fence = (name: 'open' | 'close', usual: string, form: string): readonly Node[] => {
    const text = (valueOf(element, name) ?? usual).trim();
    return text === '' ? [] : [operator(element, text, form)];
  };
  return [...fence('open', '(', 'prefix'), ...inside, ...fence('close', ')', 'postfix')];
}

function operator(around: Element, text: string, form: string): Element {
  const made = { ...around, tagName: 'mo', nodeName: 'mo', attrs: [{ name: 'form', value: form }] };
  return withText(made, text);
}
