/** Sea, lake and the world under water. */
import { gradient, hill, polygon, tag } from '../svg.ts';
import type { Setting } from './setting.ts';
import { grassOf, type Land, range, result, ridge } from './terrain.ts';

/** Water with waves and the light of the sky. */
function water(setting: Setting, top: number, bottom: number): void {
  const { canvas, lit } = setting;
  const { random, width } = canvas;
  canvas.add(
    tag('rect', {
      y: top,
      width,
      height: bottom - top,
      fill: gradient(canvas, [lit('#6fc3e0', 0.35), lit('#2f8fc4'), lit('#1c6aa3')]),
    }),
  );
  const rows = 9;
  for (let row = 0; row < rows; row++) {
    const y = top + ((row + 0.6) / rows) ** 1.4 * (bottom - top);
    for (let at = 0; at < 4; at++) {
      const length = (30 + row * 14) * random.between(0.6, 1.3);
      canvas.add(
        tag('rect', {
          x: random.between(-0.05, 0.95) * width,
          y,
          width: length,
          height: 3 + row * 0.6,
          rx: 4,
          fill: '#ffffff',
          opacity: 0.3,
        }),
      );
    }
  }
}

export const sea: Land = (setting) => {
  const { canvas, horizon, shore, lit } = setting;
  const { height } = canvas;
  const depth = height - horizon;
  water(setting, horizon, height);
  if (!shore) return result(setting, horizon + depth * 0.5, { water: horizon + depth * 0.42 });
  const y = horizon + depth * 0.5;
  canvas.add(
    hill(canvas, range(setting, y - 12, 14, 2), lit('#f9f3dd')),
    hill(canvas, range(setting, y + 6, 14, 2), lit('#eed9a4')),
  );
  return result(setting, horizon + depth * 0.76, { water: horizon + depth * 0.2 });
};

export const lake: Land = (setting) => {
  const { canvas, horizon, lit } = setting;
  const { height, width } = canvas;
  const depth = height - horizon;
  ridge(setting, horizon, height * 0.26, 0.6, true);
  canvas.add(hill(canvas, range(setting, horizon - 4, 14, 3), lit(grassOf(setting), 0.5)));
  water(setting, horizon + depth * 0.08, horizon + depth * 0.62);
  canvas.add(
    hill(
      canvas,
      [
        [0, horizon + depth * 0.48],
        [width * 0.5, horizon + depth * 0.64],
        [width, horizon + depth * 0.52],
      ],
      lit(grassOf(setting)),
    ),
  );
  return result(setting, horizon + depth * 0.78, { water: horizon + depth * 0.32 });
};

export const underwater: Land = (setting) => {
  const { canvas } = setting;
  const { random, width, height } = canvas;
  canvas.add(tag('rect', { width, height, fill: gradient(canvas, ['#4fc3dd', '#1f86bd', '#0f4c86']) }));
  for (let ray = 0; ray < 5; ray++) {
    const x = width * random.between(0, 1);
    canvas.add(
      polygon(
        [
          [x, 0],
          [x + 70, 0],
          [x - 60, height],
          [x - 260, height],
        ],
        { fill: '#ffffff', opacity: 0.07 },
      ),
    );
  }
  for (let bubble = 0; bubble < 26; bubble++)
    canvas.add(
      tag('circle', {
        cx: random.between(0, width),
        cy: random.between(0, height * 0.9),
        r: random.between(4, 16),
        fill: '#ffffff',
        opacity: 0.22,
      }),
    );
  const sand = height * 0.86;
  for (let weed = 0; weed < 12; weed++) {
    const [x, tall] = [random.between(0, width), random.between(0.08, 0.24) * height];
    const d = `M${x} ${sand + 50}C${x - 40} ${sand - tall * 0.3} ${x + 44} ${sand - tall * 0.6} ${x} ${sand - tall}`;
    canvas.add(
      tag('path', {
        d,
        fill: 'none',
        stroke: random.pick(['#1f9e7a', '#2fbf8f', '#e0637c']),
        'stroke-width': 17,
        'stroke-linecap': 'round',
        opacity: 0.85,
      }),
    );
  }
  canvas.add(hill(canvas, range(setting, sand, 18, 3), '#e6cf95'));
  return { horizon: height * 0.5, floor: height * 0.74, floating: true, dark: true, top: '#4fc3dd', shadow: '#0c3a63' };
};
