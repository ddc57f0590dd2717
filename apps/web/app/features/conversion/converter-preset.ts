import { createContext, useContext } from 'react';
import type { ZipCompression } from './save/save-file.ts';

/** What a route changes about the workbench, which is otherwise the same everywhere. */
export type ConverterPreset = {
  /** When a file may be removed from the list. */
  readonly removal: 'always' | 'pending';
  /** Pausing and retrying, for long runs. */
  readonly controls: boolean;
  /** Compression of the zip of all results. */
  readonly zip: ZipCompression;
  readonly listHeading?: (count: number) => string;
  /** Replaces the label of the button that starts all files. */
  readonly convertLabel?: string;
};

export const USUAL_PRESET: ConverterPreset = { removal: 'always', controls: false, zip: 'none' };

const PresetContext = createContext<ConverterPreset>(USUAL_PRESET);

export const PresetProvider = PresetContext.Provider;

export function usePreset(): ConverterPreset {
  return useContext(PresetContext);
}
