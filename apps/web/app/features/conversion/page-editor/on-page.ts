import type { OptionValues } from '@bakkum/conversion/options';
import type { OpenedPages } from './use-pdf-pages.ts';

/** Options that are edited on one large page. A tool page opens the editor of the first one it lists. */
export const ON_PAGE = ['additions', 'redactAreas', 'cropAreas', 'fields'] as const;
export type OnPage = (typeof ON_PAGE)[number];

export type OnPageEditorProps = {
  readonly pages: OpenedPages;
  readonly options: OptionValues;
  readonly isDisabled: boolean;
  readonly onChange: (options: OptionValues) => void;
  /** Shows all pages again. */
  readonly onClose: () => void;
};
