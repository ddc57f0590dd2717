import type {
  BatchView,
  ExtendRequest,
  GenerationRequest,
  ImageView,
  PresetView,
  RefineRequest,
  RemoveBackgroundRequest,
  UpscaleRequest,
  VariationsRequest,
} from '@bakkum/api-contract/images/images';
import { randomId } from '@bakkum/bytes/random-id';
import { type Answer, call, type Failure } from '../../session/api.ts';
import { loadBalance } from '../../session/session.ts';
import { createStore } from '../../state/create-store.ts';
import { type Sent, sendPicture } from './editor/send-picture.ts';
import {
  EMPTY_STUDIO,
  type GalleryFilter,
  isOpen,
  NO_FILTER,
  type StudioState,
  withBatch,
  withImage,
  withImages,
  withoutImage,
  withPinned,
  withRestored,
} from './studio-state.ts';

const PAGE_SIZE = 40;
/** As many as the server accepts in one request. */
const PIN_BATCH = 100;

/** The user's images on the server, and their changes. The page has one store, which subscribes while the page is shown. */
export class StudioStore {
  readonly #store = createStore(EMPTY_STUDIO);
  /** Counts list requests, so that answers to older ones are ignored. */
  #listing = 0;
  /** Images of events that arrive while the list is loading, whose answer may be older. */
  #madeMeanwhile: ImageView[] | undefined;

  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;
  readonly initial = this.#store.initial;

