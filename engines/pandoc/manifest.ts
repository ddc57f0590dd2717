import type { Conversion, EngineManifest, FormatId } from '@bakkum/conversion/engine';
import type { Fidelity } from '@bakkum/conversion/fidelity';
import type { OptionsSchema } from '@bakkum/conversion/options';
import { REFERENCES } from './kinds.ts';
import { DOCUMENT_OPTIONS, PAGE_OPTIONS, SOURCE_OPTIONS, TEXT_OPTIONS, XML_OPTIONS } from './options.ts';

const MIB = 1024 * 1024;

/** A 58 MB program that starts in a second; more expensive than a codec, cheaper than an office. */
const COST = 15;

/** Prefers an office engine if available, because it keeps headers, footers and fields. */
const TEXT_COST = 35;

/** Formats with structure and layout, of which only the structure is read. */
const LAID_OUT: readonly FormatId[] = ['docx', 'odt', 'rtf', 'epub', 'fb2', 'html', 'xhtml'];
/** Formats with structure, in a notation with a declared or fixed encoding. */
const STRUCTURED: readonly FormatId[] = ['docbook', 'jats', 'opml', 'ipynb'];
const MARKUP: readonly FormatId[] = [
  ...['md', 'rst', 'tex', 'typ', 'adoc', 'org', 'textile', 'mediawiki', 'dokuwiki', 'man', 'texinfo'],
];

const TARGETS: readonly { readonly to: readonly FormatId[]; readonly options: OptionsSchema }[] = [
  { to: ['html', 'tex', 'typ'], options: PAGE_OPTIONS },
  { to: ['docx', 'odt', 'epub', 'rtf', 'pptx'], options: DOCUMENT_OPTIONS },
  { to: ['md', 'rst', 'adoc', 'org'], options: TEXT_OPTIONS },
  { to: ['docbook', 'jats', 'man', 'texinfo'], options: XML_OPTIONS },
  { to: ['typst-document'], options: DOCUMENT_OPTIONS },
  { to: ['fb2', 'ipynb', 'textile', 'mediawiki', 'dokuwiki', 'tei', 'opml'], options: {} },
];

const rows = (from: readonly FormatId[], fidelity: Fidelity, source: OptionsSchema = {}): readonly Conversion[] => [
  ...TARGETS.map(({ to, options }) => ({ from, to, fidelity, cost: COST, options: { ...options, ...source } })),
  { from, to: ['txt'], fidelity: 'text-only', cost: TEXT_COST, options: { ...TEXT_OPTIONS, ...source } },
];

export const manifest: EngineManifest = {
  id: 'pandoc',
  tier: 'core',
  license: 'GPL-2.0-or-later',
  program: { name: 'pandoc (pandoc-wasm)', version: '3.10 (1.1.0)', homepage: 'https://github.com/pandoc/pandoc-wasm' },
  downloadBytes: 13_600_000,
  requires: [],
  memory: { baseBytes: 384 * MIB, perInputByte: 40 },
  assets: { program: 'pandoc-wasm/src/pandoc.wasm' },
  conversions: [
    { from: REFERENCES, to: ['bibtex', 'csl-json'], fidelity: 'lossy', cost: COST, options: {} },
    {
      from: REFERENCES,
      to: ['html', 'docx', 'odt', 'rtf', 'md', 'typst-document'],
      fidelity: 'layout-lost',
      cost: COST,
      options: {},
    },
    { from: REFERENCES, to: ['txt'], fidelity: 'text-only', cost: TEXT_COST, options: {} },
    ...rows(LAID_OUT, 'layout-lost'),
    ...rows(STRUCTURED, 'lossy'),
    ...rows(MARKUP, 'lossy', SOURCE_OPTIONS),
  ],
};
