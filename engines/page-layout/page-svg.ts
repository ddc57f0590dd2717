import type { DrawnItem, DrawnPath, DrawnText, Gradient, PageLayout } from '@bakkum/conversion/pages/page-layout';
import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import type { Slice } from './paginate.ts';

/** Paper and content area in CSS pixels. */
export type Paper = { readonly width: number; readonly height: number; readonly margin: number };

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** One page as SVG. @param scale of the layout on the paper */
export function pageSvg(layout: PageLayout, slice: Slice, paper: Paper, scale: number, footer: string): string {
  const { width, height, margin } = paper;
  const { head } = slice;
  const headHeight = head ? (head.bottom - head.top) * scale : 0;
  const page = new SvgWriter();
  const background =
    layout.background === undefined ? '' : `<rect x="0" y="0" width="${width}" height="${height}" ${paint(layout.background)}/>`;
  const parts = [background];
  if (head) parts.push(page.part(layout.items, head, paper, scale, margin));
  parts.push(page.part(layout.items, slice, paper, scale, margin + headHeight));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}">` +
    `${parts.join('')}${footer}</svg>`
  );
}

type Part = { readonly top: number; readonly bottom: number };

class SvgWriter {
  #ids = 0;

  /** The items of a vertical part of the layout, moved to a position of the page and cut off at its ends. */
  part(items: readonly DrawnItem[], { top, bottom }: Part, { width, margin }: Paper, scale: number, y: number): string {
    const clip = this.#clip(`M0 ${round(y)}H${round(width)}V${round(y + (bottom - top) * scale)}H0Z`);
    const place = `translate(${round(margin)} ${round(y - top * scale)}) scale(${round(scale * 1000) / 1000})`;
    return `${clip.definition}<g clip-path="url(#${clip.id})"><g transform="${place}">${this.#items(items, { top, bottom })}</g></g>`;
  }

  #clip(outline: string): { readonly id: string; readonly definition: string } {
    this.#ids += 1;
    const id = `c${this.#ids}`;
    return { id, definition: `<clipPath id="${id}"><path d="${outline}"/></clipPath>` };
  }

  /** Groups are written when something inside them is visible. */
  #items(items: readonly DrawnItem[], part: Part): string {
    let written = '';
    const open: { readonly group: Extract<DrawnItem, { kind: 'open' }>; isWritten: boolean }[] = [];
    const shifts: Shift[] = [{ scale: 1, offset: 0, isTurned: false }];
    for (const item of items) {
      if (item.kind === 'open') {
        open.push({ group: item, isWritten: false });
        shifts.push(shifted(shifts.at(-1), item.transform));
        continue;
      }
      if (item.kind === 'close') {
        if (open.pop()?.isWritten) written += '</g>';
        shifts.pop();
        continue;
      }
      if (!isVisible(item, part, shifts.at(-1))) continue;
      for (const each of open) {
        if (each.isWritten) continue;
        written += this.#group(each.group);
        each.isWritten = true;
      }
      written += this.#item(item);
    }
    return written;
  }

  #group({ clip, transform, opacity }: Extract<DrawnItem, { kind: 'open' }>): string {
    const cut = clip === undefined ? undefined : this.#clip(clip);
    const attributes = [
      transform ? ` transform="matrix(${transform.map(round).join(' ')})"` : '',
      cut ? ` clip-path="url(#${cut.id})"` : '',
      opacity === undefined ? '' : ` opacity="${round(opacity)}"`,
    ];
    return `${cut?.definition ?? ''}<g${attributes.join('')}>`;
  }

  #item(item: Exclude<DrawnItem, { kind: 'open' | 'close' }>): string {
    switch (item.kind) {
      case 'text':
        return textElement(item);
      case 'path':
        return this.#path(item);
      case 'image':
        return `<image href="${escapeXmlAttribute(item.image)}" preserveAspectRatio="none" ${boxOf(item)}/>`;
      case 'svg':
        return item.markup.replace(/^<svg/, `<svg x="${round(item.x)}" y="${round(item.y)}"`);
    }
  }

  #path({ outline, fill, evenOdd }: DrawnPath): string {
    const rule = evenOdd ? ' fill-rule="evenodd"' : '';
    if (typeof fill === 'string') return `<path d="${outline}" ${paint(fill)}${rule}/>`;
    this.#ids += 1;
    return `${gradientElement(fill, `g${this.#ids}`)}<path d="${outline}" fill="url(#g${this.#ids})"${rule}/>`;
  }
}

type Shift = { readonly scale: number; readonly offset: number; readonly isTurned: boolean };

function shifted(outer: Shift = { scale: 1, offset: 0, isTurned: false }, transform?: readonly number[]): Shift {
  if (!transform) return outer;
  const [, b = 0, , d = 1, , f = 0] = transform;
  return { scale: outer.scale * d, offset: outer.offset + outer.scale * f, isTurned: outer.isTurned || Math.abs(b) > 0.001 };
}

/** A line belongs to the page that its middle is on; boxes to every page they touch. */
function isVisible(
  item: Exclude<DrawnItem, { kind: 'open' | 'close' }>,
  part: Part,
  shift: Shift = { scale: 1, offset: 0, isTurned: false },
): boolean {
  const [top, bottom] = item.kind === 'image' || item.kind === 'svg' ? [item.y, item.y + item.height] : [item.top, item.bottom];
  const [start, end] = [top * shift.scale + shift.offset, bottom * shift.scale + shift.offset];
  if (shift.isTurned && item.kind !== 'text')
    return Math.max(start, end) > part.top - 2000 && Math.min(start, end) < part.bottom + 2000;
  const middle = (start + end) / 2;
  if (item.kind === 'text') return middle >= part.top && middle < part.bottom;
  return Math.max(start, end) > part.top && Math.min(start, end) < part.bottom;
}

const boxOf = ({
  x,
  y,
  width,
  height,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}): string => `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;

function textElement({ text, x, baseline, width, size, family, fill }: DrawnText): string {
  return (
    `<text x="${round(x)}" y="${round(baseline)}" font-size="${round(size)}" font-family="${escapeXmlAttribute(family)}" ` +
    `textLength="${round(width)}" ${paint(fill)}>${escapeXmlText(text)}</text>`
  );
}

/** A color as `#rrggbbaa`. */
function paint(color: string): string {
  const alpha = Number.parseInt(color.slice(7, 9) || 'ff', 16) / 255;
  return `fill="${color.slice(0, 7)}"${alpha < 1 ? ` fill-opacity="${round(alpha)}"` : ''}`;
}

function gradientElement({ line, stops }: Gradient, id: string): string {
  const inside = stops
    .map(({ at, color }) => `<stop offset="${round(Math.min(1, Math.max(0, at)))}" stop-color="${color.slice(0, 7)}"/>`)
    .join('');
  const units = 'gradientUnits="userSpaceOnUse"';
  if (line.length === 4) {
    const [x1, y1, x2, y2] = line.map(round);
    return `<linearGradient id="${id}" ${units} x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${inside}</linearGradient>`;
  }
  const [cx, cy, r] = line.map(round);
  return `<radialGradient id="${id}" ${units} cx="${cx}" cy="${cy}" r="${r}">${inside}</radialGradient>`;
}
