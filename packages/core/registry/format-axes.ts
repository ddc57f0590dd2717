import { AXES, type Axis } from '@bakkum/conversion/fidelity';
import type { Family, Format } from '@bakkum/formats/format';

const FLOWING: readonly Axis[] = ['text', 'structure', 'images', 'links', 'motion'];
const LOOK: readonly Axis[] = ['layout', 'style', 'images', 'motion'];
const VALUES: readonly Axis[] = ['text'];

/** What files of a family can hold. Families that are not listed can hold everything. */
const BY_FAMILY: Readonly<Partial<Record<Family, readonly Axis[]>>> = {
  image: LOOK,
  vector: LOOK,
  video: LOOK,
  audio: LOOK,
  model3d: LOOK,
  font: LOOK,
  ebook: FLOWING,
  subtitle: VALUES,
  data: VALUES,
  archive: VALUES,
  program: VALUES,
};

/** Formats that hold less than their family: text that flows has no pages, plain text nothing else. */
const BY_FORMAT: ReadonlyMap<string, readonly Axis[]> = new Map<string, readonly Axis[]>([
  ['raster', LOOK],
  ...['txt', 'csv', 'tsv', 'files', 'data'].map((id) => [id, VALUES] as const),
  ...[
    ...['html', 'xhtml', 'md', 'rst', 'adoc', 'org', 'textile', 'mediawiki', 'dokuwiki', 'docbook', 'jats', 'tei', 'opml'],
    ...['man', 'texinfo', 'tex', 'typ', 'ipynb', 'bibtex', 'ris', 'endnote', 'csl-json'],
  ].map((id) => [id, FLOWING] as const),
]);

/** What a result in this format can hold, by which plans to it are compared. */
export function axesOfTarget(format: Pick<Format, 'id' | 'family'> | undefined): readonly Axis[] {
  return (format && (BY_FORMAT.get(format.id) ?? BY_FAMILY[format.family])) ?? AXES;
}

/** What a file of this format can lose. Style sheets give pages and books a look that no route from them may drop silently. */
export function axesOfSource(format: Format | undefined): readonly Axis[] {
  const isStyled = format?.family === 'ebook' || format?.id === 'html' || format?.id === 'xhtml';
  const isDrawn = format?.family === 'vector';
  return isStyled || isDrawn ? AXES : axesOfTarget(format);
}
