const MAX_SHOWN = 12;

/** The warning about characters that no font has; none if there are none. */
export function missingGlyphs(missing: ReadonlySet<string>) {
  if (missing.size === 0) return [];
  const shown = [...missing].slice(0, MAX_SHOWN).join(' ');
  return [{ code: 'glyphs-missing', params: { characters: missing.size > MAX_SHOWN ? `${shown} …` : shown } } as const];
}
