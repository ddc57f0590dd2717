/** Fills in the form fields of a PDF on its pages. Writes the option `fields`. */
import type { PageEntry } from '@bakkum/conversion/pages/page-list';
import { useMessages } from '@bakkum/i18n/react';
import type { FormField } from '@bakkum/registry/browser/pdf-pages.browser';
import { LiveRegion } from '@bakkum/ui/live-region';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AreaTools } from '../page-areas/area-tools.tsx';
import { entriesOf } from '../page-areas/use-areas.ts';
import type { OnPageEditorProps } from '../page-editor/on-page.ts';
import type { OpenedPages } from '../page-editor/use-pdf-pages.ts';
import type { Size } from '../preview/view-frame.ts';
import { FieldInput } from './field-input.tsx';
import { filledField, parseFormValues, writeFormValues } from './form-values.ts';

export function FormEditor({ pages, options, isDisabled, onChange, onClose }: OnPageEditorProps): ReactNode {
  const t = useMessages('workbench');
  const entries = entriesOf(options, pages.pageCount);
  const [wanted, setPage] = useState(1);
  const page = Math.min(wanted, entries.length);
  const entry = entries[page - 1];
  const { canvas, shown } = useFormPage(pages, entry);
  const values = parseFormValues(options['fields']);
  const fields = shown?.fields.map((field) => filledField(field, values, entry?.turn ?? 0, shown.size)) ?? [];
  const hint = shown && fields.length === 0 ? t('formNoFields') : t('formHint');
  return (
    <section aria-label={t('formEdit')} className="flex h-full min-h-0 flex-col">
      <LiveRegion>{shown ? t('formOnPage', { count: fields.length, page, all: entries.length }) : ''}</LiveRegion>
      <AreaTools isReadOnly label={t('formEdit')} page={page} pageCount={entries.length} onClose={onClose} onPage={setPage} />
      <p className="shrink-0 border-line border-b bg-surface px-3 py-1 text-center text-ink-soft text-sm">{hint}</p>
      <div className="min-h-0 grow p-3">
        <div className="grid h-full place-items-center [container-type:size]">
          <div
            style={
              shown && {
                width: `min(100cqw, ${(100 * shown.size.width) / shown.size.height}cqh)`,
                aspectRatio: shown.size.width / shown.size.height,
              }
            }
            className="scheme-light relative bg-[white] shadow-raised [container-type:inline-size]"
          >
            <canvas key={page} ref={canvas} width={0} height={0} className="block size-full" />
            {shown
              ? fields.map((field, at) => (
                  <FieldInput
                    // biome-ignore lint/suspicious/noArrayIndexKey: fields of a page stay in order, and names can repeat
                    key={`${page} ${at}`}
                    field={field}
                    page={shown.size}
                    isDisabled={isDisabled}
                    onChange={(value) => onChange({ fields: writeFormValues({ ...values, [field.name]: value }) })}
                  />
                ))
              : undefined}
          </div>
        </div>
      </div>
    </section>
  );
}

type Shown = { readonly entry: PageEntry; readonly size: Size; readonly fields: readonly FormField[] };

/** Draws a page and reads its fields; `shown` is `undefined` until both are done. */
function useFormPage(pages: OpenedPages, entry: PageEntry | undefined) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<Shown>();
  const { index, turn } = entry ?? { index: undefined, turn: 0 as const };
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const show = async (place: HTMLCanvasElement, at: number): Promise<void> => {
      const [size, fields] = await Promise.all([pages.showLarge(place, at, turn, signal), pages.fields(at)]);
      if (size && !signal.aborted) setShown({ entry: { index: at, turn }, size, fields });
    };
    if (canvas.current && index !== undefined) void show(canvas.current, index);
    return () => controller.abort();
  }, [pages, index, turn]);
  const isCurrent = shown?.entry.index === index && shown?.entry.turn === turn;
  return { canvas, shown: isCurrent ? shown : undefined };
}
