import type { PDFDict } from '@cantoo/pdf-lib';
import { arrayOf, dictAt, dictOf, name } from '../document/objects.ts';
import { boxOf, written } from '../pages/boxes.ts';
import { type FormField, onStateOf } from './fields.ts';

/** Draws a check mark for the check boxes of a field that store no appearance. */
export function addCheckMarks({ widgets }: FormField): void {
  for (const widget of widgets) if (onStateOf(widget) === undefined) addCheckMark(widget);
}

function addCheckMark(widget: PDFDict): void {
  const rect = boxOf(arrayOf(widget, 'Rect'));
  if (!rect) return;
  const { context } = widget;
  const { width, height } = rect;
  const side = Math.min(width, height);
  const [left, bottom] = [(width - side) / 2, (height - side) / 2];
  const point = (x: number, y: number): string => written([left + x * side, bottom + y * side]);
  const mark = `q ${written([side / 8])} w ${point(0.2, 0.5)} m ${point(0.42, 0.25)} l ${point(0.8, 0.78)} l S Q`;
  const entries = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: {} };
  const looks = dictAt(widget, 'AP');
  const states = dictOf(looks, 'N') ?? context.obj({});
  states.set(name('Yes'), context.register(context.flateStream(mark, entries)));
  states.set(name('Off'), context.register(context.stream('', entries)));
  looks.set(name('N'), states);
}
