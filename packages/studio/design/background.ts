import { BACKGROUND_GROUP, REMOVED_BACKGROUND } from '@bakkum/studio-options/design-background';

/** The drawing of a design without its background. */
export function withoutBackground(svg: string): string {
  const from = svg.indexOf(BACKGROUND_GROUP);
  if (from === -1) return svg;
  return svg.slice(0, from) + REMOVED_BACKGROUND + withoutBackground(svg.slice(endOfGroup(svg, from)));
}

/** Where the group that begins here ends. */
function endOfGroup(svg: string, from: number): number {
  let depth = 0;
  for (const { 0: found, index } of svg.slice(from).matchAll(/<g\b[^>]*>|<\/g>/g)) {
    if (found.endsWith('/>')) continue;
    depth += found === '</g>' ? -1 : 1;
    if (depth === 0) return from + index + found.length;
  }
  throw new RangeError('a group has no end');
}
