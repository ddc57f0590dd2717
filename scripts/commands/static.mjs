/** The address of a site: scheme and host, without a path. */
const siteAddress = {
  expected: 'the address of a site, such as https://example.org',
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isSite = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search + url.hash === '';
    return isSite ? url.origin : undefined;
  },
};

export const BUILD_STATIC = {
  name: 'npm run build:static',
  summary: 'Write the converter as plain files for any file server, without accounts, studio and API',
  options: {
    out: { value: 'FOLDER', help: 'Write the files here (default: ./static); an earlier copy is replaced' },
    core: { help: 'Leave out the largest engines (office, Pandoc, FFmpeg, Typst, ImageMagick, MIDI) and rare formats' },
    origin: {
      value: 'URL',
      type: siteAddress,
      help: 'Address the files will be served from, for canonical links and the sitemap',
    },
    site: { value: 'URL', type: siteAddress, help: 'Link to this installation for pages that need a server (default: no links)' },
    brand: { value: 'NAME', default: 'Bakkum', help: 'Name shown on every page' },
  },
  notes: {
    Serving: ['docs/static-copy.md has settings for nginx, Caddy, Cloudflare Pages and GitHub Pages'],
  },
  examples: ['--core', '--out public --origin https://convert.example.org'],
};
