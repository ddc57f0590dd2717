import type { Operation } from '@bakkum/conversion/engine';
import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { createContext, type ReactNode, useContext } from 'react';
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
  /** Settings of all files, where there is no column for them beside the list. */
  readonly settings?: { readonly label: string; readonly form: ReactNode };
  /** For pages of one tool, such as "Split PDF". */
  readonly tool?: ToolPreset;
};

export type ToolPreset = {
  /** Options shown first. */
  readonly options: readonly string[];
  /** Values they start with, for files that keep their format. */
  readonly values: OptionValues;
  /** Several files become one as soon as they are added. */
  readonly combines: boolean;
  /** Compares or signs the first files instead of converting them. */
  readonly operation?: Operation;
};

/** Moves the options of the tool to the front, where they are shown without being unfolded. */
export function toolFirst(schema: OptionsSchema, tool: ToolPreset | undefined): OptionsSchema {
  const own = (tool?.options ?? []).flatMap((name) => {
    const field = schema[name];
    return field ? [[name, { ...field, advanced: false }] as const] : [];
  });
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(Object.entries(schema).filter(([name]) => !tool?.options.includes(name))),
  };
}

export const USUAL_PRESET: ConverterPreset = { removal: 'always', controls: false, zip: 'none' };

const PresetContext = createContext<ConverterPreset>(USUAL_PRESET);

export const PresetProvider = PresetContext.Provider;

export function usePreset(): ConverterPreset {
  return useContext(PresetContext);
}
