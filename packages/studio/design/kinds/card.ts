import { mix, readable } from '../colour.ts';
import { GREETINGS } from '../prompt/lexicon-table.ts';
import { addGround, tag } from '../svg.ts';
import { iconOf, placed } from '../vectors/icon.ts';
import { centred, nameOf } from './lettering.ts';
import type { Job, Shown } from './studio.ts';

/** A greeting card: paper with a border, things above and words below. */
export function drawCard(job: Job): Shown {
  const { canvas, brief, palette, emoji } = job;
  const { width, height, random } = canvas;
  const texts = brief.texts.length > 0 ? brief.texts : nameOf(job);
  const greeting = brief.occasion && GREETINGS[brief.occasion.name];
  const own = brief.items.flatMap(({ thing, count, colour }) =>
    Array.from({ length: count }, () => iconOf(emoji, thing.icon, colour?.name)),
  );
  const icons = own.length > 0 ? own : greeting ? [iconOf(emoji, greeting.icon)] : [];
  addGround(canvas, mix(palette.accents[0], palette.ground, 0.55));
  const inset = 56;
  const paper = readable(palette.ink, [palette.ground, '#fffdf8']);
  canvas.add(tag('rect', { x: inset, y: inset, width: width - inset * 2, height: height - inset * 2, rx: 44, fill: paper }));
  canvas.add(
    tag('rect', {
      x: inset + 26,
      y: inset + 26,
      width: width - inset * 2 - 52,
      height: height - inset * 2 - 52,
      rx: 28,
      fill: 'none',
      stroke: palette.accents[1],
      'stroke-width': 4,
      'stroke-dasharray': '2 16',
      'stroke-linecap': 'round',
    }),
  );
  canvas.add(...confetti(job, inset + 52));
  const art = icons.length === 0 ? 0 : Math.min(300, height * 0.3);
  const row = icons.slice(0, 7);
  const each = Math.min(art, (width - inset * 2 - 220) / Math.max(1, row.length) - 14);
  row.forEach((icon, at) => {
    const scale = each / Math.max(icon.box.width, icon.box.height);
    const lift = Math.abs(at - (row.length - 1) / 2) * 12;
    const place = {
      x: width / 2 + (at - (row.length - 1) / 2) * (each + 14),
      y: height * 0.22 + art * 0.82 + lift,
      scale,
      turned: row.length > 1 ? random.between(-6, 6) : 0,
    };
    canvas.add(placed(icon, place, canvas.nextId()));
  });
  const top = icons.length === 0 ? inset + 110 : height * 0.22 + art + 40;
  const face = random.chance(0.5) ? 'serif' : 'bold';
  centred(
    job,
    texts,
    { x: inset + 110, y: top, width: width - inset * 2 - 220, height: height - top - inset - 100 },
    face,
    palette.ink,
  );
  return { items: true, texts, more: own.length === 0 && greeting && brief.occasion ? [brief.occasion.term] : [] };
}

/** Small shapes along the border. */
function confetti({ canvas, palette }: Job, inset: number): string[] {
  const { width, height, random } = canvas;
  return Array.from({ length: 34 }, (_, at) => {
    const along = random.between(0, 1);
    const depth = random.between(0, 30);
    const [x, y] = (
      [
        [inset + along * (width - inset * 2), inset + depth],
        [inset + along * (width - inset * 2), height - inset - depth],
        [inset + depth, inset + along * (height - inset * 2)],
        [width - inset - depth, inset + along * (height - inset * 2)],
      ] as const
    )[at % 4] ?? [0, 0];
    const colour = random.pick(palette.accents);
    if (at % 3 === 0) return tag('circle', { cx: x, cy: y, r: random.between(5, 10), fill: colour });
    return tag('rect', {
      x: -8,
      y: -4,
      width: 18,
      height: 8,
      rx: 4,
      fill: colour,
      transform: `translate(${Math.round(x)} ${Math.round(y)}) rotate(${random.below(180)})`,
    });
  });
}
