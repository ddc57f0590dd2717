import type { FormatId } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import type { Planner } from '@bakkum/conversion/planner';
import type { Job, JobResult } from '@bakkum/conversion/runner';
import type { Family } from '@bakkum/formats/format';
import { isLargeEngine } from '@bakkum/registry/browser/kept-assets.browser';
import { formatById } from '@bakkum/registry/catalogue';
import { hasPages, type Showing, shownAs } from './showing.ts';

/** Previews of files, converted first if the browser cannot display the format. */
export type Previews = {
  /** Returns how this browser previews a file of a format, directly or by converting it. */
  showing(id: FormatId): Showing | undefined;
  /** Returns whether the pages of a file of a format can be drawn here. */
  hasPages(id: FormatId): boolean;
  /** Converts a file for a preview; undefined if that fails. */
  preview(file: Blob, from: FormatId, signal: AbortSignal): Promise<Blob | undefined>;
  /** Draws the first pages of a paged document; empty if that fails. */
  previewPages(file: Blob, from: FormatId, signal: AbortSignal): Promise<readonly Blob[]>;
  /** Whether the first pages of a PDF are images without text. `false` if that cannot be found out quickly. */
  isScan(file: Blob, from: FormatId, signal: AbortSignal): Promise<boolean>;
  /** Makes a small image of a file; undefined if that fails or takes a large engine. */
  thumbnail(file: Blob, from: FormatId, signal: AbortSignal): Promise<Blob | undefined>;
};

type Convert = (
  job: Pick<Job, 'inputs' | 'options' | 'signal'> & {
    readonly from: FormatId;
    readonly to: FormatId;
    /** Fails with the first plan instead of trying others. */
    readonly firstPlanOnly?: boolean;
  },
) => Promise<JobResult>;

/** Small images of the first pages: enough to recognize a document. */
const FIRST_PAGES: OptionValues = { pages: '1-6', dpi: 72 };
const MAX_PAGES = 6;
/** The first page of a document, or the whole image, for a place of 40 CSS pixels. */
const THUMBNAIL: OptionValues = { pages: '1', dpi: 36, width: 160, height: 160, fit: 'contain' };
/** Pages that are checked for text, and how. */
const CHECKED_PAGES: OptionValues = { pages: '1-3', recognize: 'off', imageQuality: 'low' };
const WITH_THUMBNAIL: ReadonlySet<Family> = new Set(['image', 'vector', 'document', 'presentation']);

export function createPreviews(planner: Planner, convert: Convert): Previews {
  const becomes = (from: FormatId) => (to: FormatId) => planner.targetsOf(from).has(to);
  const drawsPages = (id: FormatId): boolean => hasPages(formatById(id), becomes(id));
  const showing = perFormat((id) => shownAs(formatById(id), becomes(id)));
  const hasThumbnail = (id: FormatId): boolean => {
    const family = formatById(id)?.family;
    if (!family || !WITH_THUMBNAIL.has(family)) return false;
    return (family === 'image' || family === 'vector' || drawsPages(id)) && isLight(planner, id);
  };
  return {
    showing,
    hasPages: perFormat(drawsPages),
    preview: async (file, from, signal) => {
      const by = showing(from)?.by;
      if (by === undefined) return undefined;
      const result = await convert({ inputs: [file], from, to: by, options: {}, signal });
      return result.ok ? result.files[0].blob : undefined;
    },
    previewPages: async (file, from, signal) => {
      const result = await convert({ inputs: [file], from, to: 'png', options: FIRST_PAGES, signal });
      return result.ok ? result.files.slice(0, MAX_PAGES).map(({ blob }) => blob) : [];
    },
    isScan: async (file, from, signal) => {
      if (from !== 'pdf') return false;
      const text = await convert({ inputs: [file], from, to: 'txt', options: CHECKED_PAGES, signal, firstPlanOnly: true });
      if (text.ok || text.code !== 'empty') return false;
      const pages = await convert({ inputs: [file], from, to: 'docx', options: CHECKED_PAGES, signal, firstPlanOnly: true });
      return pages.ok && pages.warnings.some(({ code }) => code === 'scanned-pages');
    },
    thumbnail: async (file, from, signal) => {
      if (!hasThumbnail(from)) return undefined;
      const result = await convert({ inputs: [file], from, to: 'png', options: THUMBNAIL, signal });
      return result.ok ? result.files[0].blob : undefined;
    },
  };
}

/** Large engines are not started for a thumbnail. */
function isLight(planner: Planner, from: FormatId): boolean {
  const answer = planner.plan(from, 'png');
  return answer.ok && !answer.plans[0].steps.some(({ engine }) => isLargeEngine(engine));
}

/** Rows ask on every render, and the answer never changes. */
function perFormat<T>(answer: (id: FormatId) => T): (id: FormatId) => T {
  const answers = new Map<FormatId, T>();
  return (id) => {
    const known = answers.get(id) ?? answer(id);
    answers.set(id, known);
    return known;
  };
}
