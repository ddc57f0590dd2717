import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

export type Point = readonly [x: number, y: number];
/**
 * A closed path: a start point, then cubic curves with two control points. Straight segments have their control points on the end
 * points.
 */
export type Cubic = { readonly start: Point; readonly curves: readonly (readonly [Point, Point, Point])[] };

/** Maximum depth of subroutine calls (Technical Note 5177, appendix B). */
const MAX_CALLS = 10;
/** Operator limit per glyph; the densest have about ten thousand. */
const MAX_STEPS = 500_000;

/** Interprets the charstring of one glyph (Adobe Technical Note 5177, "The Type 2 Charstring Format"); hints are skipped. */
export class Charstring {
  readonly #globals: readonly Bytes[];
  readonly #locals: readonly Bytes[];
  readonly #paths: { start: Point; curves: [Point, Point, Point][] }[] = [];
  #stack: number[] = [];
  #at: Point = [0, 0];
  #hints = 0;
  #steps = 0;
  #isDone = false;

  constructor(globals: readonly Bytes[], locals: readonly Bytes[]) {
    this.#globals = globals;
    this.#locals = locals;
  }

  /** Errors: RangeError if truncated; `corrupt`; `unsupported-feature` for arithmetic and accents of old fonts. */
  run(code: Bytes): readonly Cubic[] {
    this.#execute(code, 0);
    return this.#paths.filter(({ curves }) => curves.length > 0);
  }

  #execute(code: Bytes, depth: number): void {
    if (depth > MAX_CALLS) throw new ConversionError('corrupt', 'subroutines without end');
    const view = viewOf(code);
    for (let at = 0; at < code.length && !this.#isDone; ) {
      const first = view.getUint8(at);
      at += 1;
      if (first >= 32 || first === 28) {
        at += this.#push(view, at, first);
        continue;
      }
      this.#steps += 1;
      if (this.#steps > MAX_STEPS) throw new ConversionError('corrupt', 'a glyph without end');
      if (first === 11) return;
      if (first === 10) this.#call(this.#locals, depth);
      else if (first === 29) this.#call(this.#globals, depth);
      else if (first === 19 || first === 20) {
        this.#hints += this.#stack.length >> 1;
        this.#stack = [];
        at += (this.#hints + 7) >> 3;
      } else if (first === 12) {
        this.#flex(view.getUint8(at));
        at += 1;
      } else this.#draw(first);
    }
  }

  #push(view: DataView, at: number, first: number): number {
    if (this.#stack.length > 512) throw new ConversionError('corrupt', 'a stack without end');
    if (first === 28) this.#stack.push(view.getInt16(at));
    else if (first === 255) this.#stack.push(view.getInt32(at) / 65_536);
    else if (first >= 251) this.#stack.push(-(first - 251) * 256 - view.getUint8(at) - 108);
    else if (first >= 247) this.#stack.push((first - 247) * 256 + view.getUint8(at) + 108);
    else this.#stack.push(first - 139);
    if (first === 28) return 2;
    return first === 255 ? 4 : first >= 247 ? 1 : 0;
  }

  #call(subroutines: readonly Bytes[], depth: number): void {
    const count = subroutines.length;
    const bias = count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768;
    const code = subroutines[(this.#stack.pop() ?? 0) + bias];
    if (!code) throw new ConversionError('corrupt', 'a subroutine that is not there');
    this.#execute(code, depth + 1);
  }

  #draw(operator: number): void {
    const values = this.#stack;
    this.#stack = [];
    switch (operator) {
      case 1:
      case 3:
      case 18:
      case 23:
        this.#hints += values.length >> 1;
        break;
      case 21:
        this.#move(values.at(-2) ?? 0, values.at(-1) ?? 0); // a width may precede the arguments
        break;
      case 22:
        this.#move(values.at(-1) ?? 0, 0);
        break;
      case 4:
        this.#move(0, values.at(-1) ?? 0);
        break;
      case 14:
        if (values.length >= 4) throw new ConversionError('unsupported-feature', 'an accent of two glyphs');
        this.#isDone = true;
        break;
      default:
        this.#lines(operator, values);
    }
  }

  #lines(operator: number, values: readonly number[]): void {
    switch (operator) {
      case 5:
        this.#straight(values);
        break;
      case 6:
      case 7:
        for (const [index, value] of values.entries())
          if ((index % 2 === 0) === (operator === 6)) this.#line(value, 0);
          else this.#line(0, value);
        break;
      case 8:
        this.#curved(values);
        break;
      case 24:
        this.#curved(values.slice(0, -2));
        this.#straight(values.slice(-2));
        break;
      case 25:
        this.#straight(values.slice(0, -6));
        this.#curved(values.slice(-6));
        break;
      case 26:
      case 27:
        this.#along(operator === 27, values);
        break;
      case 30:
      case 31:
        this.#turning(operator === 31, values);
        break;
      default:
        throw new ConversionError('unsupported-feature', `operator ${operator} of a glyph`);
    }
  }