  #set(change: Partial<StudioState> | ((state: StudioState) => StudioState)): void {
    const state = this.snapshot();
    this.#store.set(typeof change === 'function' ? change(state) : { ...state, ...change });
  }

  /** Loads everything and subscribes to changes until the signal aborts. */
  async open(signal: AbortSignal): Promise<void> {
    this.#set({ ...EMPTY_STUDIO });
    this.#follow(signal);
    const [studio, boards, presets] = await Promise.all([
      call('GET /api/images/studio'),
      call('GET /api/images/boards'),
      call('GET /api/images/presets'),
      this.list(NO_FILTER),
      this.#count(),
    ]);
    if (signal.aborted) return;
    if (studio.ok) this.#set({ studio: studio.body });
    else this.#set({ failure: studio.failure });
    if (boards.ok) this.#set({ boards: boards.body.boards });
    if (presets.ok) this.#set({ presets: presets.body.presets });
  }

  /** The browser reconnects automatically, and sends the id of the last event. */
  #follow(signal: AbortSignal): void {
    const events = new EventSource('/api/images/events');
    events.addEventListener('batch', (event: MessageEvent<string>) => {
      const { batch } = JSON.parse(event.data) as { readonly batch: BatchView };
      this.#hear(batch);
    });
    events.addEventListener('credits', () => void loadBalance());
    signal.addEventListener('abort', () => events.close());
  }

  #hear(batch: BatchView): void {
    const known = this.snapshot().batches.find(({ id }) => id === batch.id);
    this.#set((state) => withBatch(state, batch));
    this.#madeMeanwhile?.push(...batch.images.flatMap(({ image }) => image ?? []));
    if (!isOpen(batch) || doneOf(batch) !== doneOf(known)) void this.#count();
    if (!isOpen(batch)) void loadBalance();
  }

  async #count(): Promise<void> {
    const answer = await call('GET /api/images/statistics');
    if (answer.ok) this.#set({ statistics: answer.body });
  }

  /** Loads the first page of a filtered list. */
  async list(filter: GalleryFilter): Promise<void> {
    this.#listing += 1;
    const listing = this.#listing;
    const made: ImageView[] = [];
    this.#madeMeanwhile = made;
    this.#set({ filter });
    const answer = await call('GET /api/images', undefined, { query: queryOf(filter) });
    if (listing !== this.#listing) return;
    this.#madeMeanwhile = undefined;
    this.#take(answer, (images) => images);
    this.#set((state) => withImages(state, made));
  }

  async more(): Promise<void> {
    const { next: before, filter } = this.snapshot();
    if (before === undefined) return;
    const listing = this.#listing;
    const answer = await call('GET /api/images', undefined, { query: { ...queryOf(filter), before } });
    if (listing !== this.#listing) return;
    this.#take(answer, (images, shown) => {
      const known = new Set(shown.map(({ id }) => id));
      return [...shown, ...images.filter(({ id }) => !known.has(id))];
    });
  }

  /** @param merge returns the images to show, given the received ones and those on screen */
  #take(
    answer: Answer<{ images: ImageView[]; next?: string | undefined }>,
    merge: (images: readonly ImageView[], shown: readonly ImageView[]) => readonly ImageView[],
  ): void {
    if (!answer.ok) return this.#fail(answer.failure);
    const { images, next } = answer.body;
    this.#set(({ next: _, images: shown = [], ...state }) => ({
      ...state,
      images: merge(images, shown),
      ...(next !== undefined && { next }),
    }));
  }

  async generate(request: GenerationRequest, idempotencyKey = randomId()): Promise<void> {
    this.showFailure(await this.#order(() => call('POST /api/images/generations', request, { idempotencyKey })));
  }

  /** Like the other orders of versions, returns why the server refused it, for the caller to show. */
  readonly refine = (id: string, request: RefineRequest, idempotencyKey: string): Promise<Failure | undefined> =>
    this.#order(() => call('POST /api/images/{id}/refine', request, { id, idempotencyKey }));

  readonly vary = (id: string, request: VariationsRequest, idempotencyKey: string): Promise<Failure | undefined> =>
    this.#order(() => call('POST /api/images/{id}/variations', request, { id, idempotencyKey }));

  readonly upscale = (id: string, request: UpscaleRequest, idempotencyKey: string): Promise<Failure | undefined> =>
    this.#order(() => call('POST /api/images/{id}/upscale', request, { id, idempotencyKey }));

  readonly extend = (id: string, request: ExtendRequest, idempotencyKey: string): Promise<Failure | undefined> =>
    this.#order(() => call('POST /api/images/{id}/extend', request, { id, idempotencyKey }));

  readonly removeBackground = (
    id: string,
    request: RemoveBackgroundRequest,
    idempotencyKey: string,
  ): Promise<Failure | undefined> =>
    this.#order(() => call('POST /api/images/{id}/remove-background', request, { id, idempotencyKey }));

  /** Stores the user's own image. Undefined if it was aborted. */
  async bring(picture: File, idempotencyKey: string, signal: AbortSignal): Promise<Sent | undefined> {
    const sent = await sendPicture(picture, idempotencyKey, signal);
    if (sent?.ok) this.#set((state) => withImages(state, [sent.body.image]));
    return sent;
  }

  /** An order whose answer is lost is sent again with the same idempotency key, so it runs once. */
  async #order(send: () => Promise<Answer<{ batch: BatchView }>>): Promise<Failure | undefined> {
    this.#set(({ failure: _, ...state }) => ({ ...state, ordering: true }));
    const first = await send();
    const answer = !first.ok && first.failure.code === 'unreachable' ? await send() : first;
    this.#set({ ordering: false });
    if (answer.ok) this.#hear(answer.body.batch);
    void loadBalance();
    return answer.ok ? undefined : answer.failure;
  }

  async cancel(id: string): Promise<void> {
    const answer = await call('POST /api/images/generations/{id}/cancel', undefined, { id });
    if (answer.ok) this.#hear(answer.body.batch);
    else this.#fail(answer.failure);
  }

  /** Dismisses an ended batch. */
  putAway(id: string): void {
    this.#set((state) => ({ ...state, batches: state.batches.filter((batch) => batch.id !== id) }));
  }

  closeFailure(): void {
    this.#set(({ failure: _, ...state }) => state);
  }

  showFailure(failure: Failure | undefined): void {
    if (failure) this.#fail(failure);
  }

  #fail(failure: Failure): void {
    this.#set({ failure });
  }

  /** Updates optimistically, and reverts if the server refuses. */
  async change(image: ImageView, changes: { readonly favourite?: boolean; readonly rating?: number | null }): Promise<void> {
    const { rating, ...rest } = { ...image, ...changes };
    this.#set((state) => withImage(state, { ...rest, ...(typeof rating === 'number' && { rating }) }));
    const answer = await call('PATCH /api/images/{id}', changes, { id: image.id });
    this.#set((state) => withImage(state, answer.ok ? answer.body.image : image));
    if (answer.ok) void this.#count();
    else this.#fail(answer.failure);
  }

  /** Favourites several images, or none of them. */
  async favourite(images: readonly ImageView[], favourite: boolean): Promise<void> {
    for (const image of images) await this.change(image, { favourite });
  }

  /** Deletes images, which one undo restores. */
  async delete(images: readonly ImageView[]): Promise<void> {
    for (const image of images) this.#set((state) => withoutImage(state, image.id));
    const deleted: ImageView[] = [];
    for (const image of images) {
      const answer = await call('DELETE /api/images/{id}', undefined, { id: image.id });
      if (answer.ok) deleted.push(image);
      else {
        this.#set((state) => withRestored(state, image));
        this.#fail(answer.failure);
      }
    }
    this.#addDeletion(deleted);
    void this.#count();
  }

  #addDeletion(images: readonly ImageView[]): void {
    if (images.length > 0) this.#set((state) => ({ ...state, deletions: [...state.deletions, images] }));
  }

  /** Undoes the last deletion. Images that could not be restored can be tried again, unless they are gone. Returns the restored ones. */
  async restore(): Promise<readonly ImageView[]> {
    const { deletions } = this.snapshot();
    this.#set({ deletions: deletions.slice(0, -1) });
    const restored: ImageView[] = [];
    const left: ImageView[] = [];
    for (const image of deletions.at(-1) ?? []) {
      const answer = await call('POST /api/images/{id}/restore', undefined, { id: image.id });
      if (answer.ok) {
        restored.push(answer.body.image);
        this.#set((state) => withRestored(state, answer.body.image));
      } else {
        this.#fail(answer.failure);
        if (answer.failure.code !== 'not-found') left.push(image);
      }
    }
    this.#addDeletion(left);
    void this.#count();
    return restored;
  }

  /** Dismisses the last deletion. Earlier ones can still be undone. */
  forgetLastDeletion(): void {
    this.#set(({ deletions, ...state }) => ({ ...state, deletions: deletions.slice(0, -1) }));
  }

  async createBoard(name: string): Promise<string | undefined> {
    const answer = await call('POST /api/images/boards', { name });
    if (answer.ok) this.#set((state) => ({ ...state, boards: [...state.boards, answer.body.board] }));
    else this.#fail(answer.failure);
    return answer.ok ? answer.body.board.id : undefined;
  }

  async deleteBoard(id: string): Promise<void> {
    const answer = await call('DELETE /api/images/boards/{id}', undefined, { id });
    if (!answer.ok) return this.#fail(answer.failure);
    this.#set((state) => ({ ...state, boards: state.boards.filter((board) => board.id !== id) }));
    await this.list({ ...this.snapshot().filter, board: '' });
  }

  /** Adds images to a board, or removes them. */
  async pin(boardId: string, images: readonly ImageView[], pinned: boolean): Promise<void> {
    const name = pinned ? 'POST /api/images/boards/{id}/add' : 'POST /api/images/boards/{id}/remove';
    for (let at = 0; at < images.length; at += PIN_BATCH) {
      const some = images.slice(at, at + PIN_BATCH);
      const answer = await call(name, { imageIds: some.map(({ id }) => id) }, { id: boardId });
      if (!answer.ok) return this.#fail(answer.failure);
      for (const image of some) this.#set((state) => withPinned(state, image, boardId, pinned));
    }
    const boards = await call('GET /api/images/boards');
    if (boards.ok) this.#set({ boards: boards.body.boards });
  }

  async keepPreset(preset: Omit<PresetView, 'id'>): Promise<boolean> {
    const answer = await call('POST /api/images/presets', preset);
    if (answer.ok) this.#set((state) => ({ ...state, presets: [...state.presets, answer.body.preset] }));
    else this.#fail(answer.failure);
    return answer.ok;
  }

  async deletePreset(id: string): Promise<void> {
    const answer = await call('DELETE /api/images/presets/{id}', undefined, { id });
    if (answer.ok) this.#set((state) => ({ ...state, presets: state.presets.filter((preset) => preset.id !== id) }));
    else this.#fail(answer.failure);
  }
}

function doneOf(batch: BatchView | undefined): number {
  return batch?.images.filter(({ state }) => state === 'done').length ?? 0;
}

function queryOf({ search, favourite, board, style }: GalleryFilter): Readonly<Record<string, string | number>> {
  return {
    limit: PAGE_SIZE,
    ...(search && { search }),
    ...(favourite && { favourite: 'true' }),
    ...(board && { board }),
    ...(style && { style }),
  };
}

export const studioStore = new StudioStore();
