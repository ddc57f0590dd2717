import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import type { LastTargets } from './last-targets.ts';

type Choice = { readonly target: string; readonly hasFailed: boolean };

/** Failures of the file, the device or the server, which say nothing about the target. */
const OTHER_FAULTS: ReadonlySet<string> = new Set<ConversionErrorCode | 'worker-lost'>([
  'cancelled',
  'corrupt',
  'encrypted',
  'storage-full',
  'worker-lost',
  'wrong-password',
]);

/**
 * The targets the user chose. The last one of each source format is the default for later files: on this page until a conversion
 * to it fails, and on later pages once one completes.
 */
export class ChosenTargets {
  readonly #lastTargets: LastTargets | undefined;
  readonly #choices = new Map<string, Choice>();

  constructor(lastTargets: LastTargets | undefined) {
    this.#lastTargets = lastTargets;
  }

  choose(from: string, target: string): void {
    this.#choices.set(from, { target, hasFailed: false });
  }

  of(from: string): string | undefined {
    const choice = this.#choices.get(from);
    return choice && !choice.hasFailed ? choice.target : this.#lastTargets?.of(from);
  }

  /**
   * Learns how a conversion ended.
   * @param failure error code; undefined if it completed
   */
  ended(from: string, target: string, failure: string | undefined): void {
    if (this.#choices.get(from)?.target !== target) return;
    if (failure === undefined) this.#lastTargets?.remember(from, target);
    else if (OTHER_FAULTS.has(failure)) return;
    this.#choices.set(from, { target, hasFailed: failure !== undefined });
  }
}
