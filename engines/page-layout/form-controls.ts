import { type DefaultTreeAdapterTypes, html as names } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

const valueOf = ({ attrs }: Element, wanted: string): string | undefined => attrs.find(({ name }) => name === wanted)?.value;

/** Attribute whose value names the look of a control. */
const LOOK = 'data-control';
type Look = 'box' | 'area' | 'button' | 'mark';

/** How browsers draw controls, before the styles of the document, which may change or hide them. */
export const CONTROL_STYLE = `
[${LOOK}] { display: inline-block; }
[${LOOK}="group"] { display: block; border: 1px solid #767676; padding: 0.35em 0.75em 0.6em; margin: 0 2px; }
[${LOOK}="box"], [${LOOK}="area"] { border: 1px solid #767676; padding: 1px 4px; min-width: 8em; min-height: 1.2em; border-radius: 2px; }
[${LOOK}="area"] { white-space: pre-wrap; min-height: 3em; }
[${LOOK}][hidden] { display: none; }
[${LOOK}="button"] { border: 1px solid #767676; padding: 1px 8px; background: #efefef; border-radius: 3px; }
`;

/** A form control as an element that looks like it, because browsers do not tell what is inside their own; others unchanged. */
export function formControl(element: Element): Element | undefined {
  switch (element.tagName) {
    case 'form':
      return { ...element, tagName: 'div', nodeName: 'div' };
    case 'fieldset':
      return { ...element, tagName: 'div', nodeName: 'div', attrs: [...element.attrs, { name: LOOK, value: 'group' }] };
    case 'button':
      return standIn(element, undefined, 'button');
    case 'textarea':
      return standIn(element, undefined, 'area');
    case 'select':
      return standIn(element, chosenOption(element), 'box');
    case 'input':
      return input(element);
    default:
      return element;
  }
}

function input(element: Element): Element | undefined {
  const type = (valueOf(element, 'type') ?? 'text').toLowerCase();
  if (type === 'hidden' || type === 'image' || type === 'file') return undefined;
  const isChecked = valueOf(element, 'checked') !== undefined;
  if (type === 'checkbox') return standIn(element, isChecked ? '☑' : '☐', 'mark');
  if (type === 'radio') return standIn(element, isChecked ? '◉' : '○', 'mark');
  const isButton = type === 'submit' || type === 'button' || type === 'reset';
  const value = type === 'password' ? '' : (valueOf(element, 'value') ?? valueOf(element, 'placeholder') ?? '');
  return standIn(element, value, isButton ? 'button' : 'box');
}

function chosenOption(select: Element): string {
  const options = select.childNodes.filter((node): node is Element => node.nodeName === 'option');
  const chosen = options.find((option) => valueOf(option, 'selected') !== undefined) ?? options[0];
  return (
    chosen?.childNodes
      .map((node) => ('value' in node ? node.value : ''))
      .join('')
      .trim() ?? ''
  );
}

/** @param text replaces the content */
function standIn(element: Element, text: string | undefined, look: Look): Element {
  const attrs = [
    ...element.attrs.filter(({ name }) => /^(?:class|id|dir|style|hidden)$/.test(name)),
    { name: LOOK, value: look },
  ];
  const made: Element = { ...element, tagName: 'span', nodeName: 'span', namespaceURI: names.NS.HTML, attrs };
  if (text !== undefined) made.childNodes = [{ nodeName: '#text', value: text, parentNode: made }];
  return made;
}
