/** Pages for unknown addresses. */
export const missing = {
  status: '404',
  'page-title': 'Page not found',
  'page-body': 'There’s no page at this address. Check the spelling, pick one of the suggestions, or convert a file right here.',
  'page-body-copy':
    'There is no page at this address, or this copy of the site doesn’t include it. Check the spelling, or convert your file with the file converter.',
  'page-all': 'Go to the home page',
  'article-title': 'Article not found',
  'article-body': 'There is no article at this address. It may have been renamed or removed.',
  'article-all': 'See all resources',
  'format-title': 'Format not found',
  'format-body': 'We don’t have a page about this format. The list of formats shows everything we convert.',
  'format-all': 'See all formats',
  'conversion-title': 'Conversion not found',
  'conversion-body': 'We don’t recognize one of the formats in this address. The list of formats shows everything we convert.',
  'conversion-all': 'See all formats',
  near: 'Suggestions',
} as const;
