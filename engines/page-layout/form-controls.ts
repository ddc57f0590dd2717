import { type DefaultTreeAdapterTypes, html as names } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

const valueOf = ({ attrs }: Element, wanted: string): string | undefined => attrs.find(({ name }) => name === wanted)?.value;

const BOX = 'display:inline-block;border:1px solid #767676;padding:1px 4px;min-width:8em;min-height:1.2em;border-radius:2px';
const BUTTON = 'display:inline-block;border:1px solid #767676;padding:1px 8px;background:#efefef;border-radius:3px';

/** A form control as an element that looks like it, because browsers do not tell what is inside their own; others unchanged. */
export function formControl(element: Element): Element | undefined {
  switch (element.tagName) {
    case 'form':
    case 'fieldset':
      return { ...element, tagName: 'div', nodeName: 'div' };
    case 'button':
      return standIn(element, undefined, BUTTON);
    case 'textarea':
      return standIn(element, undefined, `${BOX};white-space:pre-wrap;min-height:3em`);
    case 'select':
      return standIn(element, chosenOption(element), BOX);
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
  if (type === 'checkbox') return standIn(element, isChecked ? '☑' : '☐', '');
  if (type === 'radio') return standIn(element, isChecked ? '◉' : '○', '');
  const isButton = type === 'submit' || type === 'button' || type === 'reset';
  const value = type === 'password' ? '' : (valueOf(element, 'value') ?? valueOf(element, 'placeholder') ?? '');
  return standIn(element, value, isButton ? BUTTON : BOX);
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
function standIn(element: Element, text: string | undefined, look: string): Element {
  const own = valueOf(element, 'style');
  const attrs = [
    ...element.attrs.filter(({ name }) => name === 'class' || name === 'id' || name === 'dir'),
    { name: 'style', value: own === undefined ? look : `${look};${own}` },
  ];
  const made: Element = { ...element, tagName: 'span', nodeName: 'span', namespaceURI: names.NS.HTML, attrs };
  if (text !== undefined) made.childNodes = [{ nodeName: '#text', value: text, parentNode: made }];
  return made;
}
