import { wordsOf } from '@bakkum/i18n/catalogue';
import { offeredCounts, pairPath, popularPairs, spokenName } from '@bakkum/registry/offered-pairs';
import { pathOf } from '@bakkum/site/pages';
import { siteContext } from '../../document/site-context.ts';
import { articleCards } from '../../features/articles/library.server.ts';
import { articlePath } from '../../features/articles/paths.ts';
import type { Route } from './+types/llms';

const MAX_PAIRS = 30;

/** A summary of the site for language models (llmstxt.org). */
export function loader({ context }: Route.LoaderArgs): Response {
  const { brand, origin } = context.get(siteContext);
  const { formats, pairs } = offeredCounts();
  const link = (name: string, path: string, about?: string): string =>
    `- [${name}](${origin}${path})${about === undefined ? '' : `: ${about}`}`;
  const lines = [
    `# ${brand}`,
    '',
    `> ${wordsOf('en', 'home')('description')}`,
    '',
    `Files are converted in the visitor’s own browser and are not uploaded. The site supports ${formats} formats and ${pairs} conversions, each tested with real files. It’s free and doesn’t require an account. The Korean version is at ${origin}/ko.`,
    '',
    '## Pages',
    '',
    link('Convert files', pathOf('converter')),
    link('All formats', pathOf('formats')),
    link('How it works', pathOf('how-it-works'), 'what happens to a file, with a live count of the requests the page makes'),
    link('FAQ', pathOf('faq')),
    link('Help', pathOf('help-center')),
    link('Privacy', pathOf('privacy')),
    link('Status', pathOf('status')),
    '',
    '## For programs',
    '',
    link('API documentation', pathOf('api-docs'), wordsOf('en', 'apiDocs')('description')),
    link('OpenAPI 3.1 document', '/api/v1/openapi.json', 'every endpoint of the conversion API'),
    '',
    '## Articles',
    '',
    ...articleCards('en').map(({ id, title, description }) => link(title, articlePath(id), description)),
    '',
    '## Popular conversions',
    '',
    ...popularPairs()
      .slice(0, MAX_PAIRS)
      .map((pair) => link(`${spokenName(pair.from)} to ${spokenName(pair.to)}`, pairPath(pair))),
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
