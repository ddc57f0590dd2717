export type Problem = {
  /** Stable, for programs: `INVALID_FORMAT`. */
  readonly code: string;
  /** Of the answer; 0 where there was none, and for a job that failed. */
  readonly status: number;
  /** What helps to go on: `supported_formats`, `fields`, … by the code. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Seconds after which it may be tried again. */
  readonly retryAfter?: number;
};

/** Why something was not done. `message` is a sentence for people. */
export class BakkumError extends Error {
  override readonly name = 'BakkumError';
  readonly code: string;
  readonly status: number;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly retryAfter: number | undefined;

  constructor(message: string, { code, status, detail = {}, retryAfter }: Problem, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }
}
