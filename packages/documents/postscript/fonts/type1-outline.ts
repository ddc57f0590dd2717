import { type Path, PathBuilder, transformed } from '../graphics/path.ts';

/** Parts of a font that a glyph's program may use. */
export type Type1Source = {
  /** A decrypted subroutine. */
  subroutine(index: number): Uint8Array | undefined;
  /** The program of a glyph of the standard encoding, for accented letters. */
  standardGlyph(code: number): Uint8Array | undefined;
};

export type Type1Glyph = { readonly path: Path; readonly width: readonly [number, number]; readonly sideBearing: number };

const MAX_STEPS = 50_000;
const MAX_DEPTH = 12;

/** Runs the program of a Type 1 glyph (Adobe Type 1 Font Format, chapter 6). Hints are ignored. */
export function type1Outline(program: Uint8Array, source: Type1Source): Type1Glyph {
  const run = new Type1Run(source);
  run.program(program, 0);
  return run.result();
}

class Type1Run {
  private readonly source: Type1Source;
  private readonly builder = new PathBuilder();
  private stack: number[] = [];
  /** Arguments of a PostScript subroutine, for popping. */
  private handed: number[] = [];
  private x = 0;
  private y = 0;
  private width: readonly [number, number] = [0, 0];
  private sideBearing = 0;
  private flex: number[] | undefined;
  private steps = 0;
  private isDone = false;
  private accents:
    | { readonly base: Uint8Array; readonly accent: Uint8Array; readonly dx: number; readonly dy: number }
    | undefined;

  constructor(source: Type1Source) {
    this.source = source;
  }

  result(): Type1Glyph {
    const { accents, width, sideBearing } = this;
    if (!accents) return { path: this.builder.finished(), width, sideBearing };
    const base = type1Outline(accents.base, this.source);
    const accent = type1Outline(accents.accent, this.source);
    const both = new PathBuilder();
    both.append(base.path);
    both.append(transformed(accent.path, [1, 0, 0, 1, accents.dx, accents.dy]));
    return { path: both.finished(), width, sideBearing };
  }

  program(bytes: Uint8Array, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (let at = 0; at < bytes.length && !this.isDone; ) {
      const byte = bytes[at] ?? 0;
      at += 1;
      this.steps += 1;
      if (this.steps > MAX_STEPS) return;
      if (byte >= 32) at = this.operand(bytes, at, byte);
      else if (byte === 12) {
        this.escaped(bytes[at] ?? 0);
        at += 1;
      } else if (byte === 10) this.subroutine(depth);
      else if (byte === 11) return;
      else this.command(byte);
    }
  }

  private operand(bytes: Uint8Array, at: number, byte: number): number {
    if (byte <= 246) this.stack.push(byte - 139);
    else if (byte <= 250) this.stack.push((byte - 247) * 256 + (bytes[at] ?? 0) + 108);
    else if (byte <= 254) this.stack.push(-(byte - 251) * 256 - (bytes[at] ?? 0) - 108);
    else {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
      this.stack.push((a << 24) | (b << 16) | (c << 8) | d);
      return at + 4;
    }
    return byte <= 246 ? at : at + 1;
  }

  private subroutine(depth: number): void {
    const program = this.source.subroutine(this.stack.pop() ?? -1);
    if (program) this.program(program, depth + 1);
  }

  private command(byte: number): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.stack;
    const commands: Readonly<Record<number, () => void>> = {
      4: () => this.move(0, a),
      5: () => this.line(a, b),
      6: () => this.line(a, 0),
      7: () => this.line(0, a),
      8: () => this.curve(a, b, c, d, e, f),
      9: () => this.builder.close(),
      13: () => this.begin(a, 0, b, 0),
      14: () => {
        this.isDone = true;
      },
      21: () => this.move(a, b),
      22: () => this.move(a, 0),
      30: () => this.curve(0, a, b, c, d, 0),
      31: () => this.curve(a, 0, b, c, 0, d),
    };
    commands[byte]?.();
    this.stack = [];
  }

  private escaped(byte: number): void {
    const { stack } = this;
    if (byte === 12) {
      const divisor = stack.pop() ?? 1;
      stack.push((stack.pop() ?? 0) / (divisor || 1));
      return;
    }
    if (byte === 16) {
      this.otherSubroutine();
      return;
    }
    if (byte === 17) {
      stack.push(this.handed.pop() ?? 0);
      return;
    }
    this.escapedCommand(byte);
    this.stack = [];
  }

  private escapedCommand(byte: number): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = this.stack;
    if (byte === 6) this.accented(a, b, c, d, e);
    else if (byte === 7) this.begin(a, b, c, d);
    else if (byte === 33) {
      this.x = a;
      this.y = b;
    }
  }

  private begin(x: number, y: number, width: number, height: number): void {
    this.x = x;
    this.y = y;
    this.sideBearing = x;
    this.width = [width, height];
  }

  private accented(bearing: number, dx: number, dy: number, base: number, accent: number): void {
    const [first, second] = [this.source.standardGlyph(base), this.source.standardGlyph(accent)];
    if (first && second) this.accents = { base: first, accent: second, dx: dx + this.sideBearing - bearing, dy };
    this.isDone = true;
  }

  /** 0 to 2 are flex, 3 replaces hints; others only return their arguments. */
  private otherSubroutine(): void {
    const { stack } = this;
    const index = stack.pop() ?? 0;
    const count = Math.max(0, stack.pop() ?? 0);
    const values = stack.splice(Math.max(0, stack.length - count));
    if (index === 1) this.flex = [];
    else if (index === 0) this.endFlex();
    else if (index === 3) this.handed = [3];
    else if (index !== 2) this.handed = values.reverse();
  }

  /** Seven points were collected; the first is only the reference for the others. */
  private endFlex(): void {
    const points = this.flex ?? [];
    this.flex = undefined;
    const [, , a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0, l = 0] = points;
    if (points.length >= 14) {
      this.startPart();
      this.builder.curve([a, b, c, d, e, f]);
      this.builder.curve([g, h, i, j, k, l]);
    }
    this.handed = [this.y, this.x];
  }

  private move(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    if (this.flex) this.flex.push(this.x, this.y);
    else this.builder.move(this.x, this.y);
  }

  private startPart(): void {
    if (!this.builder.current()) this.builder.move(this.x, this.y);
  }

  private line(dx: number, dy: number): void {
    this.startPart();
    this.x += dx;
    this.y += dy;
    this.builder.line(this.x, this.y);
  }

  private curve(...[a, b, c, d, e, f]: readonly [number, number, number, number, number, number]): void {
    this.startPart();
    const [x1, y1] = [this.x + a, this.y + b];
    const [x2, y2] = [x1 + c, y1 + d];
    this.x = x2 + e;
    this.y = y2 + f;
    this.builder.curve([x1, y1, x2, y2, this.x, this.y]);
  }
}
