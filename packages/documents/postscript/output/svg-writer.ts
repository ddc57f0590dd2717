import { encodeBase64 } from '@bakkum/bytes/bytes';
import { encodeCompactPng } from '@bakkum/raster/png-file';
import type { Clip, Item, Page, Paint, Picture, Stroke, Tiling } from '../display-list.ts';
import { concat, inverse, type Matrix, scaleOf } from '../graphics/matrix.ts';
import { asBox, type Box, boxOf, transformed } from '../graphics/path.ts';
import { DEVICE_UNITS } from '../machine/vm.ts';
import { gradientElement } from './svg-gradient.ts';
import { digitsUnder, spell, spellColour, spellMatrix, spellPath } from './svg-numbers.ts';

/** How a page is shown. */
export type SheetLook = {
  /** Draws white paper behind it. */
  readonly paper: boolean;
  readonly signal?: AbortSignal;
};

/** Writes a page as SVG, in points. Images are embedded as PNG or JPEG; letters are outlines. */
export async function writeSvg(page: Page, { paper, signal }: SheetLook): Promise<string> {
  const [left, bottom, right, top] = page.box;
  const [width, height] = [right - left, top - bottom];
  const unit = 1 / DEVICE_UNITS;
  const base: Matrix = [unit, 0, 0, -unit, -left, top];
  const pictures = await encodePictures(page.items, signal);
  const sheet = new Sheet(pictures, page.box);
  const body = sheet.items(page.items, base);
  const size = `width="${spell(width, 3)}pt" height="${spell(height, 3)}pt" viewBox="0 0 ${spell(width, 3)} ${spell(height, 3)}"`;
  const background = paper ? `<rect width="100%" height="100%" fill="#fff"/>` : '';
  const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>`;
  return `${head}<defs>${sheet.definitions.join('\n')}</defs>${background}${body}</svg>\n`;
}

async function encodePictures(items: readonly Item[], signal?: AbortSignal): Promise<ReadonlyMap<Picture, string>> {
  const found = new Map<Picture, string>();
  for (const item of items) {
    if (item.kind === 'picture' && !found.has(item.picture)) found.set(item.picture, await addressOf(item.picture, signal));
    if ('paint' in item && item.paint.kind === 'tiling') {
      for (const [picture, address] of await encodePictures(item.paint.items, signal)) found.set(picture, address);
    }
  }
  return found;
}

async function addressOf(picture: Picture, signal?: AbortSignal): Promise<string> {
  if (picture.kind === 'jpeg') return `data:image/jpeg;base64,${encodeBase64(picture.bytes)}`;
  const png = await encodeCompactPng({ depth: 8, ...picture }, { mayBeGrey: true }, signal);
  return `data:image/png;base64,${encodeBase64(png)}`;
}

const CAPS = ['butt', 'round', 'square'];
const JOINS = ['miter', 'round', 'bevel'];
/** Line width in points for lines of zero width, the thinnest a device can draw. */
const HAIRLINE = 0.4;

class Sheet {
  readonly definitions: string[] = [];
  private readonly pictures: ReadonlyMap<Picture, string>;
  private readonly page: Box;
  private readonly known = new Map<object, Map<string, string>>();
  private count = 0;

  constructor(pictures: ReadonlyMap<Picture, string>, page: Box) {
    this.pictures = pictures;
    this.page = page;
  }

  /** Nests a group for every clip; neighbours share as many as possible. */
  items(items: readonly Item[], base: Matrix): string {
    const parts: string[] = [];
    let open: readonly Clip[] = [];
    let before: Clip | undefined;
    for (const item of items) {
      if (item.clip !== before) {
        const wanted = this.clipsOf(item.clip, base);
        const shared = wanted.findIndex((clip, index) => clip !== open[index]);
        const kept = Math.min(shared < 0 ? wanted.length : shared, open.length);
        parts.push('</g>'.repeat(open.length - kept));
        for (const clip of wanted.slice(kept)) parts.push(`<g clip-path="url(#${this.clip(clip, base)})">`);
        open = wanted;
        before = item.clip;
      }
      parts.push(this.item(item, base), '\n');
    }
    return parts.join('') + '</g>'.repeat(open.length);
  }

  /** Clips from the outermost, without those that hide nothing. */
  private clipsOf(clip: Clip | undefined, base: Matrix): readonly Clip[] {
    const chain: Clip[] = [];
    for (let at = clip; at; at = at.parent) chain.unshift(at);
    const boxes = chain.map(({ path }) => boxOf(transformed(path, base)));
    const page: Box = [0, 0, this.page[2] - this.page[0], this.page[3] - this.page[1]];
    const isPage = base[0] === 1 / DEVICE_UNITS;
    return chain.filter(({ path }, index) => {
      const box = asBox(path) && boxes[index];
      if (!box) return true;
      return ![...(isPage ? [page] : []), ...boxes.slice(0, index)].some((outer) => outer && holds(box, outer));
    });
  }

  /** Reuses one definition for the same object under the same matrix. */
  private once(thing: object, key: string, define: (id: string) => string): string {
    const kept = this.known.get(thing) ?? new Map<string, string>();
    this.known.set(thing, kept);
    const known = kept.get(key);
    if (known !== undefined) return known;
    this.count += 1;
    const id = `d${this.count}`;
    kept.set(key, id);
    this.definitions.push(define(id));
    return id;
  }

  private clip(clip: Clip, base: Matrix): string {
    return this.once(clip, base.join(), (id) => {
      const rule = clip.rule === 'evenodd' ? ' clip-rule="evenodd"' : '';
      const d = spellPath(transformed(clip.path, base), digitsOf(base) + 1);
      return `<clipPath id="${id}"><path d="${d}"${rule}/></clipPath>`;
    });
  }

  private item(item: Item, base: Matrix): string {
    switch (item.kind) {
      case 'fill': {
        const rule = item.rule === 'evenodd' ? ' fill-rule="evenodd"' : '';
        const shape = `<path d="${spellPath(transformed(item.path, base), digitsOf(base))}"${rule}`;
        return this.painted(item.paint, base, (fill) => `${shape} fill="${fill}"/>`);
      }
      case 'stroke':
        return this.stroke(item, base);
      case 'glyph':
        return this.glyph(item, base);
      case 'picture':
        return this.picture(item, base);
    }
  }

  private painted(paint: Paint, base: Matrix, draw: (fill: string) => string): string {
    const background = 'background' in paint && paint.background ? draw(spellColour(paint.background)) : '';
    return background + draw(this.paint(paint, base));
  }

  private paint(paint: Paint, base: Matrix): string {
    if (paint.kind === 'solid') return spellColour(paint.colour);
    const id = this.once(paint, base.join(), (made) =>
      paint.kind === 'tiling' ? this.tiling(made, paint, base) : gradientElement(made, paint, base),
    );
    return `url(#${id})`;
  }

  private tiling(id: string, { items, box, xStep, yStep, matrix }: Tiling, base: Matrix): string {
    const [left, bottom] = box;
    const place = `x="${spell(left, 4)}" y="${spell(bottom, 4)}" width="${spell(xStep, 6)}" height="${spell(yStep, 6)}"`;
    const content = this.items(items, [1, 0, 0, 1, 0, 0]);
    const transform = spellMatrix(concat(matrix, base));
    return `<pattern id="${id}" patternUnits="userSpaceOnUse" ${place} patternTransform="${transform}">${content}</pattern>`;
  }

  private stroke({ path, matrix, stroke, paint }: Extract<Item, { kind: 'stroke' }>, base: Matrix): string {
    const whole = concat(matrix, base);
    const isPlain = matrix.every((value, index) => value === (index === 0 || index === 3 ? 1 : 0));
    const scale = isPlain ? scaleOf(base) : 1;
    const digits = digitsUnder(whole);
    const d = isPlain ? spellPath(transformed(path, base), digitsOf(base)) : spellPath(path, digits);
    const thinnest = HAIRLINE / (isPlain ? 1 : scaleOf(whole) || 1);
    const look = strokeLook(stroke, scale, { thinnest, digits: digits + 2 });
    const transform = isPlain ? '' : ` transform="${spellMatrix(whole)}"`;
    const back = isPlain ? undefined : inverse(whole);
    return this.painted(paint, back ? concat(base, back) : base, (colour) => {
      return `<path d="${d}" fill="none" stroke="${colour}"${look}${transform}/>`;
    });
  }

  private glyph({ glyph, matrix, paint }: Extract<Item, { kind: 'glyph' }>, base: Matrix): string {
    const whole = concat(matrix, base);
    if (paint.kind !== 'solid') {
      return this.item({ kind: 'fill', path: transformed(glyph.path, matrix), rule: 'nonzero', paint, clip: undefined }, base);
    }
    const linear: Matrix = [whole[0], whole[1], whole[2], whole[3], 0, 0];
    const key = linear.map((value) => value.toPrecision(5)).join();
    const id = this.once(glyph, key, (made) => `<path id="${made}" d="${spellPath(transformed(glyph.path, linear), 2)}"/>`);
    return this.painted(paint, base, (fill) => {
      return `<use xlink:href="#${id}" x="${spell(whole[4])}" y="${spell(whole[5])}" fill="${fill}"/>`;
    });
  }

  private picture({ picture, matrix, isSmooth }: Extract<Item, { kind: 'picture' }>, base: Matrix): string {
    const { width, height } = picture;
    const whole = concat(concat([1 / width, 0, 0, -1 / height, 0, 1], matrix), base);
    const isCoarse = !isSmooth && scaleOf(whole) > 1.5;
    const look = isCoarse ? ' image-rendering="optimizeSpeed"' : '';
    const href = this.pictures.get(picture) ?? '';
    const size = `width="${width}" height="${height}" preserveAspectRatio="none"`;
    return `<image ${size}${look} transform="${spellMatrix(whole)}" xlink:href="${href}"/>`;
  }
}

function holds([left, bottom, right, top]: Box, inner: Box): boolean {
  return left <= inner[0] && bottom <= inner[1] && right >= inner[2] && top >= inner[3];
}

function digitsOf(base: Matrix): number {
  return base[0] === 1 / DEVICE_UNITS ? 2 : 4;
}

function strokeLook(
  { width, cap, join, miterLimit, dash, dashOffset }: Stroke,
  scale: number,
  { thinnest, digits }: { readonly thinnest: number; readonly digits: number },
): string {
  const size = (value: number): string => spell(value * scale, Math.max(2, digits));
  const parts = [` stroke-width="${width === 0 ? spell(thinnest, Math.max(2, digits)) : size(width)}"`];
  if (cap > 0) parts.push(` stroke-linecap="${CAPS[cap] ?? 'butt'}"`);
  if (join > 0) parts.push(` stroke-linejoin="${JOINS[join] ?? 'miter'}"`);
  else parts.push(` stroke-miterlimit="${spell(miterLimit)}"`);
  if (dash.length > 0) parts.push(` stroke-dasharray="${dash.map(size).join(' ')}"`);
  if (dash.length > 0 && dashOffset !== 0) parts.push(` stroke-dashoffset="${size(dashOffset)}"`);
  return parts.join('');
}
