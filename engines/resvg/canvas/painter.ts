/** Paints flat drawings with the browser's canvas, which is several times faster than resvg in WebAssembly. */
import type { EngineContext } from '@bakkum/conversion/engine';
import { concat, inverse, type Matrix } from '@bakkum/document-postscript/graphics/matrix';
import { createCanvas, discard } from '@bakkum/raster/canvas';
import { createPause } from '@bakkum/raster/pause';
import type { Clip, FlatDrawing, Group, Node, Shape, Stroke } from './flat-drawing.ts';
import type { Paint } from './flat-paint.ts';

type Context = OffscreenCanvasRenderingContext2D;
type Size = { readonly width: number; readonly height: number };

/** Some phones have canvases of at most 16 megapixels. Smaller ones save memory, and a conversion can be cancelled in between. */
const BAND_PIXELS = 4 * 1024 * 1024;

/** Returns straight RGBA. */
export async function paintDrawing(
  drawing: FlatDrawing,
  { width, height }: Size,
  { signal, onProgress }: Pick<EngineContext, 'signal' | 'onProgress'>,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const pixels = new Uint8ClampedArray(width * height * 4);
  const pause = createPause(signal);
  const rows = Math.max(1, Math.floor(BAND_PIXELS / width));
  const scaled = concat(drawing.view, [width / drawing.width, 0, 0, height / drawing.height, 0, 0]);
  for (let top = 0; top < height; top += rows) {
    const band = { width, height: Math.min(rows, height - top) };
    const { canvas, context } = createCanvas(band.width, band.height);
    paintNodes(context, drawing.children, concat(scaled, [1, 0, 0, 1, 0, -top]), band);
    pixels.set(context.getImageData(0, 0, band.width, band.height).data, top * width * 4);
    discard(canvas);
    onProgress((top + band.height) / height);
    await pause();
  }
  return pixels;
}

function paintNodes(context: Context, nodes: readonly Node[], view: Matrix, size: Size): void {
  for (const node of nodes) {
    if (node.kind === 'shape') paintShape(context, node, concat(node.matrix, view));
    else paintGroup(context, node, view, size);
  }
}

function paintGroup(context: Context, { opacity, clip, children }: Group, view: Matrix, size: Size): void {
  const layer = createCanvas(size.width, size.height);
  paintNodes(layer.context, children, view, size);
  context.save();
  if (clip) clipTo(context, clip, view);
  context.resetTransform();
  context.globalAlpha = opacity;
  context.drawImage(layer.canvas, 0, 0);
  context.restore();
  discard(layer.canvas);
}

function clipTo(context: Context, { path, matrix, rule }: Clip, view: Matrix): void {
  context.setTransform(...concat(matrix, view));
  context.clip(new Path2D(path), rule);
}

function paintShape(context: Context, shape: Shape, matrix: Matrix): void {
  const path = new Path2D(shape.path);
  if (shape.strokeFirst) strokePath(context, path, shape.stroke, matrix);
  fillPath(context, path, shape.fill, matrix);
  if (!shape.strokeFirst) strokePath(context, path, shape.stroke, matrix);
}

function fillPath(context: Context, path: Path2D, fill: Shape['fill'], matrix: Matrix): void {
  if (!fill) return;
  const space = fill.paint.kind === 'radial' ? fill.paint.space : undefined;
  context.setTransform(...(space ? concat(space, matrix) : matrix));
  context.globalAlpha = fill.opacity;
  context.fillStyle = styleOf(context, fill.paint);
  context.fill(space ? movedPath(path, space) : path, fill.rule);
}

/** The path in the coordinates that `space` maps to its own. */
function movedPath(path: Path2D, space: Matrix): Path2D {
  const moved = new Path2D();
  const [a, b, c, d, e, f] = inverse(space) ?? [0, 0, 0, 0, 0, 0];
  moved.addPath(path, { a, b, c, d, e, f });
  return moved;
}

function strokePath(context: Context, path: Path2D, stroke: Stroke | undefined, matrix: Matrix): void {
  if (!stroke) return;
  context.setTransform(...matrix);
  context.globalAlpha = stroke.opacity;
  context.strokeStyle = styleOf(context, stroke.paint);
  context.lineWidth = stroke.width;
  context.lineCap = stroke.cap;
  context.lineJoin = stroke.join;
  context.miterLimit = stroke.miterLimit;
  context.setLineDash([...stroke.dashes]);
  context.lineDashOffset = stroke.dashOffset;
  context.stroke(path);
}

function styleOf(context: Context, paint: Paint): string | CanvasGradient {
  if (paint.kind === 'color') return paint.color;
  const gradient =
    paint.kind === 'linear'
      ? context.createLinearGradient(...paint.from, ...paint.to)
      : context.createRadialGradient(...paint.focus, 0, ...paint.center, paint.radius);
  for (const { offset, color } of paint.stops) gradient.addColorStop(offset, color);
  return gradient;
}
