import { pairPath, popularPairs } from '@bakkum/registry/offered-pairs';
import { formatsWithPage } from './format-view.server.ts';

/** Addresses of pairs that search engines are told of. */
export const pairPaths = (): readonly string[] => popularPairs().map(pairPath);

/** Addresses of the pages of formats. */
export const formatPaths = (): readonly string[] => formatsWithPage().map(({ id }) => `/formats/${id}`);
