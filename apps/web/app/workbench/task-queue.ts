/** Runs pieces of work of a few milliseconds each, in order and one per task, so that the page stays responsive. */
export class TaskQueue {
  readonly #waiting: (() => void)[] = [];

  /** @returns a function that cancels the piece */
  add(work: () => void): () => void {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) this.#runNext();
    return () => {
      const place = this.#waiting.indexOf(work);
      // The first one keeps its task, which then does nothing.
      if (place === 0) this.#waiting[0] = nothing;
      else if (place > 0) this.#waiting.splice(place, 1);
    };
  }

  #runNext(): void {
    setTimeout(() => {
      const [work] = this.#waiting;
      try {
        work?.();
      } finally {
        this.#waiting.shift();
        if (this.#waiting.length > 0) this.#runNext();
      }
    });
  }
}

function nothing(): void {
  // The work was cancelled.
}
