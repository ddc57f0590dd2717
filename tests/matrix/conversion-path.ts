import type { FormatId } from '@bakkum/conversion/engine';
import type { Fidelity } from '@bakkum/conversion/fidelity';
import type { Playback } from './playback.ts';

/** A file of the folder under test. */
export type Source = { readonly file: string; readonly from: FormatId };

/** Result of one conversion. `files` are in the output folder of the `ConversionPath`. */
export type Outcome =
  | {
      readonly ok: true;
      readonly files: readonly string[];
      readonly route: string;
      readonly fidelity: Fidelity;
      readonly bytesOut: number;
      /** Time on a worker, as the product measures it. */
      readonly milliseconds: number;
      /** Of the first result, where a browser converted to a format browsers play. */
      readonly playback?: Playback;
    }
  | { readonly ok: false; readonly code: string; readonly milliseconds: number };

/** One way of converting: worker threads as on the command line, or the built site in a browser. */
export type ConversionPath = {
  /** Returns every format that some plan reaches from this file, proven or not. */
  targetsOf(source: Source): Promise<readonly FormatId[]>;
  /** Never rejects: a dead worker or page gives code `crashed`, a passed deadline `timeout`. `stem` names the results. */
  convert(source: Source, to: FormatId, stem: string): Promise<Outcome>;
  close(): Promise<void>;
};

/** Maximum number of results of one conversion that are written and judged: the first ones and the last. */
export const MAX_JUDGED = 4;
