/**
 * Name of a result: the input's up to its last dot, a label where one input gives several results, the new extension.
 * A leading dot begins a name, not an extension. Hangul comes out composed (NFC), whatever system the name is from.
 */
export function outputName(inputName: string, extension: string, label?: string): string {
  const name = inputName.normalize('NFC');
  const dot = name.lastIndexOf('.');
  const base = dot > 0 ? name.slice(0, dot) : name;
  return `${base}${label ? `-${label}` : ''}.${extension}`;
}

/** The name, or with " (2)", " (3)" … before its extension if it is taken. Letter case does not tell names apart. */
export function withoutCollision(name: string, taken: ReadonlySet<string>): string {
  const held = new Set([...taken].map((other) => other.toLowerCase()));
  if (!held.has(name.toLowerCase())) return name;
  const dot = name.lastIndexOf('.');
  const [base, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let count = 2; ; count++) {
    const next = `${base} (${count})${end}`;
    if (!held.has(next.toLowerCase())) return next;
  }
}
