import { hex, mix, type Rgb } from './colour.ts';
import { edgeOf, ground, type LandPlan, type Layer, skyline, slope, treeline, water } from './land.ts';
import { layered, ridged } from './noise.ts';
import type { Reading } from './reading.ts';
import type { PlaceName } from './vocabulary-table.ts';

export type Place = {
  /** Back to front. */
  readonly layers: readonly Layer[];
  /** Vertical position of figures on the ground, in units from the top. */
  readonly standing: number;
  /** The same for floating figures. */
  readonly floating: number;
};

type Maker = (plan: LandPlan, reading: Reading, height: number) => Place;

const SEA = hex('#2f7f93');
const STONE = hex('#b9ab9b');

/** Creates the land of each place. `height` is that of the image in units. */
export const PLACES: Readonly<Record<PlaceName, Maker>> = {
  mountain: (plan, reading, height) => {
    const { horizon } = plan;
    return {
      layers: [
        peaks(plan, horizon - 0.02, 0.42, 0.86, reading.season === 'summer' ? 0.05 : 0.13),
        peaks(plan, horizon + 0.03, 0.26, 0.6, reading.weather === 'snow' || reading.season === 'winter' ? 0.12 : undefined),
        treeline(plan, horizon + 0.07, 0.36, 0.085, true),
        hill(plan, reading, horizon + 0.08, 0.05, 0.12),
      ],
      standing: height - 0.09,
      floating: horizon + 0.2,
    };
  },
  lake: (plan, reading, height) => {
    const { horizon } = plan;
    const shore = height - 0.13;
    return {
      layers: [
        peaks(plan, horizon - 0.01, 0.3, 0.8, 0.08),
        treeline(plan, horizon + 0.005, 0.5, 0.09, true),
        water(plan, horizon + 0.01, SEA),
        ...(needsGround(reading) ? [hill(plan, reading, shore, 0.03, 0)] : []),
      ],
      standing: height - 0.05,
      floating: horizon + (height - horizon) * 0.55,
    };
  },
  sea: (plan, reading, height) => {
    const { horizon, random } = plan;
    const island = random.between(0.1, 0.5);
    return {
      layers: [
        slope(
          plan,
          edgeOf(
            plan,
            (x) => horizon + 0.01 - 0.16 * Math.max(0, 0.55 - Math.abs(x - island) * 2.4 + plan.noise(x * 5, 2) * 0.24),
          ),
          0.66,
          { colour: mix(hex('#6d7f78'), plan.palette.leaves, 0.3), grain: 5 },
        ),
        water(plan, horizon, SEA),
        ...(needsGround(reading)
          ? [
              ground(
                plan,
                edgeOf(plan, (x) => height - 0.22 + plan.noise(x * 1.4, 7) * 0.05),
                0,
                snowy(reading, plan.palette.sand),
              ),
            ]
          : []),
      ],
      standing: height - 0.08,
      floating: horizon + (height - horizon) * 0.5,
    };
  },
  forest: (plan, reading, height) => {
    const { horizon } = plan;
    const round = reading.season === 'autumn' || reading.season === 'spring';
    return {
      layers: [
        treeline(plan, horizon + 0.02, 0.92, 0.3, !round),
        treeline(plan, horizon + 0.06, 0.68, 0.34, !round),
        treeline(plan, horizon + 0.11, 0.42, 0.38, !round),
        treeline(plan, horizon + 0.15, 0.2, 0.3, !round),
        hill(plan, reading, horizon + 0.16, 0.03, 0),
      ],
      standing: height - 0.08,
      floating: horizon + 0.25,
    };
  },
  city: (plan, _reading, height) => {
    const { horizon, random } = plan;
    return {
      layers: [
        skyline(plan, horizon + 0.04, 0.82, random.between(0.42, 0.56)),
        skyline(plan, horizon + 0.1, 0.5, random.between(0.38, 0.5)),
        skyline(plan, horizon + 0.17, 0.2, random.between(0.26, 0.36)),
        {
          ...ground(
            plan,
            edgeOf(plan, () => horizon + 0.16),
            0,
            hex('#5b6068'),
          ),
          mirror: 0.42,
        },
      ],
      standing: height - 0.07,
      floating: horizon + 0.25,
    };
  },
  desert: (plan, _reading, height) => {
    const { horizon } = plan;
    const dune = (base: number, tall: number, depth: number): Layer => {
      const shift = plan.random.between(0, 60);
      return slope(
        plan,
        edgeOf(plan, (x) => base - tall * Math.abs(layered(plan.noise, x * 0.9 + shift, 3, 2)) ** 0.8),
        depth,
        { colour: plan.palette.sand, grain: 1.6 },
      );
    };
    return {
      layers: [
        dune(horizon + 0.03, 0.16, 0.75),
        dune(horizon + 0.1, 0.2, 0.45),
        dune(horizon + 0.22, 0.24, 0.18),
        ground(
          plan,
          edgeOf(plan, (x) => height - 0.2 + plan.noise(x * 1.1, 3) * 0.06),
          0,
          plan.palette.sand,
        ),
      ],
      standing: height - 0.08,
      floating: horizon + 0.25,
    };
  },
  meadow: (plan, reading, height) => {
    const { horizon } = plan;
    return {
      layers: [
        peaks(plan, horizon, 0.12, 0.85, undefined),
        treeline(plan, horizon + 0.03, 0.55, 0.05, false),
        hill(plan, reading, horizon + 0.02, 0.05, 0.3),
        hill(plan, reading, horizon + 0.13, 0.09, 0.05),
      ],
      standing: height - 0.08,
      floating: horizon + 0.25,
    };
  },
  space: (plan, reading, height) => ({
    layers: needsGround(reading)
      ? [
          slope(
            plan,
            edgeOf(plan, (x) => height - 0.2 - ridged(plan.noise, x * 2.2, 5, 3) * 0.06),
            0.25,
            { colour: mix(plan.palette.rock, plan.palette.accent, 0.3), grain: 4 },
          ),
          ground(
            plan,
            edgeOf(plan, (x) => height - 0.15 + plan.noise(x * 1.6, 2) * 0.03),
            0,
            mix(plan.palette.rock, plan.palette.accent, 0.35),
          ),
        ]
      : [],
    standing: height - 0.07,
    floating: height * 0.56,
  }),
  underwater: (plan, _reading, height) => ({
    layers: [
      slope(
        plan,
        edgeOf(plan, (x) => height - 0.26 - ridged(plan.noise, x * 2, 5, 3) * 0.22),
        0.6,
        { colour: hex('#3f8f92'), grain: 5 },
      ),
      slope(
        plan,
        edgeOf(plan, (x) => height - 0.12 - ridged(plan.noise, x * 3, 9, 3) * 0.12),
        0.3,
        { colour: mix(hex('#e58a7b'), plan.palette.accent, 0.4), grain: 8 },
      ),
      ground(
        plan,
        edgeOf(plan, (x) => height - 0.1 + plan.noise(x * 2, 2) * 0.03),
        0.05,
        plan.palette.sand,
      ),
    ],
    standing: height - 0.05,
    floating: height * 0.6,
  }),
  table: (plan, _reading, height) => ({
    layers: [
      ground(
        plan,
        edgeOf(plan, () => height - 0.27),
        0.1,
        mix(hex('#a9764c'), STONE, 0.15),
      ),
    ],
    standing: height - 0.14,
    floating: height - 0.2,
  }),
};