  #straight(values: readonly number[]): void {
    for (let at = 0; at + 1 < values.length; at += 2) this.#line(values[at] ?? 0, values[at + 1] ?? 0);
  }

  #curved(values: readonly number[]): void {
    for (let at = 0; at + 5 < values.length; at += 6) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values.slice(at, at + 6);
      this.#curve(a, b, c, d, e, f);
    }
  }

  /** Draws curves that start and end horizontally, or start and end vertically. */
  #along(isAcross: boolean, values: readonly number[]): void {
    const odd = values.length % 4;
    let aside = odd === 1 ? (values[0] ?? 0) : 0;
    for (let at = odd === 1 ? 1 : 0; at + 3 < values.length; at += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = values.slice(at, at + 4);
      if (isAcross) this.#curve(a, aside, b, c, d, 0);
      else this.#curve(aside, a, b, c, 0, d);
      aside = 0;
    }
  }

  /** Draws curves that alternate between horizontal and vertical tangents. */
  #turning(beginsAcross: boolean, values: readonly number[]): void {
    let isAcross = beginsAcross;
    for (let at = 0; at + 3 < values.length; at += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = values.slice(at, at + 4);
      const last = values.length - at === 5 ? (values[at + 4] ?? 0) : 0;
      if (isAcross) this.#curve(a, 0, b, c, last, d);
      else this.#curve(0, a, b, c, d, last);
      isAcross = !isAcross;
    }
  }

  /** Draws a flex: two curves with shared values omitted. */
  #flex(operator: number): void {
    const values = this.#stack;
    this.#stack = [];
    const at = (index: number): number => values[index] ?? 0;
    if (operator === 35) this.#curved(values.slice(0, 12));
    else if (operator === 34) this.#curved([at(0), 0, at(1), at(2), at(3), 0, at(4), 0, at(5), -at(2), at(6), 0]);
    else if (operator === 36)
      this.#curved([at(0), at(1), at(2), at(3), at(4), 0, at(5), 0, at(6), at(7), at(8), -(at(1) + at(3) + at(7))]);
    else if (operator === 37) this.#flexToLevel(values);
    else throw new ConversionError('unsupported-feature', `operator 12 ${operator} of a glyph`);
  }

  /** The last number applies to the longer axis; on the other axis the end is level with the start. */
  #flexToLevel(values: readonly number[]): void {
    const along = (first: number): number =>
      values.slice(0, 10).reduce((sum, value, at) => (at % 2 === first ? sum + value : sum), 0);
    const [x, y, last] = [along(0), along(1), values[10] ?? 0];
    this.#curved([...values.slice(0, 10), ...(Math.abs(x) > Math.abs(y) ? [last, -y] : [-x, last])]);
  }

  #move(x: number, y: number): void {
    this.#at = [this.#at[0] + x, this.#at[1] + y];
    this.#paths.push({ start: this.#at, curves: [] });
  }

  #line(x: number, y: number): void {
    const from = this.#at;
    this.#at = [from[0] + x, from[1] + y];
    this.#paths.at(-1)?.curves.push([from, this.#at, this.#at]);
  }

  #curve(x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    const one: Point = [this.#at[0] + x1, this.#at[1] + y1];
    const two: Point = [one[0] + x2, one[1] + y2];
    this.#at = [two[0] + x3, two[1] + y3];
    this.#paths.at(-1)?.curves.push([one, two, this.#at]);
  }
}
