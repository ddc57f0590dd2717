import { drawBackdrop } from '../scene/backdrop.ts';
import { buildClusters } from '../scene/cluster.ts';
import type { Backdrop } from '../scene/setting.ts';
import { stageClusters } from '../scene/stage.ts';
import { drawFall } from '../scene/weather.ts';
import type { Box } from '../svg.ts';
import { iconOf } from '../vectors/icon.ts';
import { habitatOf } from '../vectors/sizes-table.ts';
import type { Job, Shown } from './studio.ts';

export function drawScene(job: Job): Shown {
  const { canvas } = job;
  drawStage(job, { x: 0, y: canvas.height * 0.04, width: canvas.width, height: canvas.height * 0.96 });
  const { place, time, season, weathers } = job.brief;
  const hasPalette = place?.name === 'room' || place?.name === 'space';
  const isLandscape = !hasPalette && Boolean(place ?? time ?? season ?? weathers[0]);
  return { items: true, setting: true, colours: !isLandscape };
}

/** A backdrop with the things of the brief in an area. @param underText keeps the sky clear */
export function drawStage({ canvas, brief, palette, emoji }: Job, area: Box, underText = false): Backdrop {
  const { items, links } = brief;
  const isLinked = (at: number): boolean => links.some(({ subject }) => subject === at);
  const needsShore = items.some(({ thing }, at) => habitatOf(thing.icon) === 'land' && !isLinked(at));
  const backdrop = canvas.behind(() => drawBackdrop(canvas, brief, palette, { needsShore, underText }));
  const icons = items.map(({ thing, colour }) => iconOf(emoji, thing.icon, colour?.name));
  const clusters = buildClusters(items, links, icons, canvas.random);
  stageClusters(canvas, clusters, backdrop, area);
  canvas.behind(() => drawFall(canvas, brief));
  return backdrop;
}
