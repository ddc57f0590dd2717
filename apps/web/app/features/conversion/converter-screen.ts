import { createContext, useContext } from 'react';
import type { ZipCompression } from './save-file.ts';

/** What a screen with the converter on it decides for the list. */
export type ConverterScreen = {
  /** Files converted at once by "convert all". */
  readonly parallel: number;
  /** When a file may be taken off the list. */
  readonly removal: 'always' | 'pending';
  /** Added files become what suits them best, and their rows say why. */
  readonly smart: boolean;
  /** Pausing, retrying and saving to a folder. */
  readonly controls: boolean;
  /** Of the zip of all results. */
  readonly zip: ZipCompression;
  readonly listHeading?: (count: number) => string;
  readonly convertAll?: string;
  /** In its place while files are converted. */
  readonly running?: string;
};

export const USUAL_SCREEN: ConverterScreen = { parallel: 8, removal: 'always', smart: false, controls: false, zip: 'none' };

const ScreenContext = createContext<ConverterScreen>(USUAL_SCREEN);

export const ScreenProvider = ScreenContext.Provider;

export function useScreen(): ConverterScreen {
  return useContext(ScreenContext);
}
