import type { OptionsSchema } from '@bakkum/conversion/options';

/** What every conversion can be asked. */
export const SOURCE_OPTIONS: OptionsSchema = {
  /** `1-3,5`; empty for all. */
  pages: { kind: 'text', maxLength: 200, default: '', advanced: true },
  /** Asked for when a document turns out to need it; never kept. */
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
};

/** 150 dots an inch show a page of A4 sharply on a screen; 300 are for printing. */
export const DRAW_OPTIONS: OptionsSchema = {
  dpi: { kind: 'number', min: 36, max: 1200, step: 1, unit: 'dpi', default: 150 },
  ...SOURCE_OPTIONS,
};

/** `flowing` joins the lines of paragraphs; `layout` leaves words where they stand. */
export const TEXT_OPTIONS: OptionsSchema = {
  textLayout: { kind: 'choice', values: ['flowing', 'layout'], default: 'flowing' },
  ...SOURCE_OPTIONS,
};
