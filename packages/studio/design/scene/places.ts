/** Places without hills: city, space, sky and a room. */
import { mix } from '../colour.ts';
import { type Canvas, fill, glow, gradient, tag } from '../svg.ts';
import type { Setting } from './setting.ts';
import { type Land, result } from './terrain.ts';
import { starfield } from './weather.ts';

function skyline(setting: Setting, y: number, tall: number, count: number, distance: number): void {
  const { canvas, time, lit } = setting;
  const { random, width } = canvas;
  const each = width / count;
  const lights = time === 'night' || time === 'sunset';
  for (let at = 0; at < count; at++) {
    const [x, wide, high] = [at * each, each * random.between(0.84, 1.02), tall * random.between(0.45, 1)];
    const colour = lit(random.pick(['#8293b8', '#a08fb5', '#7fa3b4', '#b59a8f']), distance);
    canvas.add(tag('rect', { x, y: y - high, width: wide, height: high + 60, fill: colour }));
    if (random.chance(0.3)) canvas.add(tag('rect', { x: x + wide * 0.46, y: y - high - 34, width: 5, height: 36, fill: colour }));
    const columns = Math.max(2, Math.round(wide / 34));
    const windows: string[] = [];
    for (let row = 0; row * 34 < high - 34; row++)
      for (let column = 0; column < columns; column++) {
        if (random.chance(lights ? 0.5 : 0.3)) continue;
        const gap = wide / (columns + 0.4);
        windows.push(
          tag('rect', { x: x + gap * (column + 0.4), y: y - high + 18 + row * 34, width: gap * 0.5, height: 17, rx: 2 }),
        );
      }
    canvas.add(tag('g', { fill: lights ? '#ffd98a' : '#ffffff', opacity: lights ? 0.85 : 0.35 }, ...windows));
  }
}

export const city: Land = (setting) => {
  const { canvas, horizon, lit } = setting;
  const { height, width } = canvas;
  skyline(setting, horizon, height * 0.42, 11, 0.6);
  skyline(setting, horizon + 14, height * 0.27, 8, 0.1);
  const depth = height - horizon;
  canvas.add(tag('rect', { y: horizon + 10, width, height: depth, fill: lit('#c9cdd6') }));
  canvas.add(tag('rect', { y: horizon + depth * 0.62, width, height: depth, fill: lit('#6b7280') }));
  for (let x = 20; x < width; x += 150)
    canvas.add(tag('rect', { x, y: horizon + depth * 0.8, width: 84, height: 9, rx: 4, fill: lit('#fff3c2') }));
  return result(setting, horizon + depth * 0.5);
};

export const space: Land = ({ canvas, palette }) => {
  const { random, width, height } = canvas;
  const deep = random.pick(['#0b0b2b', '#120a2e', '#06162e']);
  canvas.add(
    tag('rect', { width, height, fill: gradient(canvas, [deep, mix(deep, palette.accents[0], 0.22)], random.between(0, 60)) }),
  );
  for (let cloud = 0; cloud < 3; cloud++)
    canvas.add(
      glow(
        canvas,
        palette.accents[cloud as 0 | 1 | 2],
        { cx: random.between(0, width), cy: random.between(0, height), r: width * random.between(0.35, 0.6) },
        0.32,
      ),
    );
  canvas.add(starfield(canvas, height, 170));
  const [cx, cy, r] = [width * random.between(0.86, 0.96), height * random.between(0.05, 0.1), 52];
  canvas.add(
    tag('circle', { cx, cy, r, fill: mix(palette.accents[1], deep, 0.2) }),
    tag('circle', { cx: cx - 24, cy: cy - 20, r: r * 0.62, fill: palette.accents[1], opacity: 0.4 }),
  );
  return { horizon: height * 0.5, floor: height * 0.72, floating: true, dark: true, top: deep, shadow: deep };
};

export const sky: Land = (setting) => {
  const { height } = setting.canvas;
  return result(setting, height * 0.74, { floating: true, horizon: height * 0.8 });
};

export const room: Land = ({ canvas, palette, time }) => {
  const { random, width, height } = canvas;
  const night = time === 'night';
  const wall = mix(palette.field, night ? '#1b2145' : palette.ground, 0.45);
  const floor = height * 0.7;
  canvas.add(fill(canvas, wall));
  const side = random.chance(0.5) ? 0.1 : 0.62;
  drawWindow(canvas, { x: width * side, y: height * 0.12, width: width * 0.28, height: height * 0.3 }, time);
  const wood = night ? '#5c4652' : '#c99a6b';
  canvas.add(tag('rect', { y: floor, width, height: height - floor, fill: wood }));
  for (let board = 1; board < 4; board++)
    canvas.add(tag('rect', { y: floor + ((height - floor) * board) / 4, width, height: 3, fill: mix(wood, '#000000', 0.12) }));
  canvas.add(tag('rect', { y: floor - 16, width, height: 18, fill: mix(wall, '#ffffff', 0.5) }));
  canvas.add(
    tag('ellipse', {
      cx: width / 2,
      cy: floor + (height - floor) * 0.55,
      rx: width * 0.4,
      ry: (height - floor) * 0.34,
      fill: mix(palette.accents[0], wood, 0.3),
    }),
  );
  return {
    horizon: floor,
    floor: floor + (height - floor) * 0.5,
    floating: false,
    dark: night,
    top: wall,
    shadow: mix(wood, '#000000', 0.6),
  };
};

function drawWindow(
  canvas: Canvas,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  time: string,
): void {
  const pane = time === 'night' ? ['#0b1437', '#3a4382'] : time === 'sunset' ? ['#c24b7d', '#ffd38a'] : ['#9ed6f5', '#eef8ee'];
  canvas.add(tag('rect', { x, y, width, height, rx: 8, fill: gradient(canvas, pane), stroke: '#ffffff', 'stroke-width': 16 }));
  canvas.add(
    tag('path', { d: `M${x + width / 2} ${y}v${height}M${x} ${y + height / 2}h${width}`, stroke: '#ffffff', 'stroke-width': 10 }),
  );
}
