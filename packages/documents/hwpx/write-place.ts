import type { Float, FloatPlace, Table } from '@bakkum/document-model/model';
import { BLOCK } from './floats.ts';

const WRAPS: Readonly<Record<Float['wrap'], string>> = {
  around: 'SQUARE',
  'above-and-below': 'TOP_AND_BOTTOM',
  'in-front-of-text': 'IN_FRONT_OF_TEXT',
  'behind-text': 'BEHIND_TEXT',
};
const AREAS = { page: 'PAPER', margin: 'PAGE', column: 'COLUMN', paragraph: 'PARA' } as const;

/** How text flows around an object: the value of its `textWrap`. */
export const wrapName = (float: Float | undefined): string => WRAPS[float?.wrap ?? 'above-and-below'];

/** The place of an image or drawing, which is inline unless it floats. */
export function picturePlaceXml(float: Float | undefined): string {
  return positionXml(float ?? BLOCK, float === undefined);
}

export function tablePlaceXml({ float, alignment, indentStart }: Pick<Table, 'float' | 'alignment' | 'indentStart'>): string {
  const horizontal: Float['horizontal'] = { area: 'column', ...(alignment ? { alignment } : { offset: indentStart }) };
  return positionXml(float ?? { ...BLOCK, horizontal }, false);
}

function positionXml({ horizontal, vertical, wrap }: Float, isLetter: boolean): string {
  const isLayer = !isLetter && (wrap === 'in-front-of-text' || wrap === 'behind-text');
  const across = alignmentOf(horizontal, 'LEFT', 'RIGHT');
  const down = alignmentOf(vertical, 'TOP', 'BOTTOM');
  return (
    `<hp:pos treatAsChar="${isLetter ? 1 : 0}" affectLSpacing="0" flowWithText="${isLayer ? 0 : 1}" allowOverlap="${isLayer ? 1 : 0}" holdAnchorAndSO="0" ` +
    `vertRelTo="${AREAS[vertical.area]}" horzRelTo="${isLetter ? 'PARA' : AREAS[horizontal.area]}" vertAlign="${down}" horzAlign="${across}" ` +
    `vertOffset="${offsetOf(vertical)}" horzOffset="${offsetOf(horizontal)}"/>`
  );
}

function alignmentOf(place: FloatPlace<string>, start: string, end: string): string {
  if ('offset' in place || place.alignment === 'start') return start;
  return place.alignment === 'center' ? 'CENTER' : end;
}

const offsetOf = (place: FloatPlace<string>): number => ('offset' in place ? Math.round(place.offset * 100) : 0);
