import { findJoin, lend, type Mp3Frame, mp3Frame, silenced, withLargerReservoir } from './mp3-frames.ts';

/** Frames before a part's own audio, which let the encoder lose its previous state. */
export const LEAD_FRAMES = 12;
/**
 * Frames after a part's own audio, which are candidates for the switch to the next part. Encoders fill the reservoir as fast as
 * they use it, so a few suffice.
 */
export const JOIN_FRAMES = 24;
/** Frames an encoder holds back until it has seen the next ones. */
export const HELD_FRAMES = 4;

/** A separately encoded piece of audio, extended before and after its own range. */
type Part = {
  /** Output index of the part's first frame, and of the first frame in its own range. */
  readonly first: number;
  readonly own: number;
  readonly frames: Mp3Frame[];
};

/** Joins parts that are encoded in parallel into one stream, as if by a single encoder. */
export class PartJoiner {
  readonly #emit: (frame: Uint8Array) => void;
  readonly #parts: Part[] = [];
  /** Frames of the first part that were already emitted or belong to the previous part. */
  #taken = 0;

  constructor(emit: (frame: Uint8Array) => void) {
    this.#emit = emit;
  }

  /** Starts the next part in order. The returned function receives the frames of the part as they are encoded. */
  begin(first: number, own: number): (frame: Uint8Array) => void {
    const part: Part = { first, own, frames: [] };
    this.#parts.push(part);
    return (frame) => {
      part.frames.push(mp3Frame(frame));
      this.#join();
    };
  }

  /** Called when all frames have arrived: emits the last part to its end. */
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

/** Whether all candidate frames for the switch to `next` have arrived. */
function isWhole({ first, frames }: Part, { own }: Part): boolean {
  return first + frames.length >= own + JOIN_FRAMES;
}

/** @returns the frames of the part that count, and the first frame of the next part that does */
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
  const larger = withLargerReservoir(last, lacking);
  return larger && [...frames.slice(0, -1), larger];
}

/** At the maximum bit rate no frame can grow, so a silent frame of a fortieth of a second provides the space. */
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
