import type { CrumbsView, PageLinkView } from '../../shell/breadcrumb.tsx';
import type { OptionLine } from './option-lines.server.ts';
import type { Question } from './questions.server.ts';

export type Heading = { readonly heading: string };
export type Passage = { readonly title: string; readonly body: string };

/** A link to another pair, shown as badges from → to. */
export type PairLinkView = { readonly path: string; readonly from: string; readonly to: string };

/** The content of a pair page, in its language. */
export type PairView = {
  readonly from: { readonly id: string; readonly name: string };
  readonly to: { readonly id: string; readonly name: string };
  readonly heading: string;
  readonly lead: string;
  readonly crumbs: CrumbsView;
  readonly chips: readonly string[];
  readonly dropHint: string;
  readonly notice?: string;
  readonly kept: Heading & { readonly lines: readonly string[] };
  readonly lost: Heading & { readonly lines: readonly string[] };
  readonly options: Heading & { readonly lines: readonly OptionLine[]; readonly rest?: string; readonly none?: string };
  readonly steps: Heading & { readonly items: readonly Passage[] };
  readonly tiles: readonly (Passage & { readonly icon: 'device' | 'light' | 'heavy' | 'proven' })[];
  readonly why?: Heading & { readonly body: string };
  readonly about: readonly (Passage & { readonly facts: string; readonly link: PageLinkView })[];
  readonly related: Heading & { readonly links: readonly PairLinkView[] };
  readonly more: Heading & { readonly links: readonly PairLinkView[]; readonly all: PageLinkView };
  readonly questions: Heading & { readonly items: readonly Question[] };
};

/** The content of the page for an unsupported pair. */
export type MissingView = {
  readonly heading: string;
  readonly body: string;
  readonly groups: readonly (Heading & { readonly links: readonly PairLinkView[] })[];
};

/** The content of a format page. */
export type FormatView = {
  readonly name: string;
  readonly title: string;
  readonly crumbs: CrumbsView;
  readonly about: string;
  readonly strength: Passage;
  readonly limit: Passage;
  readonly opens: Heading & { readonly programs: readonly string[] };
  readonly facts: Heading & { readonly lines: readonly { readonly name: string; readonly value: string }[] };
  readonly groups: readonly (Heading & { readonly links: readonly PairLinkView[]; readonly others?: string })[];
  /** Where some conversions do not work. */
  readonly limits?: Heading & { readonly lines: readonly string[] };
  readonly all: PageLinkView;
};

export const CATEGORIES = ['documents', 'images', 'audio', 'video', 'archives', 'code'] as const;
export type Category = (typeof CATEGORIES)[number];

/** A format in the list of all. */
export type ListedFormat = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly category: Category;
  /** Further search terms, in lower case. */
  readonly words: string;
  readonly to: number;
  readonly from: number;
  readonly hasPage: boolean;
  /** Position among the most converted formats; absent for others. */
  readonly rank?: number;
};

/** The content of the page of all formats. */
export type FormatListView = {
  readonly tools: {
    readonly heading: string;
    readonly groups: readonly {
      readonly heading: string;
      readonly links: readonly { readonly path: string; readonly text: string }[];
    }[];
  };
  readonly heading: string;
  readonly lead: string;
  readonly search: string;
  readonly searchHint: string;
  readonly category: string;
  readonly all: string;
  readonly none: string;
  readonly reads: string;
  readonly writes: string;
  readonly categories: Readonly<Record<Category, string>>;
  readonly tiles: readonly { readonly value: string; readonly text: string }[];
  readonly popular: Heading & { readonly links: readonly PairLinkView[] };
  readonly formats: readonly ListedFormat[];
};
