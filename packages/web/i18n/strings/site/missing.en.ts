/** Pages for unknown addresses. */
export const missing = {
  status: '404',
  'page-title': 'Page not found',
  'page-body':
    'There’s no page at this address. Check the address for typos, or use a link below. You can also convert a file right here.',
  'page-body-copy':
    'This page doesn’t exist or isn’t included in this version of the site. Check the address for typos, or use one of the links below.',
  'page-all': 'Go to the home page',
  'article-title': 'Article not found',
  'article-body': 'There’s no article at this address. It may have been renamed or removed.',
  'article-all': 'See all resources',
  'format-title': 'Format not found',
  'format-body': 'We don’t have a page about this format. The list of formats shows everything we convert.',
  'format-all': 'See all formats',
  'conversion-title': 'Conversion not found',
  'conversion-body': 'We don’t recognize one of the formats in this address. The list of formats shows everything we convert.',
  'conversion-all': 'See all formats',
  near: 'Suggestions',
} as const;
