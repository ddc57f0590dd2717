/** Work that takes some milliseconds each, one piece a task and in the order it was asked for: the page answers in between. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** @returns what gives up the place in the queue. */
  take(work: () => void): () => void {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) this.#goOn();
    return () => {
      const place = this.#waiting.indexOf(work);
      // The first keeps its task; there is only nothing to do in it.
      if (place === 0) this.#waiting[0] = nothing;
      else if (place > 0) this.#waiting.splice(place, 1);
    };
  }

  #goOn(): void {
    setTimeout(() => {
      const [work] = this.#waiting;
      try {
        work?.();
      } finally {
        this.#waiting.shift();
        if (this.#waiting.length > 0) this.#goOn();
      }
    });
  }
}

function nothing(): void {
  // Whose turn it was has left.
}
