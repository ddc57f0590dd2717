/** The land of each place: below the sky, behind the things. */
import { mix } from '../colour.ts';
import type { Place } from '../prompt/brief.ts';
import { hill, tag } from '../svg.ts';
import { city, room, sky, space } from './places.ts';
import type { Setting } from './setting.ts';
import { grassOf, ground, type Land, range, result, ridge, trees } from './terrain.ts';
import { lake, sea, underwater } from './waters.ts';

const field: Land = (setting) => {
  const { canvas, horizon, lit, season } = setting;
  const { random, width, height } = canvas;
  const colour = grassOf(setting);
  ground(setting, colour);
  const petals = season === 'winter' ? [] : ['#ffffff', '#ffd84d', '#ff9db8'];
  const tufts = Array.from({ length: 26 }, (_, at) => {
    const [x, y] = [random.between(0, width), random.between(horizon + (height - horizon) * 0.45, height)];
    const petal = petals[at % 3];
    return petal ? tag('circle', { cx: x, cy: y, r: random.between(4, 8), fill: lit(petal) }) : '';
  });
  canvas.add(...tufts);
  return result(setting, horizon + (height - horizon) * 0.55);
};

const forest: Land = (setting) => {
  const { canvas, horizon } = setting;
  const { height } = canvas;
  const depth = height - horizon;
  const tall = Math.min(height * 0.5, canvas.width * 0.55);
  const colour = grassOf(setting);
  trees(setting, horizon + 14, tall * 0.8, 15, 0.75);
  canvas.add(hill(canvas, range(setting, horizon + 4, 12, 2), setting.lit(colour, 0.5)));
  trees(setting, horizon + depth * 0.16, tall, 9, 0.35);
  canvas.add(hill(canvas, range(setting, horizon + depth * 0.15, 16, 3), setting.lit(mix(colour, '#1f4a3a', 0.12), 0.1)));
  return result(setting, horizon + depth * 0.58);
};

const mountains: Land = (setting) => {
  const { horizon, canvas } = setting;
  ridge(setting, horizon, canvas.height * 0.36, 0.7, true);
  ridge(setting, horizon + 10, canvas.height * 0.24, 0.35, false);
  return field(setting);
};

const desert: Land = (setting) => {
  ground(setting, '#e8b565');
  const { horizon, canvas } = setting;
  return result(setting, horizon + (canvas.height - horizon) * 0.55);
};

const snowfield: Land = (setting) => {
  const winter: Setting = { ...setting, season: 'winter' };
  trees(winter, winter.horizon + 16, winter.canvas.height * 0.26, 9, 0.55);
  ground(winter, '#f2f7fc');
  return result(winter, winter.horizon + (winter.canvas.height - winter.horizon) * 0.55);
};

export const LANDS: Readonly<Record<Place, Land>> = {
  field,
  forest,
  mountains,
  sea,
  beach: (setting) => sea({ ...setting, shore: true }),
  lake,
  city,
  desert,
  snowfield,
  space,
  underwater,
  sky,
  room,
};
