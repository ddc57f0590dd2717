/** What the stand-in does wrong, on demand, beside what the buyer chose on its page. */
export type Fault =
  /** Answers the next call of that kind with that status. */
  | { readonly on: Endpoint; readonly kind: 'status'; readonly status: number }
  /** Does what it was asked, and loses the answer. */
  | { readonly on: Endpoint; readonly kind: 'lost-answer' }
  /** Loses the request: nothing is done. */
  | { readonly on: Endpoint; readonly kind: 'lost-request' }
  /** A refund that takes its time, or is refused. */
  | { readonly on: 'refund'; readonly kind: 'pending' | 'refused' }
  /** The next message is delivered twice, or held back until `release`, the last one first. */
  | { readonly on: 'event'; readonly kind: 'twice' | 'late' };
export type Endpoint = 'token' | 'create' | 'read' | 'capture' | 'refund';

export type Faults = {
  add(fault: Fault): void;
  take(on: Fault['on']): Fault | undefined;
  clear(): void;
};

export function createFaults(): Faults {
  let waiting: Fault[] = [];
  return {
    add: (fault) => void waiting.push(fault),
    take(on) {
      const found = waiting.find((fault) => fault.on === on);
      if (!found) return undefined;
      waiting = waiting.filter((fault) => fault !== found);
      return found;
    },
    clear() {
      waiting = [];
    },
  };
}
