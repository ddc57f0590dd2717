/** Settings that pages show: social links, the author of articles, and who visits are shared with. */
import { z } from 'zod';

/** How shared visits are sent. `json`: our own events; the others as those services expect them. */
export const VISIT_FORMATS = ['json', 'plausible', 'ga4'] as const;
export type VisitFormat = (typeof VISIT_FORMATS)[number];

export type SocialLink = { readonly name: string; readonly url: string };

export type PublicSettings = {
  /** Links in the footer, in the given order. */
  readonly social: readonly SocialLink[];
  /** Author of the articles. Default: the operator, or the name of the product. */
  readonly author?: string;
  /** Analytics service that receives the visits of people who agree. */
  readonly sharedVisits?: { readonly url: string; readonly format: VisitFormat };
};

const MAX_LINKS = 8;
const isWebAddress = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';

export const publicVariables = z.object({
  SOCIAL_LINKS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((links) => links.every(isWebAddress), 'must be https addresses, separated by commas')
    .refine((links) => links.length <= MAX_LINKS, `may have at most ${MAX_LINKS} addresses`),
  ARTICLE_AUTHOR: z.string().max(60).optional(),
  VISITS_SHARED_URL: z.string().refine(isWebAddress, 'must be an https address').optional(),
  VISITS_SHARED_FORMAT: z.enum(VISIT_FORMATS).default('json'),
});

export function publicSettings(values: z.infer<typeof publicVariables>): PublicSettings {
  const { SOCIAL_LINKS: links, ARTICLE_AUTHOR: author, VISITS_SHARED_URL: url, VISITS_SHARED_FORMAT: format } = values;
  return {
    social: links.map((link) => ({ name: nameOf(link), url: link })),
    ...(author && { author }),
    ...(url && { sharedVisits: { url, format } }),
  };
}

/** Names of services by host. Other links are named by their host. */
const NAMES: Readonly<Record<string, string>> = {
  'github.com': 'GitHub',
  'x.com': 'X',
  'twitter.com': 'X',
  'youtube.com': 'YouTube',
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'linkedin.com': 'LinkedIn',
  'threads.net': 'Threads',
  'bsky.app': 'Bluesky',
  'mastodon.social': 'Mastodon',
  'discord.gg': 'Discord',
  'blog.naver.com': 'Naver Blog',
  'pf.kakao.com': 'KakaoTalk',
};

function nameOf(link: string): string {
  const host = new URL(link).hostname.replace(/^www\./, '');
  return NAMES[host] ?? host;
}
