import { createContext, useContext } from 'react';
import type { ZipCompression } from './save/save-file.ts';

/** The rules a screen sets for the list. */
export type ConverterScreen = {
  /** Files that "convert all" converts at the same time. */
  readonly parallel: number;
  /** When a file may be removed from the list. */
  readonly removal: 'always' | 'pending';
  /** Pausing, retrying and saving to a folder. */
  readonly controls: boolean;
  /** Compression of the zip of all results. */
  readonly zip: ZipCompression;
  readonly listHeading?: (count: number) => string;
  readonly convertAll?: string;
  /** Replaces `convertAll` while files are converted. */
  readonly running?: string;
};

export const USUAL_SCREEN: ConverterScreen = { parallel: 8, removal: 'always', controls: false, zip: 'none' };

const ScreenContext = createContext<ConverterScreen>(USUAL_SCREEN);

export const ScreenProvider = ScreenContext.Provider;

export function useScreen(): ConverterScreen {
  return useContext(ScreenContext);
}
