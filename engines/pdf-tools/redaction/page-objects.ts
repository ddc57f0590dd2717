import type { Pdfium } from '@bakkum/document-pdfium/program';
import { type Box, intersection } from '../pages/boxes.ts';

/** FPDF_PAGEOBJ_* (fpdf_edit.h). */
const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const FORM = 5;

/** A path with at most this many segments is a line, border or background, which reveals nothing. */
const PLAIN_SEGMENTS = 8;
const MAX_DEPTH = 8;

/**
 * Removes text in the boxes, and paths that are within one, such as letters drawn as outlines.
 * @returns whether content that cannot be cut out is left under a box: an image, or a drawing that extends beyond it
 */
export function removeObjects(pdfium: Pdfium, page: number, boxes: readonly Box[]): boolean {
  const { call } = pdfium;
  let isLeft = false;
  for (let at = call.FPDFPage_CountObjects(page) - 1; at >= 0; at -= 1) {
    const object = call.FPDFPage_GetObject(page, at);
    const bounds = boundsOf(pdfium, object);
    if (!bounds || !boxes.some((box) => intersection(bounds, box))) continue;
    const type = call.FPDFPageObj_GetType(object);
    if (type === PATH && boxes.some((box) => isWithin(bounds, box))) {
      if (call.FPDFPage_RemoveObject(page, object) !== 0) call.FPDFPageObj_Destroy(object);
      else isLeft = true;
    } else isLeft ||= isTelling(pdfium, object, type, 0);
  }
  redactText(pdfium, page, boxes);
  return isLeft;
}

function isTelling(pdfium: Pdfium, object: number, type: number, depth: number): boolean {
  const { call } = pdfium;
  if (type === IMAGE) return true;
  if (type === PATH) return call.FPDFPath_CountSegments(object) > PLAIN_SEGMENTS;
  if (type !== FORM) return false;
  if (depth > MAX_DEPTH) return true;
  const inside = Array.from({ length: call.FPDFFormObj_CountObjects(object) }, (_, at) => call.FPDFFormObj_GetObject(object, at));
  return inside.some((each) => {
    const kind = call.FPDFPageObj_GetType(each);
    return kind !== TEXT && isTelling(pdfium, each, kind, depth + 1);
  });
}

function boundsOf({ call, scratch, view }: Pdfium, object: number): Box | undefined {
  if (call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return undefined;
  const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((offset) => view().getFloat32(scratch + offset, true));
  // A horizontal or vertical line has no height or width.
  return { x: left - 0.01, y: bottom - 0.01, width: right - left + 0.02, height: top - bottom + 0.02 };
}

function isWithin(inner: Box, outer: Box): boolean {
  const slack = 0.1;
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  );
}

/** Boxes are narrowed by this share, so that neighbouring letters that touch a box are kept. */
const NARROWER = 0.03;
const LOWER = 0.15;
/** Corners as FS_QUADPOINTSF: eight numbers of four bytes. */
const QUAD_BYTES = 32;

function redactText(pdfium: Pdfium, page: number, boxes: readonly Box[]): void {
  const { call } = pdfium;
  const at = pdfium.allocate(boxes.length * QUAD_BYTES);
  try {
    const view = pdfium.view();
    for (const [place, { x, y, width, height }] of boxes.entries()) {
      const side = Math.min(NARROWER * width, 1);
      const [left, right] = [x + side, x + width - side];
      const [bottom, top] = [y + LOWER * height, y + height - LOWER * height];
      for (const [index, value] of [left, top, right, top, left, bottom, right, bottom].entries())
        view.setFloat32(at + place * QUAD_BYTES + index * 4, value, true);
    }
    // Also false if there is no text. Remaining text is found when the result is read again.
    call.EPDFText_RedactInQuads(page, at, boxes.length, 1, 0);
    call.FPDFPage_GenerateContent(page);
  } finally {
    pdfium.free(at);
  }
}
