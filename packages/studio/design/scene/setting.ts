import type { Palette } from '../palettes.ts';
import type { Season, Time } from '../prompt/brief.ts';
import type { Canvas } from '../svg.ts';

/** Background of a scene. */
export type Backdrop = {
  /** Where the ground, the water or the floor begins. */
  readonly horizon: number;
  /** Where things stand. */
  readonly floor: number;
  /** Where boats and whales are; things of the land then stand on a shore. */
  readonly water?: number;
  /** Things float: in space and under water. */
  readonly floating: boolean;
  readonly dark: boolean;
  /** Main colour behind text at the top. */
  readonly top: string;
  readonly shadow: string;
};

/** What land is drawn with. */
export type Setting = {
  readonly canvas: Canvas;
  readonly palette: Palette;
  readonly time: Time;
  readonly season: Season | undefined;
  /** A colour as it looks at this time of the day. */
  lit(colour: string, distance?: number): string;
  readonly horizon: number;
  /** Whether things of the land need a shore. */
  readonly shore: boolean;
};
