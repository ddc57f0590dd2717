import { cellContent } from '@bakkum/document-model/cell-content';
import type { Block, Border, Float, Table } from '@bakkum/document-model/model';
import { childOf, type XmlElement } from '@bakkum/markup/xml';
import { firstOf, pointsIn } from './attributes.ts';
import { floatOf } from './floats.ts';
import { colourIn } from './styles.ts';

/** A box around text, with its size in points, border and fill. */
export type Frame = {
  readonly width: number;
  readonly height: number;
  readonly border?: Border;
  readonly shading?: string;
  readonly float?: Float;
};

/** Shapes and objects with visible content. A lone line is not worth a warning. */
const DRAWN: ReadonlySet<string> = new Set([
  ...['rect', 'ellipse', 'arc', 'polygon', 'curve', 'container', 'ole', 'chart', 'video', 'unknownObj'],
]);

export function isDrawn({ name }: XmlElement): boolean {
  return DRAWN.has(name);
}

const BOXES: ReadonlySet<string> = new Set(['rect', 'ellipse', 'polygon']);

/** The frame of a shape with text; `undefined` if it is invisible and inline. */
export function frameOf(shape: XmlElement, float = floatOf(shape)): Frame | undefined {
  if (!BOXES.has(shape.name)) return undefined;
  const line = childOf(shape, 'lineShape');
  const hasLine = line !== undefined && line.attributes['style'] !== 'NONE';
  const shading = colourIn(firstOf(childOf(shape, 'fillBrush'), 'winBrush')?.attributes['faceColor']);
  const size = childOf(shape, 'sz');
  const [width, height] = [pointsIn(size, 'width'), pointsIn(size, 'height')];
  // White matters only where something can be below it.
  const isFilled = shading !== undefined && (float !== undefined || shading !== '#ffffff');
  if ((!hasLine && !isFilled && !float) || width <= 0) return undefined;
  const colour = colourIn(line?.attributes['color']) ?? '#000000';
  return {
    width,
    height,
    ...(hasLine && { border: { width: Math.max(0.25, pointsIn(line, 'width')), colour } }),
    ...(isFilled && { shading }),
    ...(float && { float }),
  };
}

/** Framed text as a table with one cell. */
export function framed(blocks: readonly Block[], { width, height, border, shading, float }: Frame): Table {
  return {
    kind: 'table',
    columnWidths: [width],
    indentStart: 0,
    ...(float && { float }),
    spaceBefore: 0,
    rows: [
      {
        ...(height > 0 && { height }),
        cells: [
          {
            column: 0,
            columnSpan: 1,
            rowSpan: 1,
            borders: border ? { top: border, right: border, bottom: border, left: border } : {},
            ...(shading !== undefined && { shading }),
            verticalAlignment: 'center',
            ...cellContent(blocks),
          },
        ],
      },
    ],
  };
}
