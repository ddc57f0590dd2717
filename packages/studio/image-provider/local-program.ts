import { z } from 'zod';

/** What runs at an address of the operator's own machine. */
export type LocalProgram = {
  readonly models: readonly string[];
  readonly samplers: readonly string[];
  /** Values to set in addition to the address, by the short names of the manifest. */
  readonly settings: Readonly<Record<string, string>>;
};

const MAX_NAME_LENGTH = 200;

/** Names that a program lists. Those that no setting can hold are left out. */
export const programNames = z
  .array(z.string())
  .transform((names) => names.filter((name) => name.length <= MAX_NAME_LENGTH && /^[^\p{Cc}\p{Cf}"]+$/u.test(name)));
