import { findJoin, lend, type Mp3Frame, mp3Frame, silenced, withMoreRoom } from './mp3-frames.ts';

/** Of a part, before its own sound: what the encoder needs to forget what it had before. */
export const LEAD_FRAMES = 12;
/** Behind it: moments at which the next part may take over. Encoders lend about as much as they borrow, so a few would do. */
export const JOIN_FRAMES = 24;
/** Frames an encoder keeps to itself until it has seen what follows. */
export const HELD_FRAMES = 4;

/** A piece of sound encoded by itself, some more of it before and behind than is its own. */
type Part = {
  /** Index in the whole of the part's first frame, and of the first that is its own. */
  readonly first: number;
  readonly own: number;
  readonly frames: Mp3Frame[];
};

/** Puts parts that are encoded at the same time together into one stream, as if one encoder had made it. */
export class PartJoiner {
  readonly #emit: (frame: Uint8Array) => void;
  readonly #parts: Part[] = [];
  /** Frames of the first part that were put out already, or that the part before it had. */
  #taken = 0;

  constructor(emit: (frame: Uint8Array) => void) {
    this.#emit = emit;
  }

  /** Parts begin in their order. The answer takes the part's frames as they come. */
  begin(first: number, own: number): (frame: Uint8Array) => void {
    const part: Part = { first, own, frames: [] };
    this.#parts.push(part);
    return (frame) => {
      part.frames.push(mp3Frame(frame));
      this.#join();
    };
  }

  /** All frames are there: the last part is put out to its end. */
  end(): void {
    this.#join();
    const [last] = this.#parts.splice(0);
    for (const { bytes } of last?.frames.slice(this.#taken) ?? []) this.#emit(bytes);
  }

  #join(): void {
    for (;;) {
      const [part, next] = this.#parts;
      if (!part || !next || !isWhole(part, next) || !isWhole(next, next)) return;
      const [before, start] = joinOf(part, next);
      for (const { bytes } of before.slice(this.#taken)) this.#emit(bytes);
      this.#taken = start;
      this.#parts.shift();
    }
  }
}

/** Whether all moments are there at which `next` may take over. */
function isWhole({ first, frames }: Part, { own }: Part): boolean {
  return first + frames.length >= own + JOIN_FRAMES;
}

/** @returns the frames of the part that count, and from which one on those of the next do. */
function joinOf(part: Part, next: Part): readonly [before: readonly Mp3Frame[], start: number] {
  const moments = Array.from({ length: JOIN_FRAMES }, (_, index) => next.own + index);
  const candidates = moments.map((moment) => [moment - part.first, moment - next.first] as const);
  const join = findJoin([part.frames, next.frames], candidates);
  const before = join && withRoom(part.frames.slice(0, join.inBefore), join.lacking);
  if (!join || !before) return [part.frames.slice(0, next.own - part.first), silentJoin(next)];
  lend(before, next.frames.slice(0, join.inAfter), next.frames[join.inAfter]?.borrowed ?? 0);
  return [before, join.inAfter];
}

function withRoom(frames: readonly Mp3Frame[], lacking: number): readonly Mp3Frame[] | undefined {
  const last = frames.at(-1);
  if (lacking === 0 || !last) return frames;
  const larger = withMoreRoom(last, lacking);
  return larger && [...frames.slice(0, -1), larger];
}

/** At the highest rate of all no frame can be larger: there one without sound, of a fortieth of a second, makes room. */
function silentJoin(next: Part): number {
  const start = next.own - next.first;
  let room = 0;
  for (const [index, frame] of next.frames.entries()) {
    if (index < start) continue;
    if (room >= frame.borrowed) break;
    const quiet = silenced(frame);
    next.frames[index] = quiet;
    room += quiet.bytes.length - quiet.roomStart;
  }
  return start;
}
