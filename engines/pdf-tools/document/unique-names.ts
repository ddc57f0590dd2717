/** Makes names unique with numbers, such as `total-2`. Any number of equal names takes linear time. */
export class UniqueNames {
  readonly #taken: Set<string>;
  /** Numbers up to this one are taken, by stem and extension. */
  readonly #last = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** Returns `stem-2extension` if `stemextension` is taken, and so on. */
  take(stem: string, extension = ''): string {
    const given = `${stem}${extension}`;
    let text = given;
    let number = this.#last.get(given) ?? 1;
    while (this.#taken.has(text)) {
      number += 1;
      text = `${stem}-${number}${extension}`;
    }
    this.#last.set(given, number);
    this.#taken.add(text);
    return text;
  }
}
