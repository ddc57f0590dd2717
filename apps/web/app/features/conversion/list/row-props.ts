import type { ConversionCore } from '../conversion-core.ts';
import type { FileItem } from './conversion-state.ts';
import type { ConversionStore } from './conversion-store.ts';

/** Props of the parts of a file's row. */
export type RowProps = {
  readonly item: FileItem;
  readonly core: ConversionCore;
  readonly store: ConversionStore;
  /** The only file: downloading its result is the primary action of the screen. */
  readonly isAlone: boolean;
};
