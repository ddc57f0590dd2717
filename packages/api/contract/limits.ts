/** Limits for adding files. The browser applies them to local work, the server to uploads. */
export type FileLimits = {
  /** Maximum bytes of one file. */
  readonly bytes: number;
  /** Maximum files in one batch. */
  readonly files: number;
};

/** `free`: without an account or with a free one. `premium`: with a paid plan. */
export const FILE_LIMITS: Readonly<Record<'free' | 'premium', FileLimits>> = {
  free: { bytes: 100_000_000, files: 50 },
  premium: { bytes: 2_000_000_000, files: 500 },
};

/** Maximum files of one API job. Together they may have the size that the plan allows for one. */
export const MAX_INPUTS = 100;
