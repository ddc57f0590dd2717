export type Problem = {
  /** Stable code for programs, such as `INVALID_FORMAT`. */
  readonly code: string;
  /** HTTP status; 0 for a failed job or if there is no response. */
  readonly status: number;
  /** Details for recovery, depending on the code: `supported_formats`, `fields`, …. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Seconds until the next try. */
  readonly retryAfter?: number;
};

/** A failed request or job. `message` is a sentence for people. */
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
