import type {
  BatchView,
  BoardView,
  ImageView,
  PresetView,
  StudioView,
  statisticsResponse,
} from '@bakkum/api-contract/images/images';
import type { StyleId } from '@bakkum/studio-options/styles';
import type { z } from 'zod';
import type { Failure } from '../../session/api.ts';

export type Statistics = z.infer<typeof statisticsResponse>;

export type GalleryFilter = {
  readonly search: string;
  readonly favourite: boolean;
  readonly board: string;
  readonly style: StyleId | '';
};

export const NO_FILTER: GalleryFilter = { search: '', favourite: false, board: '', style: '' };

/** All of a user's data in the studio. Absent fields have not arrived yet. */
export type StudioState = {
  readonly studio?: StudioView;
  readonly statistics?: Statistics;
  /** Pending batches, newest first, and ended ones with a message, until they are dismissed. */
  readonly batches: readonly BatchView[];
  readonly images?: readonly ImageView[];
  readonly next?: string;
  readonly filter: GalleryFilter;
  readonly boards: readonly BoardView[];
  readonly presets: readonly PresetView[];
  /** An order is being sent to the server. */
  readonly ordering: boolean;
  readonly failure?: Failure;
  /** The images of each deletion that can be undone, the last one at the end. */
  readonly deletions: readonly (readonly ImageView[])[];
};

export const EMPTY_STUDIO: StudioState = {
  batches: [],
  filter: NO_FILTER,
  boards: [],
  presets: [],
  ordering: false,
  deletions: [],
};

export function isOpen({ state }: Pick<BatchView, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** Returns whether an ended batch needs a message: not after complete success or the user's own cancellation. */
function hasNews(batch: BatchView): boolean {
  return isOpen(batch) || batch.state === 'partial' || batch.state === 'failed';
}

/** Applies the server's update of a batch. Updates may arrive twice, or late. */
export function withBatch(state: StudioState, batch: BatchView): StudioState {
  const known = state.batches.find(({ id }) => id === batch.id);
  if (known && !isOpen(known) && isOpen(batch)) return state;
  const others = state.batches.filter(({ id }) => id !== batch.id);
  const batches = hasNews(batch) ? [...others, batch].sort((one, other) => other.createdAt.localeCompare(one.createdAt)) : others;
  const made = batch.images.flatMap(({ image }) => image ?? []);
  return { ...withImages(state, made), batches };
}

/** New images come first, unless the list is filtered, because they may not match. */
export function withImages(state: StudioState, made: readonly ImageView[]): StudioState {
  if (!state.images) return state;
  const shown = new Set(state.images.map(({ id }) => id));
  const changed = state.images.map((image) => made.find(({ id }) => id === image.id) ?? image);
  const fresh = isFiltered(state.filter) ? [] : made.filter(({ id }) => !shown.has(id)).reverse();
  return { ...state, images: [...fresh, ...changed] };
}

export function isFiltered({ search, favourite, board, style }: GalleryFilter): boolean {
  return search !== '' || favourite || board !== '' || style !== '';
}

export function withImage(state: StudioState, image: ImageView): StudioState {
  return { ...state, ...(state.images && { images: state.images.map((one) => (one.id === image.id ? image : one)) }) };
}

export function withoutImage(state: StudioState, id: string): StudioState {
  return { ...state, ...(state.images && { images: state.images.filter((one) => one.id !== id) }) };
}

/** Moves an image to a board, or off it; it disappears when only another board is shown. */
export function withPinned(state: StudioState, image: ImageView, boardId: string, pinned: boolean): StudioState {
  if (!pinned && state.filter.board === boardId) return withoutImage(state, image.id);
  const others = image.boards.filter((id) => id !== boardId);
  return withImage(state, { ...image, boards: pinned ? [...others, boardId] : others });
}

/** Restores the image at its place by creation time. */
export function withRestored(state: StudioState, image: ImageView): StudioState {
  if (!state.images) return state;
  const images = [...state.images.filter(({ id }) => id !== image.id), image];
  return { ...state, images: images.sort((one, other) => other.madeAt.localeCompare(one.madeAt)) };
}
