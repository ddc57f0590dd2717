/** What may be added at once. The browser holds to it for work on the device, the server for what is sent to it. */
export type FileLimits = {
  /** Of one file. */
  readonly bytes: number;
  /** In one batch. */
  readonly files: number;
};

/** Without an account or with a free one, and with a paid plan. */
export const FILE_LIMITS: Readonly<Record<'free' | 'premium', FileLimits>> = {
  free: { bytes: 100_000_000, files: 50 },
  premium: { bytes: 2_000_000_000, files: 500 },
};
