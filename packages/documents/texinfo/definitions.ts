import { wordsIn } from './braces.ts';

/** Category of a definition, if its command implies it, and whether a type or class precedes the name. */
const KINDS: Readonly<Record<string, { readonly category?: string; readonly before?: 'type' | 'class' | 'class-and-type' }>> = {
  deffn: {},
  defun: { category: 'Function' },
  defmac: { category: 'Macro' },
  defspec: { category: 'Special Form' },
  defvr: {},
  defvar: { category: 'Variable' },
  defopt: { category: 'User Option' },
  deftypefn: { before: 'type' },
  deftypefun: { category: 'Function', before: 'type' },
  deftypevr: { before: 'type' },
  deftypevar: { category: 'Variable', before: 'type' },
  defcv: { before: 'class' },
  defivar: { category: 'Instance Variable', before: 'class' },
  deftypecv: { before: 'class-and-type' },
  deftypeivar: { category: 'Instance Variable', before: 'class-and-type' },
  defop: { before: 'class' },
  defmethod: { category: 'Method', before: 'class' },
  deftypeop: { before: 'class-and-type' },
  deftypemethod: { category: 'Method', before: 'class-and-type' },
  deftp: {},
};

/** The first line of a definition: `Category: type name arguments`. */
export function definitionHead(command: string, line: string, words: (text: string) => string): string {
  const kind = KINDS[command] ?? {};
  const given = [...wordsIn(line)];
  const category = kind.category ?? given.shift() ?? '';
  const before = kind.before === undefined ? [] : given.splice(0, kind.before === 'class-and-type' ? 2 : 1);
  const [name = '', ...rest] = given;
  const isTyped = kind.before === 'type' || kind.before === 'class-and-type';
  const head = [isTyped ? `<code>${words(before.join(' '))}</code>` : '', `<strong><code>${words(name)}</code></strong>`];
  const where = kind.before === 'class' ? ` of ${words(before.join(' '))}` : '';
  const tail = rest.length === 0 ? '' : isTyped ? `<code>${words(rest.join(' '))}</code>` : `<em>${words(rest.join(' '))}</em>`;
  return `${words(category)}${where}: ${[...head, tail].filter((part) => part !== '').join(' ')}`;
}
