/**
 * Name of a result: the input's name up to its last dot, a label if one input gives several results, and the new extension. A
 * leading dot starts a name, not an extension. Hangul is composed (NFC), whatever system the name comes from.
 */
export function outputName(inputName: string, extension: string, label?: string): string {
  const name = inputName.normalize('NFC');
  const dot = name.lastIndexOf('.');
  const base = dot > 0 ? name.slice(0, dot) : name;
  return `${base}${label ? `-${label}` : ''}.${extension}`;
}

/** The name, with " (2)", " (3)" … before its extension if it is taken. Ignores letter case. */
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
