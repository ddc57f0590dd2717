type Stream = { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };

type Reporting = {
  /** Default: standard error. */
  readonly stream?: Stream;
  /** Milliseconds of a clock that only moves forward. */
  readonly now?: () => number;
};

export type Reporter = {
  /** Something has changed: redraws the line of a terminal. */
  update(): void;
  /** Makes room for a line that another stream writes to the same terminal. */
  clear(): void;
  /** Writes a line that stays. */
  print(line: string): void;
  end(): void;
};

export type Progress = Pick<Reporter, 'print' | 'end'> & {
  /** One more item is done, with this result. */
  add(result: string): void;
};

type Pace = {
  readonly done: number;
  /** Of `done`, how many an earlier run did. */
  readonly doneBefore?: number;
  readonly total: number;
  readonly elapsedMs: number;
};

export declare function durationText(milliseconds: number): string;
export declare function timeLeft(pace: Pace): number | undefined;
export declare function progressText(
  given: Pace & { readonly label: string; readonly counts: ReadonlyMap<string, number> },
): string;
export declare function startReporting(given: Reporting & { readonly textOf: (elapsedMs: number) => string }): Reporter;
export declare function startProgress(
  given: Reporting & { readonly label: string; readonly total: number; readonly doneBefore?: number },
): Progress;
