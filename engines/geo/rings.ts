import type { Geometry, Position } from './feature.ts';

type Ring = readonly Position[];

export const isRing = (ring: Ring): boolean => ring.length >= 4;

/** Twice the signed area, positive if the ring is counterclockwise. */
function area(ring: Ring): number {
  return ring.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
}

/** Returns the ring in the given direction. */
export const wound = (ring: Ring, isClockwise: boolean): Ring => (area(ring) < 0 === isClockwise ? ring : ring.toReversed());

function isInside(ring: Ring, [x = 0, y = 0]: Position): boolean {
  let inside = false;
  ring.forEach(([ax = 0, ay = 0], index) => {
    const [bx = 0, by = 0] = ring[(index + 1) % ring.length] ?? [];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/**
 * Clockwise rings are outer rings, the others holes in the smallest outer ring around them; a hole outside any ring becomes an
 * outer ring. The result follows RFC 7946 winding.
 */
export function ringsToPolygons(rings: readonly Ring[]): Geometry | null {
  const outer = rings.filter((ring) => area(ring) <= 0);
  const polygons = outer.map((ring): Ring[] => [wound(ring, false)]);
  for (const hole of rings.filter((ring) => area(ring) > 0)) {
    const around = polygons.filter(([land = []]) => isInside(land, hole[0] ?? []));
    const [smallest] = around.toSorted(([one = []], [other = []]) => Math.abs(area(one)) - Math.abs(area(other)));
    if (smallest) smallest.push(wound(hole, true));
    else polygons.push([wound(hole, false)]);
  }
  const [only] = polygons;
  if (!only) return null;
  return polygons.length === 1 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: polygons };
}
