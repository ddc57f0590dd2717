import type { FormatId } from '@bakkum/conversion/engine';
import type { Fidelity } from '@bakkum/conversion/fidelity';

/** A file of the folder under test. */
export type Source = { readonly file: string; readonly from: FormatId };

/** What came of one conversion. `files` lie in the folder the path was asked to write to. */
export type Outcome =
  | {
      readonly ok: true;
      readonly files: readonly string[];
      readonly route: string;
      readonly fidelity: Fidelity;
      readonly bytesOut: number;
      /** As the product measures it: time on a worker. */
      readonly milliseconds: number;
    }
  | { readonly ok: false; readonly code: string; readonly milliseconds: number };

/** One way of converting: worker threads as the command line uses them, or the built site in a browser. */
export type ConversionPath = {
  /** Every format some plan leads to from this file, proven or not. */
  targetsOf(source: Source): Promise<readonly FormatId[]>;
  /** Never rejects: a dead worker or page is code `crashed`, a passed deadline `timeout`. `stem` names the results. */
  convert(source: Source, to: FormatId, stem: string): Promise<Outcome>;
  close(): Promise<void>;
};

/** No more results of one conversion than this are written and judged: the first ones and the last. */
export const MOST_JUDGED = 4;
