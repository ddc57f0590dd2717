import type { Frame } from '@bakkum/document-model/frames';
import type { Border } from '@bakkum/document-model/model';
import { childOf, type XmlElement } from '@bakkum/markup/xml';
import { firstOf, pointsIn } from './attributes.ts';
import { floatOf } from './floats.ts';
import { colourIn } from './styles.ts';

const BOXES: ReadonlySet<string> = new Set(['rect', 'ellipse', 'polygon']);

/** The frame of a shape with text; `undefined` if it is invisible and inline. */
export function frameOf(shape: XmlElement, float = floatOf(shape)): Frame | undefined {
  if (!BOXES.has(shape.name)) return undefined;
  const border = borderOf(childOf(shape, 'lineShape'));
  const shading = colourIn(firstOf(childOf(shape, 'fillBrush'), 'winBrush')?.attributes['faceColor']);
  const size = childOf(shape, 'sz');
  const [width, height] = [pointsIn(size, 'width'), pointsIn(size, 'height')];
  // White matters only where something can be below it.
  const isFilled = shading !== undefined && (float !== undefined || shading !== '#ffffff');
  if ((!border && !isFilled && !float) || width <= 0) return undefined;
  return {
    width,
    height,
    ...(border && { border }),
    ...(isFilled && { shading }),
    ...(float && { float }),
  };
}

function borderOf(line: XmlElement | undefined): Border | undefined {
  if (!line || line.attributes['style'] === 'NONE') return undefined;
  return { width: Math.max(0.25, pointsIn(line, 'width')), colour: colourIn(line.attributes['color']) ?? '#000000' };
}