function needsGround({ figures }: Reading): boolean {
  return figures.some(
    (name) => !['boat', 'fish', 'whale', 'bird', 'butterfly', 'balloon', 'rocket', 'dragon', 'lantern'].includes(name),
  );
}

function snowy({ weather, season }: Reading, colour: Rgb): Rgb {
  return weather === 'snow' || season === 'winter' ? mix(colour, [0.95, 0.97, 1], 0.86) : colour;
}

function peaks(plan: LandPlan, base: number, tall: number, depth: number, snowAbove: number | undefined): Layer {
  const shift = plan.random.between(0, 80);
  const smooth = plan.texture === 0;
  const top = edgeOf(plan, (x) => {
    const shape = smooth
      ? 0.5 + plan.noise(x * 1.3 + shift, depth * 9) * 0.5
      : ridged(plan.noise, x * 1.05 + shift, depth * 9, 6);
    return base - tall * (shape * 1.15 - 0.16);
  });
  const colour = mix(plan.palette.rock, plan.palette.leaves, depth < 0.7 ? 0.45 : 0.12);
  return slope(plan, top, depth, { colour, grain: 3.4, ...(snowAbove !== undefined && { snowAbove }) });
}

/** Creates a rounded hill with grass of the season, and flowers for spring or a garden. */
function hill(plan: LandPlan, reading: Reading, base: number, swell: number, depth: number): Layer {
  const shift = plan.random.between(0, 50);
  const grass = { spring: '#7fae57', summer: '#6a9d48', autumn: '#b39149', winter: '#eef3f8' }[reading.season ?? 'summer'];
  const colour = snowy(reading, hex(grass));
  const blooms = reading.season === 'spring' || reading.place === 'meadow' || reading.figures.includes('flower');
  const blossoms = blooms && reading.weather !== 'snow' ? (reading.colours[0] ?? plan.palette.accent) : undefined;
  return ground(
    plan,
    edgeOf(plan, (x) => base + swell * plan.noise(x * 1.1 + shift, 6)),
    depth,
    colour,
    blossoms,
  );
}
