import type { PDFPage } from '@cantoo/pdf-lib';

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The visible box of a page, its rotation clockwise, and its size as displayed. */
export type View = { readonly box: Box; readonly rotation: number; readonly width: number; readonly height: number };

export function displayedBox(page: PDFPage): View {
  const box = intersection(page.getMediaBox(), page.getCropBox());
  const rotation = ((page.getRotation().angle % 360) + 360) % 360;
  const isUpright = rotation % 180 === 0;
  return { box, rotation, width: isUpright ? box.width : box.height, height: isUpright ? box.height : box.width };
}

function intersection(one: Box, other: Box): Box {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : one;
}

/** Maps the content of a page to the page as displayed, with its lower left corner at 0, 0. */
export function contentMatrix({
  box: { x, y, width, height },
  rotation,
}: View): [number, number, number, number, number, number] {
  if (rotation === 90) return [0, -1, 1, 0, -y, x + width];
  if (rotation === 180) return [-1, 0, 0, -1, x + width, y + height];
  if (rotation === 270) return [0, 1, -1, 0, y + height, -x];
  return [1, 0, 0, 1, -x, -y];
}
