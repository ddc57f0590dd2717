import type { FormatId } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { type Locale, localePath } from '@bakkum/i18n/locale';
import { spokenName } from '@bakkum/registry/offered-pairs';
import { type Tool, toolPath, tools } from '@bakkum/registry/tools';
import type { Site } from '@bakkum/site/brand';
import {
  type Structured,
  structuredApplication,
  structuredCrumbs,
  structuredQuestions,
} from '../../document/structured-data.server.ts';
import type { CrumbsView } from '../../shell/breadcrumb.tsx';
import { wordsIn } from './words.server.ts';

type ToolLink = { readonly path: string; readonly text: string };

export type ToolView = {
  readonly crumbs: CrumbsView;
  readonly heading: string;
  readonly lead: string;
  readonly dropHint: string;
  readonly points: readonly string[];
  readonly questions: {
    readonly heading: string;
    readonly items: readonly { readonly question: string; readonly answer: string }[];
  };
  readonly others: { readonly heading: string; readonly links: readonly ToolLink[] };
  readonly to: FormatId;
  readonly options: readonly string[];
  readonly values: OptionValues;
  readonly combines: boolean;
  readonly operation?: Tool['operation'];
};

export type ToolPage = { readonly title: string; readonly description: string; readonly view: ToolView };

export function toolPage(tool: Tool, locale: Locale): ToolPage {
  const { title, description, lead, points, questions } = tool[locale];
  const word = wordsIn(locale);
  const [format] = tool.formats;
  return {
    title,
    description,
    view: {
      crumbs: {
        label: word('breadcrumb'),
        links: [
          { path: '/', text: word('home') },
          { path: '/formats', text: word('formats') },
          { path: `/formats/${format}`, text: spokenName(format) },
        ],
        here: tool[locale].name,
      },
      heading: title,
      lead,
      dropHint: word(
        tool.operation === 'comparison' ? 'toolDrop_two' : tool.combines ? 'toolDrop_many' : `toolDrop_${tool.kind}`,
      ),
      points,
      questions: { heading: word('questionsHeading'), items: questions },
      others: {
        heading: word(`toolsOther_${tool.kind}`),
        links: tools()
          .filter(({ kind, slug }) => kind === tool.kind && slug !== tool.slug)
          .map((other) => ({ path: toolPath(other), text: other[locale].name })),
      },
      to: tool.to,
      options: tool.options,
      values: tool.values,
      combines: tool.combines ?? false,
      ...(tool.operation && { operation: tool.operation }),
    },
  };
}

/** Returns the structured data of a tool page: the application, the questions and the breadcrumb. */
export function structuredTool(page: ToolPage, path: string, site: Site, locale: Locale): readonly Structured[] {
  const url = new URL(localePath(locale, path), site.origin).href;
  return [
    structuredApplication(page, url, site, locale),
    structuredQuestions(page.view.questions.items),
    structuredCrumbs(page.view.crumbs, url, site, locale),
  ];
}
