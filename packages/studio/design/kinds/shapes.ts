import type { Palette } from '../palettes.ts';
import type { Random } from '../random.ts';
import { polygon, tag } from '../svg.ts';

type Ring = { readonly cx: number; readonly cy: number; readonly from: number; readonly to: number; readonly count: number };

/** Small shapes on a ring, as ornaments. */
export function scatterShapes(random: Random, { accents }: Palette, { cx, cy, from, to, count }: Ring): readonly string[] {
  const start = random.between(0, 360);
  return Array.from({ length: count }, (_, at) => {
    const angle = ((start + (at * 360) / count + random.between(-14, 14)) * Math.PI) / 180;
    const far = random.between(from, to);
    const [x, y, size] = [cx + Math.cos(angle) * far, cy + Math.sin(angle) * far, random.between(10, 20)];
    const fill = random.pick(accents);
    if (at % 3 === 0) return tag('circle', { cx: x, cy: y, r: size * 0.7, fill });
    if (at % 3 === 1) return tag('circle', { cx: x, cy: y, r: size * 0.8, fill: 'none', stroke: fill, 'stroke-width': 6 });
    return polygon(
      [
        [x, y - size],
        [x + size * 0.9, y + size * 0.6],
        [x - size * 0.9, y + size * 0.6],
      ],
      { fill },
    );
  });
}
