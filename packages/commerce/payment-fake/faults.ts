/** Faults the fake produces on request, in addition to the outcomes the buyer can choose on its page. */
export type Fault =
  /** Answers the next call of that kind with this status. */
  | { readonly on: Endpoint; readonly kind: 'status'; readonly status: number }
  /** Performs the request and drops the response. */
  | { readonly on: Endpoint; readonly kind: 'lost-answer' }
  /** Drops the request without performing it. */
  | { readonly on: Endpoint; readonly kind: 'lost-request' }
  /** Makes the next refund pending or refused. */
  | { readonly on: 'refund'; readonly kind: 'pending' | 'refused' }
  /** Delivers the next message twice, or holds it until `release`, which sends the last one first. */
  | { readonly on: 'event'; readonly kind: 'twice' | 'late' };
export type Endpoint = 'token' | 'create' | 'read' | 'capture' | 'refund' | 'revise' | 'cancel';

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
