import { pairPath, popularPairs } from '@bakkum/registry/offered-pairs';
import { formatsWithPage } from './format-view.server.ts';

/** Paths of pair pages in the sitemap. */
export const pairPaths = (): readonly string[] => popularPairs().map(pairPath);

/** Paths of format pages. */
export const formatPaths = (): readonly string[] => formatsWithPage().map(({ id }) => `/formats/${id}`);
