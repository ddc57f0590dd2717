/** Zero crossings of the filter on each side: 70 dB of attenuation a tenth of an octave above the band. */
const CROSSINGS = 24;
/** Fraction of the band that passes unchanged. */
const PASSED = 0.92;
/** Filter phases between two source samples; more would not be audible. */
const MAX_PHASES = 512;

type Filter = { readonly reach: number; readonly phases: readonly Float32Array[] };

/** Resamples one channel with a windowed sinc filter, piece by piece. Time 0 stays time 0. */
export class Resampler {
  readonly #step: number;
  readonly #filter: Filter;
  /** Source samples still needed. The first has index `#start`, which is negative at first because silence is prepended. */
  #kept: Float32Array;
  #start: number;
  #received = 0;
  #written = 0;

  constructor(from: number, to: number) {
    this.#step = from / to;
    this.#filter = designFilter(from, to);
    this.#start = -this.#filter.reach;
    this.#kept = new Float32Array(this.#filter.reach);
  }

  push(samples: Float32Array): Float32Array {
    this.#received += samples.length;
    return this.#take(samples);
  }

  /** Returns the remaining samples, up to the length of the source. */
  end(): Float32Array {
    const last = this.#take(new Float32Array(this.#filter.reach + 1));
    const surplus = this.#written - Math.round(this.#received / this.#step);
    return surplus > 0 ? last.subarray(0, Math.max(0, last.length - surplus)) : last;
  }

  #take(samples: Float32Array): Float32Array {
    const { reach, phases } = this.#filter;
    const known = new Float32Array(this.#kept.length + samples.length);
    known.set(this.#kept);
    known.set(samples, this.#kept.length);
    const end = this.#start + known.length;
    const count = Math.max(0, Math.floor((end - reach - 1) / this.#step) - this.#written + 1);
    const out = new Float32Array(count);
    for (let index = 0; index < count; index += 1) {
      const { whole, phase } = this.#place(this.#written + index, phases.length);
      const taps = phases[phase] ?? new Float32Array();
      out[index] = weighted(known, whole - reach + 1 - this.#start, taps);
    }
    this.#written += count;
    const next = this.#place(this.#written, phases.length).whole - reach + 1 - this.#start;
    const from = Math.min(Math.max(0, next), known.length);
    this.#kept = known.slice(from);
    this.#start += from;
    return out;
  }

  #place(index: number, phases: number): { readonly whole: number; readonly phase: number } {
    const at = Math.round(index * this.#step * phases);
    return { whole: Math.floor(at / phases), phase: at % phases };
  }
}

function weighted(samples: Float32Array, start: number, taps: Float32Array): number {
  let sum = 0;
  for (let tap = 0; tap < taps.length; tap += 1) sum += (samples[start + tap] ?? 0) * (taps[tap] ?? 0);
  return sum;
}

/** Computes a sinc filter for each phase under a Blackman window, each normalized to a sum of one. */
function designFilter(from: number, to: number): Filter {
  const band = Math.min(1, to / from) * PASSED;
  const reach = Math.ceil(CROSSINGS / band);
  const count = Math.min(to / commonDivisor(from, to), MAX_PHASES);
  const phases = Array.from({ length: count }, (_, phase) => {
    const taps = Float32Array.from({ length: 2 * reach }, (__, tap) => sincAt(tap - reach + 1 - phase / count, band, reach));
    const sum = taps.reduce((total, tap) => total + tap, 0);
    return taps.map((tap) => tap / sum);
  });
  return { reach, phases };
}

function sincAt(at: number, band: number, reach: number): number {
  const angle = Math.PI * at * band;
  const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
  const place = (Math.PI * at) / reach;
  return sinc * Math.max(0, 0.42 + 0.5 * Math.cos(place) + 0.08 * Math.cos(2 * place));
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
