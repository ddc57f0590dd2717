import type { DocumentComparison } from '@bakkum/conversion/document-comparison';
import { parseComparison } from '@bakkum/conversion/document-comparison';
import { type ConversionErrorCode, toConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import type { JobResult } from '@bakkum/conversion/runner';
import type { JobProgress } from '@bakkum/conversion/workers/worker-protocol';
import { createStore } from '../../../state/create-store.ts';
import type { ConversionCore } from '../conversion-core.ts';
import type { FileItem } from '../list/conversion-state.ts';

/** The first and the second file. */
export type Sides<Value> = readonly [before: Value, after: Value];

export type ComparisonWork =
  | { readonly status: 'idle' }
  | { readonly status: 'working'; readonly startedAt: number; readonly fraction?: number }
  /** `side` is the file it failed on, if known. */
  | { readonly status: 'failed'; readonly code: ConversionErrorCode; readonly side?: 0 | 1 }
  | { readonly status: 'done'; readonly comparison: DocumentComparison; readonly json: Blob; readonly pdfs: Sides<Blob> };

export type ReportWork =
  | { readonly status: 'idle' }
  | { readonly status: 'working'; readonly fraction: number }
  | { readonly status: 'failed'; readonly code: ConversionErrorCode };

export type ComparisonState = { readonly work: ComparisonWork; readonly report: ReportWork; readonly passwords: Sides<string> };

const INITIAL: ComparisonState = { work: { status: 'idle' }, report: { status: 'idle' }, passwords: ['', ''] };

/** Share of the progress for converting each file that is not a PDF. */
const CONVERTED = 0.25;

/** Compares two files: converts them to PDF if needed, compares those, and makes the report on request. */
export class ComparisonRun {
  readonly #core: ConversionCore;
  readonly #items: Sides<FileItem>;
  readonly #store = createStore(INITIAL);
  #running: AbortController | undefined;
  #reporting: AbortController | undefined;

  constructor(core: ConversionCore, items: Sides<FileItem>) {
    this.#core = core;
    this.#items = items;
    const [before, after] = items.map(({ options }) => (typeof options['password'] === 'string' ? options['password'] : ''));
    this.#set({ passwords: [before ?? '', after ?? ''] });
  }

  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;
  readonly initial = this.#store.initial;

  async start(): Promise<void> {
    this.dispose();
    const controller = new AbortController();
    this.#running = controller;
    const { signal } = controller;
    const startedAt = performance.now();
    const report = (fraction?: number): void => {
      if (!signal.aborted) this.#set({ work: { status: 'working', startedAt, ...(fraction !== undefined && { fraction }) } });
    };
    report();
    const work = await this.#compare(signal, report).catch(
      (thrown: unknown): ComparisonWork => ({ status: 'failed', code: toConversionError(thrown).code }),
    );
    if (signal.aborted) this.#discard(work);
    else this.#set({ work });
  }

  unlock(side: 0 | 1, password: string): void {
    const [before, after] = this.snapshot().passwords;
    this.#set({ passwords: side === 0 ? [password, after] : [before, password] });
    void this.start();
  }

  /** Makes the report as a PDF, which exists long enough to be downloaded; `undefined` if it failed or was cancelled. */
  async makeReport(): Promise<Blob | undefined> {
    const { work } = this.snapshot();
    if (work.status !== 'done') return undefined;
    const controller = new AbortController();
    this.#reporting = controller;
    this.#set({ report: { status: 'working', fraction: 0 } });
    const result = await this.#core.compare({
      inputs: work.pdfs,
      sources: ['pdf', 'pdf'],
      to: 'pdf',
      options: this.#options(),
      signal: controller.signal,
      onProgress: (progress) => {
        const fraction = fractionOf(progress);
        if (fraction !== undefined && !controller.signal.aborted) this.#set({ report: { status: 'working', fraction } });
      },
    });
    const isGone = controller.signal.aborted || (!result.ok && result.code === 'cancelled');
    if (result.ok) this.#core.discard(result.files.map(({ blob }) => blob));
    if (this.#reporting !== controller) return undefined;
    this.#set({ report: result.ok || isGone ? { status: 'idle' } : { status: 'failed', code: result.code } });
    return result.ok && !isGone ? result.files[0].blob : undefined;
  }

  cancelReport(): void {
    this.#reporting?.abort();
    this.#set({ report: { status: 'idle' } });
  }

  cancel(): void {
    this.#running?.abort();
    this.#set({ work: { status: 'idle' } });
  }

  /** Cancels the work and frees the results. */
  dispose(): void {
    this.#running?.abort();
    this.#reporting?.abort();
    const { work } = this.snapshot();
    this.#discard(work);
    this.#set({ work: { status: 'idle' }, report: { status: 'idle' } });
  }

  async #compare(signal: AbortSignal, report: (fraction?: number) => void): Promise<ComparisonWork> {
    const pdfs: Blob[] = [];
    let from = 0;
    for (const [at, item] of this.#items.entries()) {
      if (item.format?.id === 'pdf') pdfs.push(item.file);
      else {
        const made = await this.#core.convert(this.#toPdf(item, at, signal));
        if (!made.ok) {
          this.#core.discard(pdfs.filter((pdf) => !this.#isOwn(pdf)));
          return failed(made, at === 0 ? 0 : 1);
        }
        pdfs.push(made.files[0].blob);
        from += CONVERTED;
        report(from);
      }
    }
    const [before, after] = pdfs;
    if (!before || !after) return { status: 'failed', code: 'internal' };
    const result = await this.#core.compare({
      inputs: [before, after],
      sources: ['pdf', 'pdf'],
      to: 'json',
      options: this.#options(),
      signal,
      onProgress: (progress) => {
        const fraction = fractionOf(progress);
        report(fraction === undefined ? undefined : from + (1 - from) * fraction);
      },
    });
    if (!result.ok) {
      this.#core.discard(pdfs.filter((pdf) => !this.#isOwn(pdf)));
      return failed(result, result.input === 0 || result.input === 1 ? result.input : undefined);
    }
    const json = result.files[0].blob;
    return { status: 'done', comparison: parseComparison(await json.text()), json, pdfs: [before, after] };
  }

  #toPdf(item: FileItem, at: number, signal: AbortSignal): Parameters<ConversionCore['convert']>[0] {
    const password = this.snapshot().passwords[at === 0 ? 0 : 1];
    const options: OptionValues = password === '' ? {} : { password };
    return { inputs: [item.file], from: item.format?.id ?? '', to: 'pdf', options, signal };
  }

  /** Converted documents no longer have a password. */
  #options(): OptionValues {
    const [password, secondPassword] = this.snapshot().passwords.map((given, at) =>
      this.#items[at === 0 ? 0 : 1].format?.id === 'pdf' ? given : '',
    );
    return { password: password ?? '', secondPassword: secondPassword ?? '' };
  }

  #isOwn(pdf: Blob): boolean {
    return this.#items.some(({ file }) => file === pdf);
  }

  #discard(work: ComparisonWork): void {
    if (work.status === 'done') this.#core.discard([work.json, ...work.pdfs.filter((pdf) => !this.#isOwn(pdf))]);
  }

  #set(change: Partial<ComparisonState>): void {
    this.#store.set({ ...this.snapshot(), ...change });
  }
}

function fractionOf(progress: JobProgress): number | undefined {
  return progress.stage === 'working' ? progress.fraction : undefined;
}

function failed(result: Extract<JobResult, { ok: false }>, side: 0 | 1 | undefined): ComparisonWork {
  if (result.code === 'cancelled') return { status: 'idle' };
  return { status: 'failed', code: result.code, ...(side !== undefined && { side }) };
}
