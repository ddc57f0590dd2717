/** Pages of tools: the converter with a fixed target and the options of one task first, such as "Merge PDF". */
import type { FormatId, Operation } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';

export type ToolText = {
  /** Common search phrase, used as heading and title of the page. */
  readonly title: string;
  /** For links. */
  readonly name: string;
  readonly description: string;
  readonly lead: string;
  readonly points: readonly [string, string, string];
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
};

export type ToolKind = 'pdf' | 'image' | 'video' | 'audio';

export type Tool = {
  readonly slug: string;
  readonly kind: ToolKind;
  /** Formats that the page names. The page is offered if all of them are proven; the first has its format page in the breadcrumb. */
  readonly formats: readonly [FormatId, ...FormatId[]];
  /** Format of the results. `same` keeps the format of every file. */
  readonly to: FormatId;
  /** Options that are shown first. */
  readonly options: readonly string[];
  /** Values the options start with, for files that keep their format. */
  readonly values: OptionValues;
  /** Several files become one as soon as they are added. */
  readonly combines?: true;
  /** Instead of converting files, compares the first two, or signs the first one. */
  readonly operation?: Operation;
  readonly en: ToolText;
  readonly ko: ToolText;
};
