import { cellContent } from './cell-content.ts';
import type { Block, Border, Float, Table } from './model.ts';

/** A box around text, with its size in points, border and fill. */
export type Frame = {
  readonly width: number;
  readonly height: number;
  readonly border?: Border;
  readonly shading?: string;
  readonly float?: Float;
};

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
