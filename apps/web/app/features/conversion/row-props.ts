import type { ConversionCore } from './conversion-core.ts';
import type { FileItem } from './conversion-state.ts';
import type { ConversionStore } from './conversion-store.ts';

/** What the parts of one file's row are given. */
export type RowProps = {
  readonly item: FileItem;
  readonly core: ConversionCore;
  readonly store: ConversionStore;
  /** The only file: taking its result is the next thing to do on the screen. */
  readonly isAlone: boolean;
};
