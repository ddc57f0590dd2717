/** Relative sizes of things and where they belong. Data only. */

/** Heights by kind; a cat is 1. Distances are compressed, so that an ant can be seen beside a house. */
const GROUPS: readonly (readonly [RegExp, number])[] = [
  [/^animal-bug/, 0.5],
  [/^animal-bird/, 0.75],
  [/^animal/, 1],
  [/^plant-flower/, 0.85],
  [/^plant/, 0.85],
  [/^place-building|^place-religious/, 2.3],
  [/^place/, 2.2],
  [/^transport-ground/, 1.35],
  [/^transport-water/, 1.35],
  [/^transport-air/, 1.1],
  [/^sky-weather/, 0.9],
  [/^furniture|^household/, 1.15],
  [/^lamp-post/, 2],
  [/^person|^family/, 1.3],
  [/^vase/, 1],
  [/^food|^drink|^dishware/, 0.8],
  [/^musical-instrument/, 1],
];
const ICONS: Readonly<Record<string, number>> = {
  'deciduous-tree': 2.2,
  'evergreen-tree': 2.3,
  'palm-tree': 2.2,
  'christmas-tree': 2.1,
  'tanabata-tree': 2,
  cactus: 1.1,
  mountain: 2.8,
  'snow-capped-mountain': 2.8,
  'mount-fuji': 2.8,
  volcano: 2.8,
  elephant: 1.9,
  giraffe: 2.2,
  mammoth: 1.9,
  horse: 1.5,
  cow: 1.4,
  ox: 1.4,
  camel: 1.6,
  'two-hump-camel': 1.6,
  't-rex': 2,
  sauropod: 2.2,
  dragon: 1.9,
  whale: 1.7,
  'spouting-whale': 1.7,
  mouse: 0.6,
  hamster: 0.7,
  rabbit: 0.85,
  'hatching-chick': 0.55,
  'baby-chick': 0.55,
  'front-facing-baby-chick': 0.55,
  bus: 1.6,
  locomotive: 1.6,
  bicycle: 1.1,
  rocket: 1.6,
  ship: 1.9,
  'umbrella-on-ground': 1.6,
  'ferris-wheel': 2.6,
  'own-table': 1.15,
  'own-lighthouse': 3,
  'own-windmill': 2.5,
  'couch-and-lamp': 1.5,
  bed: 1.4,
  door: 1.7,
  sun: 1.1,
  'full-moon': 1.1,
  rainbow: 1.6,
  tent: 1.7,
  fire: 0.9,
  robot: 1.1,
  books: 0.85,
};

export function sizeOf(icon: string, group: string): number {
  return ICONS[icon] ?? GROUPS.find(([kind]) => kind.test(group))?.[1] ?? 0.9;
}

const SKY =
  /moon|^sun|^star$|glowing-star|shooting-star|^comet$|cloud|^rainbow$|planet|milky-way|^globe|^airplane|small-airplane|helicopter|rocket|flying-saucer|satellite$|^balloon|^kite$|parachute|butterfly|honeybee|^dove$|^eagle$|^bat$|fireworks|sparkl|high-voltage|cyclone|^snowflake$|flying-disc|phoenix/;
const WATER =
  /sailboat|canoe|speedboat|passenger-ship|^ferry$|motor-boat|^ship$|whale|dolphin|^fish$|tropical-fish|blowfish|^shark$|octopus|jellyfish|^squid$|ring-buoy|person-(?:surfing|swimming|rowing)|mermaid|^swan$|^duck$|^seal$/;

export type Habitat = 'land' | 'sky' | 'water';

export function habitatOf(icon: string): Habitat {
  if (SKY.test(icon)) return 'sky';
  return WATER.test(icon) ? 'water' : 'land';
}

/** How high something stands on a thing, as a share of its height from its base. */
const SURFACES: Readonly<Record<string, number>> = {
  chair: 0.42,
  bed: 0.5,
  'couch-and-lamp': 0.42,
  'own-bench': 0.5,
  'own-table': 0.98,
  sailboat: 0.3,
  canoe: 0.55,
  bicycle: 0.62,
  motorcycle: 0.6,
  horse: 0.62,
  elephant: 0.86,
  camel: 0.75,
  cow: 0.72,
  'deciduous-tree': 0.86,
  'evergreen-tree': 0.93,
  mountain: 0.86,
  'crescent-moon': 0.22,
  locomotive: 0.8,
};
const USUAL_SURFACE = 0.93;

export const surfaceOf = (icon: string): number => SURFACES[icon] ?? USUAL_SURFACE;

/** Things held over a head rather than placed beside it. */
export const isCover = (icon: string): boolean => /umbrella|parachute|balloon|tent|bridge/.test(icon);
