import { buildTree, FILES, type TreeEntry } from '@bakkum/archive-tree/tree';
import { encodeBase64 } from '@bakkum/bytes/bytes';
import { type ConvertResult, type Engine, readInput, type Warning } from '@bakkum/conversion/engine';
import { numbered, uniqueNames } from '@bakkum/conversion/file-names';
import { lossNotes } from '@bakkum/data-tree/tree';
import { cleanPage, wordsOfHtml } from '@bakkum/document-input/clean-page';
import { escapeHtml } from '@bakkum/markup/escape';
import { htmlPage } from '@bakkum/markup/html-page';
import { decodePercent } from '@bakkum/markup/percent';
import { unescapeHtml } from '@bakkum/markup/unescape';
import { type Resource, readWebArchive, textOf, type WebArchive } from './archive.ts';

const MAX_BYTES = 512 * 1024 * 1024;

/** Converts pages saved by Safari to a page that loads nothing, to text, or to their files. */
export const engine: Engine = {
  async convert({ inputs, to }, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(inputs[0], MAX_BYTES);
    const archive = readWebArchive(bytes, lossNotes());
    context.onProgress(0.5);
    context.signal.throwIfAborted();
    if (to === FILES) return filesOf(archive, bytes.length);
    return to === 'txt' ? textResult(archive) : pageResult(archive);
  },
};

const isPage = ({ mediaType }: Resource): boolean => /html/.test(mediaType) || mediaType === '';

function textResult({ page }: WebArchive): ConvertResult {
  const text = textOf(page);
  const words = isPage(page) ? wordsOfHtml(text) : text;
  return { outputs: [{ content: new Blob([`${words}\n`], { type: 'text/plain' }) }], warnings: [] };
}

function pageResult({ page, resources }: WebArchive): ConvertResult {
  const html = isPage(page) ? textOf(page) : `<pre>${escapeHtml(textOf(page))}</pre>`;
  const byAddress = new Map(resources.map((each) => [each.url, each]));
  const { html: body, dropped } = cleanPage(html, (address) => {
    const picture = byAddress.get(URL.canParse(address, page.url) ? new URL(address, page.url).href : address);
    return picture && /^image\/(?!svg)/.test(picture.mediaType)
      ? `data:${picture.mediaType};base64,${encodeBase64(picture.bytes)}`
      : undefined;
  });
  const title = unescapeHtml(/<title[^<>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() ?? '');
  const content = new Blob([htmlPage({ title, body })], { type: 'text/html' });
  const warnings: readonly Warning[] = dropped > 0 ? [{ code: 'pictures-dropped' }] : [];
  return { outputs: [{ content }], warnings };
}

/** Returns the page as `index.html` and its resources in folders by host and path. */
function filesOf({ page, resources }: WebArchive, size: number): ConvertResult {
  // URLs that differ only in their query are numbered.
  const unique = uniqueNames(numbered('-'));
  const entries = [entryOf(unique('index.html'), page), ...resources.map((each) => entryOf(unique(pathOf(each)), each))];
  const { tree, warnings } = buildTree(entries, size);
  return { outputs: [{ content: tree }], warnings };
}

function entryOf(path: string, { bytes }: Resource): TreeEntry {
  const blob = new Blob([bytes]);
  return { kind: 'file', path, size: blob.size, open: () => blob.stream() };
}

function pathOf({ url }: Resource): string {
  if (!URL.canParse(url)) return 'resource';
  const { host, pathname } = new URL(url);
  const names = [host || 'local', ...pathname.split('/')].map((name) =>
    decodePercent(name)
      .replaceAll(/[\\/:*?"<>|\0-\x1f]+/g, '_')
      .slice(-120),
  );
  const plain = names.filter((name) => name !== '' && !/^\.+$/.test(name)).join('/');
  return pathname.endsWith('/') ? `${plain}/index` : plain;
}
