import { ConversionError } from '@bakkum/conversion/errors';
import { argumentsOf, bracedAt } from './braces.ts';

export type Macro = { readonly parameters: readonly string[]; readonly body: string };

/** A manual of a thousand pages has three million characters. */
const MAX_TEXT = 16_000_000;
const MAX_ROUNDS = 20;

/** Expands the macros of a document, including nested ones. Errors: `too-complex` for endless expansion. */
export function expandMacros(text: string, macros: ReadonlyMap<string, Macro>): string {
  if (macros.size === 0) return text;
  let expanded = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = expandOnce(expanded, macros);
    if (next === expanded) return next;
    if (next.length > MAX_TEXT) throw new ConversionError('too-complex', `macros make more than ${MAX_TEXT} characters`);
    expanded = next;
  }
  return expanded;
}

function expandOnce(text: string, macros: ReadonlyMap<string, Macro>): string {
  const parts: string[] = [];
  let length = 0;
  let kept = 0;
  const command = /@([a-zA-Z][\w-]*)/g;
  for (let found = command.exec(text); found; found = command.exec(text)) {
    const macro = macros.get(found[1] ?? '');
    if (!macro || text[found.index - 1] === '@') continue;
    const { given, next } = argumentsAt(text, command.lastIndex, macro);
    const body = filled(macro, given);
    parts.push(text.slice(kept, found.index), body);
    length += body.length;
    if (length > MAX_TEXT) throw new ConversionError('too-complex', `macros make more than ${MAX_TEXT} characters`);
    kept = next;
    command.lastIndex = next;
  }
  return [...parts, text.slice(kept)].join('');
}

type Given = { readonly given: readonly string[]; readonly next: number };

/** Arguments in braces, or the rest of the line for a macro with one argument. */
function argumentsAt(text: string, at: number, { parameters }: Macro): Given {
  const [space = ''] = /^[ \t]*/.exec(text.slice(at, at + 80)) ?? [];
  const braces = bracedAt(text, at + space.length);
  if (braces) {
    const given = parameters.length === 1 ? [braces.content] : argumentsOf(braces.content);
    return { given, next: braces.next };
  }
  if (parameters.length !== 1) return { given: [], next: at };
  const end = text.indexOf('\n', at);
  const next = end < 0 ? text.length : end;
  return { given: [text.slice(at, next).trim()], next };
}

function filled({ parameters, body }: Macro, given: readonly string[]): string {
  return body.replaceAll(/\\([\w-]*)\\/g, (whole, name: string) => {
    if (name === '') return '\\';
    const index = parameters.indexOf(name);
    return index < 0 ? whole : (given[index] ?? '');
  });
}
